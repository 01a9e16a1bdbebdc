"""Pages of a PDF as pictures."""

from pathlib import Path

import pytest
from tests.sources.pdf_maker import pdf

from chunkscope.core.errors import SourceError
from chunkscope.sources.page_images import PageImages


@pytest.fixture
def two_pages(tmp_path: Path) -> Path:
    path = tmp_path / "two.pdf"
    path.write_bytes(pdf(["BT /F1 24 Tf 72 700 Td (First) Tj ET", ""]))
    return path


def test_a_page_is_drawn_as_wide_as_asked_and_white_where_it_is_blank(two_pages: Path) -> None:
    images = PageImages(two_pages)
    sizes = images.sizes()
    first, second = images.draw(0, 200), images.draw(1, 200)
    images.close()
    assert len(sizes) == 2
    assert first.width == second.width == 200
    assert abs(first.height - 200 * sizes[0].height / sizes[0].width) < 2
    assert len(second.pixels) == second.stride * second.height
    assert set(second.pixels) == {255}
    assert min(first.pixels) < 100


def test_a_page_that_would_be_huge_is_drawn_smaller(two_pages: Path) -> None:
    images = PageImages(two_pages)
    image = images.draw(0, 100_000)
    images.close()
    assert image.width * image.height <= 12_100_000


@pytest.mark.parametrize("page", [2, -1])
def test_a_page_that_is_not_there_is_a_named_state_and_the_next_is_drawn(
    two_pages: Path, page: int
) -> None:
    images = PageImages(two_pages)
    with pytest.raises(SourceError) as caught:
        images.draw(page, 100)
    assert caught.value.state == "damaged"
    assert images.draw(0, 100).width == 100
    images.close()


def test_a_file_that_is_no_pdf_or_gone_is_a_named_state(tmp_path: Path) -> None:
    path = tmp_path / "not.pdf"
    path.write_bytes(b"%PDF-1.4 and nothing more")
    images = PageImages(path)
    with pytest.raises(SourceError) as caught:
        images.sizes()
    assert caught.value.state == "damaged"
    path.unlink()
    with pytest.raises(SourceError) as caught:
        images.sizes()
    assert caught.value.state == "missing"
    images.close()
