"""Smallest PDFs, written by hand."""

from collections.abc import Sequence

_FONTS = " ".join(
    f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>"
    for name, font in (
        ("F1", "Helvetica"),
        ("F2", "Helvetica-Bold"),
        ("F3", "Helvetica-Oblique"),
        ("F4", "Courier"),
        ("F5", "Courier-Bold"),
    )
)


def words(
    text: str, x: float, y: float, size: float = 10, font: str = "F1", scale: float = 1
) -> str:
    """Draw `text` from (x, y), in points from the bottom left; the matrix does the scaling."""
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /{font} {size / scale} Tf {scale} 0 0 {scale} {x} {y} Tm ({escaped}) Tj ET\n"


def lines(texts: Sequence[str], x: float, y: float, leading: float = 12, font: str = "F1") -> str:
    """Draw lines of body text below each other, the first at (x, y)."""
    return "".join(
        words(text, x, y - leading * place, font=font) for place, text in enumerate(texts) if text
    )


def picture(x: float, y: float, width: float, height: float) -> str:
    """Draw a grey picture whose bottom left corner is at (x, y)."""
    return f"q {width} 0 0 {height} {x} {y} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q\n"


def pdf(
    pages: Sequence[str],
    outline: Sequence[tuple[str, int, float]] = (),
    encrypted: bool = False,
    rotate: int = 0,
) -> bytes:
    """Return a file of these pages, with (title, page index, height) entries of an outline."""
    count = len(pages)
    first_entry = 4 + 2 * count
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(count))
    catalog = "<< /Type /Catalog /Pages 2 0 R" + (" /Outlines 3 0 R" if outline else "") + " >>"
    entries = f"/First {first_entry} 0 R /Last {first_entry + len(outline) - 1} 0 R"
    bodies = [
        catalog,
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        f"<< /Type /Outlines {entries if outline else ''} >>",
    ]
    for place, content in enumerate(pages):
        bodies.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate {rotate} "
            f"/Resources << /Font << {_FONTS} >> >> /Contents {5 + 2 * place} 0 R >>"
        )
        bodies.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    for place, (title, page, height) in enumerate(outline):
        following = "" if place + 1 == len(outline) else f"/Next {first_entry + place + 1} 0 R"
        bodies.append(
            f"<< /Title ({title}) /Parent 3 0 R {following} "
            f"/Dest [{4 + 2 * page} 0 R /XYZ 0 {height} 0] >>"
        )
    return _file(bodies, encrypted)


def _file(bodies: Sequence[str], encrypted: bool) -> bytes:
    content, places = "%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(content))
        content += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    lock = "<< /Filter /Standard /V 1 /R 2 /P -4 /O <{0}> /U <{0}> >>".format("00" * 32)
    trailer = f"/Size {len(bodies) + 1} /Root 1 0 R" + (
        f" /Encrypt {lock} /ID [<00> <00>]" if encrypted else ""
    )
    return (
        f"{content}xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}"
        f"trailer << {trailer} >>\nstartxref\n{len(content)}\n%%EOF"
    ).encode("latin-1")
