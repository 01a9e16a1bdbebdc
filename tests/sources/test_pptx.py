import io

import pytest
from tests.sources.office_maker import Relation, package, part, pptx, relations, shape, slide

from chunkscope.sources.office.package import Damaged
from chunkscope.sources.office.pptx_converter import convert_pptx
from chunkscope.sources.outcome import Converted

TITLE = shape("Title", "title")


def converted(*slides: str, **more: object) -> Converted:
    return convert_pptx(io.BytesIO(pptx(slides, **more)))  # type: ignore[arg-type]


def markdown(*slides: str) -> str:
    return converted(*slides).markdown


def states(outcome: Converted) -> list[str]:
    return [remark.state for remark in outcome.remarks]


def lines(*paragraphs: str) -> str:
    return shape("", body="".join(f"<a:p>{inner}</a:p>" for inner in paragraphs))


def text(letters: str, level: int = 0, bullet: str = '<a:buChar char="•"/>') -> str:
    return f'<a:pPr lvl="{level}">{bullet}</a:pPr><a:r><a:t>{letters}</a:t></a:r>'


def frame(data: str) -> str:
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="F"/></p:nvGraphicFramePr>'
        f"<a:graphic><a:graphicData>{data}</a:graphicData></a:graphic></p:graphicFrame>"
    )


def picture(alt: str) -> str:
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture 3" descr="{alt}"/></p:nvPicPr>'
        '<p:blipFill><a:blip r:embed="x"/></p:blipFill></p:pic>'
    )


def notes(letters: str) -> str:
    shapes = shape("Picture", "sldImg") + shape(letters, "body") + shape("7", "sldNum")
    return part("p:notes", f"<p:cSld><p:spTree>{shapes}</p:spTree></p:cSld>")


def test_a_title_is_the_heading_of_its_slide_wherever_it_stands_in_the_file() -> None:
    assert markdown(slide(shape("Words") + TITLE)) == "# Title\n\nWords"


def test_the_title_of_the_deck_stands_above_those_of_its_slides() -> None:
    deck = slide(shape("Deck", "ctrTitle"))
    assert markdown(deck, slide(TITLE), slide(TITLE)) == "# Deck\n\n## Title\n\n## Title"


@pytest.mark.parametrize("sign", ["<a:br/>", "<a:r><a:t>_x000B_</a:t></a:r>"])
def test_a_title_is_one_line(sign: str) -> None:
    body = f"<a:p><a:r><a:t>One</a:t></a:r>{sign}<a:r><a:t>two</a:t></a:r></a:p>"
    assert markdown(slide(shape("", "title", body=body))) == "# One two"


def test_a_slide_without_a_title_gets_none_and_is_set_apart() -> None:
    outcome = converted(slide(TITLE + shape("One")), slide(shape("Two")))
    assert outcome.markdown == "# Title\n\nOne\n\n---\n\nTwo"
    assert [outcome.markdown[start:end].strip() for start, end in outcome.pages] == [
        "# Title\n\nOne\n\n---",
        "Two",
    ]


def test_slides_are_pages_also_those_that_are_empty() -> None:
    outcome = converted(slide(""), slide(TITLE), slide(""), slide(shape("Words")))
    assert len(outcome.pages) == 4
    assert [start for start, _ in outcome.pages][1:] == [end for _, end in outcome.pages][:-1]
    assert outcome.markdown[slice(*outcome.pages[1])].startswith("# Title")
    assert outcome.pages[-1][1] == len(outcome.markdown)


def test_shapes_are_read_row_by_row() -> None:
    shapes = (
        shape("Below", place=(0, 500, 900, 100))
        + shape("Right", place=(500, 110, 400, 100))
        + shape("Left", place=(0, 100, 400, 100))
    )
    assert markdown(slide(shapes)) == "Left\n\nRight\n\nBelow"


def test_heads_are_read_with_the_columns_under_them() -> None:
    shapes = (
        shape("Head 1", place=(0, 0, 400, 50))
        + shape("Head 2", place=(500, 0, 400, 50))
        + shape("Column 1", place=(0, 60, 400, 500))
        + shape("Column 2", place=(500, 60, 400, 500))
    )
    assert markdown(slide(shapes)) == "Head 1\n\nColumn 1\n\nHead 2\n\nColumn 2"


def test_lists_nest_and_count() -> None:
    numbers = '<a:buAutoNum type="arabicPeriod" startAt="3"/>'
    roman = '<a:buAutoNum type="romanLcParenR"/>'
    shapes = lines(text("A"), text("B", 1), text("C")) + lines(
        text("D", 0, numbers), text("E", 1, roman), text("F", 0, numbers)
    )
    assert markdown(slide(shapes)) == "- A\n  - B\n- C\n\n3. D\n   - i) E\n4. F"


def test_bullets_come_from_the_master_and_go_where_a_paragraph_says_so() -> None:
    styles = '<a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr>'
    master = part(
        "p:sldMaster",
        f"<p:cSld><p:spTree/></p:cSld><p:txStyles><p:bodyStyle>{styles}</p:bodyStyle></p:txStyles>",
    )
    layout = part("p:sldLayout", "<p:cSld><p:spTree/></p:cSld>")
    body = f"<a:p><a:r><a:t>Item</a:t></a:r></a:p><a:p>{text('Text', 0, '<a:buNone/>')}</a:p>"
    related: dict[int, list[Relation]] = {1: [("l", "slideLayout", "../slideLayouts/l1.xml")]}
    rels = relations([("m", "slideMaster", "../slideMasters/m1.xml")])
    parts = {
        "ppt/slideLayouts/l1.xml": layout,
        "ppt/slideLayouts/_rels/l1.xml.rels": rels,
        "ppt/slideMasters/m1.xml": master,
    }
    outcome = converted(slide(shape("", "body", body=body)), related=related, parts=parts)
    assert outcome.markdown == "- Item\n\nText"


def test_groups_are_read_through_and_bounded() -> None:
    group = shape("Deep")
    for _ in range(5):
        group = f"<p:grpSp>{group}</p:grpSp>"
    assert markdown(slide(group)) == "Deep"
    for _ in range(200):
        group = f"<p:grpSp>{group}</p:grpSp>"
    outcome = converted(slide(group))
    assert (outcome.markdown, states(outcome)) == ("Deep", ["layout-lost"])


def test_a_table_is_one() -> None:
    cell = "<a:tc><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>"
    row = "<a:tr>" + cell.format("A") + cell.format("B|C") + "</a:tr>"
    found = markdown(slide(frame(f"<a:tbl>{row}{row}</a:tbl>")))
    assert found == "| A | B\\|C |\n| --- | --- |\n| A | B\\|C |"


def points(*values: str) -> str:
    inner = "".join(
        f'<c:pt idx="{place}"><c:v>{one}</c:v></c:pt>' for place, one in enumerate(values)
    )
    return f"<c:strCache>{inner}</c:strCache>"


def test_a_chart_gives_its_title_and_figures() -> None:
    series = (
        f"<c:ser><c:tx>{points('Ducks')}</c:tx><c:cat>{points('2019', '2020')}</c:cat>"
        f"<c:val>{points('120', '0.30000000000000004')}</c:val></c:ser>"
    )
    title = "<c:title><c:tx><c:rich><a:p><a:r><a:t>Seen</a:t></a:r></a:p></c:rich></c:tx></c:title>"
    chart = part("c:chartSpace", f"<c:chart>{title}<c:plotArea>{series}</c:plotArea></c:chart>")
    outcome = converted(
        slide(frame('<c:chart r:id="c"/>')),
        related={1: [("c", "chart", "../charts/chart1.xml")]},
        parts={"ppt/charts/chart1.xml": chart},
    )
    assert outcome.markdown == (
        "Chart: Seen\n\n|  | Ducks |\n| --- | --- |\n| 2019 | 120 |\n| 2020 | 0.3 |"
    )


def test_a_chart_that_gives_nothing_is_noted_and_the_others_are_read() -> None:
    outcome = converted(slide(TITLE + frame('<c:chart r:id="c"/>') + shape("Words")))
    assert outcome.markdown == "# Title\n\nWords"
    assert states(outcome) == ["objects-dropped"]


def test_a_diagram_gives_its_words() -> None:
    point = "<dgm:pt><dgm:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:t></dgm:pt>"
    words = part("dgm:dataModel", point.format("Plan") + point.format("Do"))
    outcome = converted(
        slide(frame('<dgm:relIds r:dm="d"/>')),
        related={1: [("d", "diagramData", "../diagrams/data1.xml")]},
        parts={"ppt/diagrams/data1.xml": words},
    )
    assert outcome.markdown == "- Plan\n- Do"


def test_pictures_leave_what_is_said_of_them_and_the_others_are_noted() -> None:
    outcome = converted(slide(TITLE + picture("A duck") + picture("")))
    assert outcome.markdown == "# Title\n\n![A duck]()"
    assert states(outcome) == ["pictures-dropped"]
    assert outcome.remarks[0].start is not None


def test_notes_of_the_speaker_are_kept_with_their_slide() -> None:
    outcome = converted(
        slide(TITLE),
        slide(TITLE),
        related={1: [("n", "notesSlide", "../notesSlides/n1.xml")]},
        parts={"ppt/notesSlides/n1.xml": notes("Say hello.")},
    )
    assert outcome.markdown == "# Title\n\nNotes: Say hello.\n\n# Title"


def test_comments_and_hidden_slides_are_noted_where_they_are() -> None:
    outcome = converted(
        slide(TITLE),
        slide(shape("Secret", "title"), 'show="0"'),
        related={1: [("c", "comments", "../comments/c1.xml")]},
        parts={"ppt/comments/c1.xml": part("p:cmLst", "<p:cm/><p:cm/>")},
    )
    places = {one.state: outcome.markdown[one.start : one.end] for one in outcome.remarks}
    assert places == {"comments-dropped": "# Title", "slides-hidden": "# Secret"}


def test_numbers_dates_and_footers_of_slides_are_no_text() -> None:
    shapes = TITLE + shape("7", "sldNum") + shape("May", "dt") + shape("Company", "ftr")
    assert markdown(slide(shapes)) == "# Title"


@pytest.mark.parametrize(
    "odd",
    [
        '<p:sp><p:spPr><a:xfrm><a:off x="x" y=""/><a:ext/></a:xfrm></p:spPr></p:sp>',
        "<p:graphicFrame/>",
        "<p:pic/>",
        "<mc:AlternateContent/>",
        '<p:sp><p:txBody><a:p><a:pPr lvl="-9"/></a:p></p:txBody></p:sp>',
        frame('<dgm:relIds r:dm="nowhere"/>'),
        frame("<a:tbl><a:tr/></a:tbl>"),
    ],
)
def test_one_odd_shape_does_not_fail_the_deck(odd: str) -> None:
    assert "Words" in markdown(slide(TITLE + odd + shape("Words")))


def test_a_slide_that_cannot_be_read_costs_only_what_it_says() -> None:
    outcome = converted("<p:sld", slide(TITLE))
    assert (outcome.markdown, states(outcome)) == ("# Title", ["shapes-unread"])
    assert len(outcome.pages) == 2


@pytest.mark.parametrize("content", [b"", package({"ppt/slides/slide1.xml": "<a/>"})])
def test_what_lists_no_slides_is_damaged(content: bytes) -> None:
    with pytest.raises(Damaged):
        convert_pptx(io.BytesIO(content))


def test_a_deck_without_slides_is_empty() -> None:
    assert converted() == Converted("")


def test_a_deck_of_which_no_slide_can_be_read_is_damaged() -> None:
    with pytest.raises(Damaged):
        converted("<p:sld")
