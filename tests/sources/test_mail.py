"""Mail: subject, who wrote to whom, the text, and the names of what was attached."""

import io
import struct
from email.message import EmailMessage
from pathlib import Path

import pytest

from chunkscope.core.errors import SourceError
from chunkscope.sources.mail.eml_converter import convert_eml
from chunkscope.sources.mail.msg_converter import convert_msg
from chunkscope.sources.mail.rtf import html_or_text_of, unpacked
from chunkscope.sources.outcome import Converted, Wishes
from chunkscope.workspace.self_test.compound import Tree, compound_file

HEAD = b"Subject: S\r\nFrom: a@b.c\r\nMIME-Version: 1.0\r\n"


def eml(content: bytes, encoding: str | None = None) -> Converted:
    return convert_eml(io.BytesIO(content), Wishes(encoding=encoding))


def letter(plain: str | None = None, html: str | None = None) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = "Grüße"
    message["From"] = "Ann Ö <ann@example.org>"
    message["To"] = "bo@example.org"
    message["Date"] = "Fri, 31 May 2024 09:30:00 +0200"
    if plain is not None:
        message.set_content(plain)
    if html is not None and plain is None:
        message.set_content(html, subtype="html")
    elif html is not None:
        message.add_alternative(html, subtype="html")
    return message


def states(outcome: Converted) -> list[tuple[str, str]]:
    return [(remark.state, remark.detail) for remark in outcome.remarks]


def test_a_letter_opens_with_its_subject_and_who_wrote_to_whom() -> None:
    outcome = eml(letter("Hello Bö\n\n- one\n- two\n").as_bytes())
    assert outcome.title == "Grüße"
    assert outcome.markdown == (
        "# Grüße\n\nFrom: Ann Ö <ann@example.org>  \nTo: bo@example.org  \n"
        "Date: Fri, 31 May 2024 09:30:00 +0200\n\nHello Bö\n\n- one\n- two"
    )


def test_plain_text_is_preferred_and_web_content_where_it_says_more() -> None:
    same = letter("The same words\n", "<p>The <b>same</b> words</p>")
    assert eml(same.as_bytes()).markdown.endswith("\n\nThe same words")
    more = letter("See web version\n", f"<h2>News</h2><p>{'many words ' * 20}</p>")
    assert "## News\n\nmany words" in eml(more.as_bytes()).markdown
    assert eml(letter(html="<p>only <b>web</b></p>").as_bytes()).markdown.endswith("only **web**")


def test_headings_of_web_content_are_below_the_subject() -> None:
    page = "<h1>News</h1><p>words</p><h3>More</h3>"
    assert "\n\n## News\n\nwords\n\n#### More" in eml(letter(html=page).as_bytes()).markdown
    below = letter(html="<h2>News</h2><p>words</p>")
    assert "\n\n## News" in eml(below.as_bytes()).markdown
    without = letter(html=page)
    del without["Subject"]
    assert "\n\n# News" in eml(without.as_bytes()).markdown
    outer = letter("See below")
    outer.add_attachment(letter(html=page))
    assert "\n\n## Grüße" in eml(outer.as_bytes()).markdown
    assert "\n\n### News" in eml(outer.as_bytes()).markdown


def test_attachments_are_named_and_never_read() -> None:
    message = letter("Text\n")
    message.add_attachment(
        b"secret", maintype="application", subtype="pdf", filename="Bericht ü.pdf"
    )
    message.add_attachment("inside", filename="notes.txt")
    outcome = eml(message.as_bytes())
    assert outcome.markdown.endswith("Text\n\nAttached:\n\n- Bericht ü.pdf\n- notes.txt")
    assert states(outcome) == [("attachments-unread", "Bericht ü.pdf, notes.txt")]


def test_a_message_within_a_message_is_a_section() -> None:
    message = letter("Outer\n")
    message.add_attachment(letter("Inner\n"))
    markdown = eml(message.as_bytes()).markdown
    assert markdown.index("Outer") < markdown.index("## Grüße") < markdown.index("Inner")


def test_a_picture_shown_in_the_text_is_named_with_what_is_attached() -> None:
    message = letter(html="<p>See <img src='cid:x' alt='the plot'></p>")
    message.add_related(b"png", maintype="image", subtype="png", cid="<x>", filename="plot.png")
    markdown = eml(message.as_bytes()).markdown
    assert "![the plot]()" in markdown
    assert markdown.endswith("- plot.png")


@pytest.mark.parametrize(
    ("header", "body", "text"),
    [
        (b"text/plain; charset=iso-8859-1", "ä".encode("latin-1"), "ä"),
        (b"text/plain; charset=ISO-8859-1", "5 €".encode("cp1252"), "5 €"),
        (b"text/plain; charset=gb2312", "镕".encode("gb18030"), "镕"),
        (b"text/plain; charset=no-such", "ä".encode(), "ä"),
        (b"text/plain", "größe".encode("cp1252"), "größe"),
        (
            b"text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable",
            b"a=C3=A4=\r\nb",
            "aäb",
        ),
        (b"text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64", b"w6Q=", "ä"),
        (b"text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64", b"w6Q", "ä"),
        (b"text/plain\r\nContent-Transfer-Encoding: x-no-such", b"as it is", "as it is"),
        (b"text/plain; format=flowed", b"one \r\ntwo\r\n three", "one two\nthree"),
        (b"text/plain; format=flowed; delsp=yes", b"on \r\ne", "one"),
    ],
)
def test_text_is_decoded_however_it_travelled(header: bytes, body: bytes, text: str) -> None:
    message = HEAD + b"Content-Type: " + header + b"\r\n\r\n" + body
    assert eml(message).markdown == f"# S\n\nFrom: a@b.c\n\n{text}"


def test_a_header_that_was_sent_raw_is_read_as_the_text_is() -> None:
    kind = b"Content-Type: text/plain; charset=koi8-r\r\n"
    message = kind + b"Subject: " + "Привет".encode("koi8-r") + b"\r\n\r\ntext"
    assert eml(message).markdown.startswith("# Привет\n")


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("Yours\nAnn\n-- \nShop", "Yours\nAnn\n\n--\nShop"),
        ("Ann\n-- \nShop", "Ann\n\n--\nShop"),
        ("one\ntwo\n======\nthree", "one\ntwo\n\n======\nthree"),
        ("Agenda\n------\none", "Agenda\n------\none"),
        ("one\n\n-----\ntwo", "one\n\n-----\ntwo"),
    ],
)
def test_text_above_a_line_of_dashes_is_no_heading_unless_it_is_underlined(
    sent: str, read: str
) -> None:
    assert eml(HEAD + b"\r\n" + sent.encode()).markdown.endswith(f"\n\n{read}")


def test_an_encoding_that_the_reader_chose_goes_before_the_declared() -> None:
    message = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + "п".encode("cp1251")
    assert eml(message, "cp1251").markdown.endswith("\n\nп")


@pytest.mark.parametrize(
    ("raw", "subject"),
    [
        (b"=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        (b"=?utf-8?b?w6Q=?=\r\n =?utf-8?b?w7Y=?=", "äö"),
        (b"=?no-such?q?a=FC?=", "a\N{REPLACEMENT CHARACTER}"),
        (b"=?utf-8?b?w6Q?=", "ä"),
        ("roh ü".encode(), "roh ü"),
        ("roh ü".encode("cp1252"), "roh ü"),
        (b"a <script> *b*", "a \\<script> \\*b\\*"),
        (b'"', '"'),
        (b"@" * 50_000, "@" * 10_000),
    ],
)
def test_no_header_breaks_a_letter(raw: bytes, subject: str) -> None:
    markdown = eml(b"Subject: " + raw + b"\r\nFrom: " + raw + b"\r\n\r\ntext").markdown
    assert markdown.startswith(f"# {subject}\n\nFrom: ")
    assert markdown.endswith("text")


def test_an_encrypted_letter_is_a_named_state() -> None:
    for kind in (
        b"multipart/encrypted; boundary=x",
        b"application/pkcs7-mime; smime-type=enveloped-data",
    ):
        with pytest.raises(SourceError) as caught:
            eml(HEAD + b"Content-Type: " + kind + b"\r\n\r\n--x\r\n\r\nabc\r\n--x--")
        assert caught.value.state == "encrypted"


@pytest.mark.parametrize("content", [b"", b"\n\n", b"no headers here"])
def test_what_is_no_letter_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="no headers"):
        eml(content)


def test_a_letter_cut_off_in_the_middle_gives_what_it_has() -> None:
    message = letter("Text\n", "<p>Text</p>").as_bytes()
    for length in range(len(message) // 2, len(message), 40):
        assert "Grüße" in eml(message[:length]).markdown


def wide(text: str) -> bytes:
    return text.encode("utf-16-le")


def message_file(folder: Path, more: Tree) -> io.BytesIO:
    """Return an Outlook message with a subject and whatever else is given by its stream's name."""
    moment = 133616142000000000  # 2024-05-31 07:30
    tree: dict[str, bytes | Tree] = {
        "__properties_version1.0": bytes(32)
        + struct.pack("<HHIq", 0x0040, 0x0039, 6, moment)
        + struct.pack("<HHIiI", 0x0003, 0x3FFD, 6, 1251, 0),
        "__substg1.0_0037001F": wide("Grüße"),
        "__substg1.0_0C1A001F": wide("Ann"),
        "__substg1.0_0C1F001F": wide("ann@example.org"),
        "__substg1.0_0E04001F": wide("Bo"),
        **more,
    }
    return io.BytesIO(compound_file(folder / "a.msg", tree).read_bytes())


def test_an_outlook_message_reads_like_a_letter(tmp_path: Path) -> None:
    more: Tree = {
        "__substg1.0_1000001F": wide("Hello\r\n"),
        "__attach_version1.0_#00000000": {"__substg1.0_3707001F": wide("report.pdf")},
    }
    outcome = convert_msg(message_file(tmp_path, more))
    assert outcome.title == "Grüße"
    assert outcome.markdown == (
        "# Grüße\n\nFrom: Ann <ann@example.org>  \nTo: Bo  \nDate: 2024-05-31 07:30 UTC\n\n"
        "Hello\n\nAttached:\n\n- report.pdf"
    )
    assert states(outcome) == [("attachments-unread", "report.pdf")]


@pytest.mark.parametrize(
    ("stream", "content", "text"),
    [
        ("__substg1.0_1000001E", "при".encode("cp1251"), "при"),
        ("__substg1.0_10130102", b"<meta charset=utf-8><p>w\xc3\xa4b", "wäb"),
        ("__substg1.0_1013001F", wide("<p>web"), "web"),
        (
            "__substg1.0_10090102",
            struct.pack("<IIII", 0, 24, 0x414C454D, 0) + rb"{\rtf1 rich \'e9 text}  ",
            "rich é text",
        ),
    ],
)
def test_any_form_of_the_text_will_do(
    tmp_path: Path, stream: str, content: bytes, text: str
) -> None:
    assert convert_msg(message_file(tmp_path, {stream: content})).markdown.endswith(f"\n\n{text}")


def test_an_encrypted_outlook_message_is_a_named_state(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        convert_msg(message_file(tmp_path, {"__substg1.0_001A001F": wide("IPM.Note.SMIME")}))
    assert caught.value.state == "encrypted"


def test_rich_text_is_unpacked() -> None:
    # Source: [MS-OXRTFCP], 4.1.1, its example of packed text.
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232"
        "0af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpacked(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"


@pytest.mark.parametrize("content", [b"", b"x" * 15, b"x" * 40, b"\0" * 16 + b"x" * 9])
def test_rich_text_that_is_damaged_is_nothing(content: bytes) -> None:
    assert unpacked(content) == b""


@pytest.mark.parametrize(
    ("rtf", "html", "plain"),
    [
        (rb"{\rtf1\ansi{\fonttbl{\f0 Arial;}}a\par b\tab c}", "", "a\nb\tc"),
        (rb"{\rtf1\ansicpg1251 \'ef\'f0\u8364?{\*\unknown x}\{\}}", "", "пр€{}"),
        (
            rb"{\rtf1\fromhtml1{\*\htmltag64 <p>}\htmlrtf x\par\htmlrtf0 ab{\*\htmltag72 </p>}}",
            "<p>ab</p>",
            "",
        ),
    ],
)
def test_rich_text_gives_its_web_content_or_its_text(rtf: bytes, html: str, plain: str) -> None:
    assert html_or_text_of(rtf) == (html, plain)
