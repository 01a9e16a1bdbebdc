"""Files whose name says one format and whose content another, read by their content."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from chunkscope.core.document import Document
from chunkscope.core.errors import SourceError
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.read import read_document
from chunkscope.sources.workshop import Workshop

Read: TypeAlias = Callable[[str, bytes], Document]

SPREADSHEET = """<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
 xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
 <DocumentProperties xmlns="urn:schemas-microsoft-com:office:office"><Title>Prices</Title>
 </DocumentProperties>
 <Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style></Styles>
 <Worksheet ss:Name="Fruit"><Table>
  <Row ss:Index="2"><Cell ss:Index="2"><Data ss:Type="String">name</Data></Cell>
   <Cell><Data ss:Type="String">price</Data></Cell>
   <Cell><Data ss:Type="String">day</Data></Cell></Row>
  <Row><Cell ss:Index="2" ss:HRef="https://example.org/a"><Data ss:Type="String">Ap<B>ple</B></Data>
   </Cell><Cell><Data ss:Type="Number">1.0</Data></Cell>
   <Cell><Data ss:Type="DateTime">2024-05-31T00:00:00.000</Data></Cell></Row>
  <Row><Cell ss:Index="3" ss:StyleID="p"><Data ss:Type="Number">0.5</Data>
   <Comment><ss:Data>Half of it</ss:Data></Comment></Cell></Row>
 </Table></Worksheet>
 <Worksheet ss:Name="Away"><Table><Row><Cell><Data ss:Type="Boolean">1</Data></Cell></Row></Table>
  <WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>SheetHidden</Visible>
  </WorksheetOptions></Worksheet>
</Workbook>"""

PAGE = b"""From: <Saved by a browser>\r
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r
MIME-Version: 1.0\r
Content-Type: multipart/related;\r
 type="text/html"; boundary="----x"\r
\r
------x\r
Content-Type: text/html; charset="utf-8"\r
Content-Transfer-Encoding: quoted-printable\r
Content-Location: https://example.org/\r
\r
%s\r
------x\r
Content-Type: image/png\r
Content-Transfer-Encoding: base64\r
Content-Location: cid:a\r
\r
iVBORw0KGgo=\r
%s------x--\r
"""
BODY = b"<html><body><h1>T=C3=B6ne</h1><p>Words <img src=3D'cid:a' alt=3D'plot'></p></body></html>"
FRAME = b'<html><frameset><frame src=3D"s.htm"></frameset></html>'
SHEET = b"""------x\r
Content-Type: text/html; charset="us-ascii"\r
Content-Location: file:///C:/s_files/sheet001.htm\r
\r
<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>\r
------x\r
Content-Type: text/html; charset="us-ascii"\r
Content-Location: file:///C:/s_files/tabstrip.htm\r
\r
<p>Sheet1</p>\r
"""


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    workshop = Workshop()
    yield workshop
    workshop.close()


@pytest.fixture
def read(workshop: Workshop, tmp_path: Path) -> Read:
    def read(name: str, content: bytes) -> Document:
        path = tmp_path / name
        path.write_bytes(content)
        return read_document(path, workshop=workshop, wishes=Wishes(by_content=True))

    return read


def states(document: Document) -> list[str]:
    return [note.state for note in document.notes]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
@pytest.mark.parametrize("name", ["report.xls", "report.xlsx"])
def test_text_with_tabs_under_a_workbooks_name_is_a_table(
    read: Read, name: str, encoding: str
) -> None:
    text = "name\tprice\r\nKäse, jung\t1,50\r\nÖl\t2,00\r\n"
    document = read(name, text.encode(encoding))
    assert document.text.startswith("| name | price |\n| --- | --- |\n| Käse, jung | 1,50 |")
    assert document.form == "tsv"
    assert "wrong-extension" in states(document)


def test_bytes_that_are_no_text_under_a_workbooks_name_are_damaged(read: Read) -> None:
    for name in ("a.xls", "a.xlsx"):
        with pytest.raises(SourceError) as caught:
            read(name, b"a;b\t" + bytes(range(256)) * 9)
        assert caught.value.state == "damaged"


def test_commas_under_a_workbooks_name_part_columns_too(read: Read) -> None:
    document = read("a.xls", b"a,b\n1,2\n")
    assert document.text == "| a | b |\n| --- | --- |\n| 1 | 2 |"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("name", ["prices.xls", "prices.xml"])
def test_a_spreadsheet_in_xml_is_read_like_a_workbook(read: Read, name: str, encoding: str) -> None:
    content = SPREADSHEET.replace("?>", f' encoding="{encoding}"?>', 1).encode(encoding)
    document = read(name, content)
    assert document.title == "Prices"
    assert document.text == (
        "## Fruit\n\n| name | price | day |\n| --- | --- | --- |\n"
        "| [Apple](https://example.org/a) | 1 | 2024-05-31 |\n|  | 50.00% |  |\n\n"
        "Comment on C4: Half of it\n\n## Away\n\nTRUE"
    )
    assert states(document) == ["wrong-extension", "sheets-hidden"]


def test_no_entity_multiplies_what_a_spreadsheet_in_xml_holds(read: Read) -> None:
    more = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    entities = f'<!DOCTYPE x [<!ENTITY e0 "{"a" * 40}">{more}]>'
    for old in ('"Fruit"', ">name<"):
        content = SPREADSHEET.replace("<Workbook", f"{entities}<Workbook", 1)
        content = content.replace(old, old[0] + "&e8;" + old[-1])
        with pytest.raises(SourceError) as caught:
            read("a.xls", content.encode())
        assert caught.value.state == "damaged"


def test_a_spreadsheet_in_xml_that_is_cut_off_is_damaged(read: Read) -> None:
    with pytest.raises(SourceError) as caught:
        read("a.xls", SPREADSHEET[:900].encode())
    assert caught.value.state == "damaged"


def test_no_entity_of_a_spreadsheet_in_xml_is_expanded(tmp_path: Path, read: Read) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_bytes(b"secret words")
    entity = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{secret.as_uri()}">]>'
    content = SPREADSHEET.replace("<Workbook", f"{entity}<Workbook", 1).replace(">name<", ">&e;<")
    assert "secret words" not in read("a.xls", content.encode()).text


@pytest.mark.parametrize("name", ["a.mht", "a.mhtml", "a.doc", "a.html", "a"])
def test_a_page_saved_in_one_file_is_read_as_a_page(read: Read, name: str) -> None:
    document = read(name, PAGE % (BODY, b""))
    assert document.text == "# Töne\n\nWords ![plot]()"
    assert document.form == "mht"
    assert ("wrong-extension" in states(document)) == (name in ("a.doc", "a.html"))


def test_sheets_that_a_page_only_frames_are_read(read: Read) -> None:
    document = read("book.xls", PAGE % (FRAME, SHEET))
    assert "| a | b |" in document.text
    assert "Sheet1" not in document.text
    assert document.title == "Grüße"


def test_a_letter_with_pictures_is_still_a_letter(read: Read) -> None:
    document = read("a.eml", PAGE % (BODY, b""))
    assert document.text.startswith("# Grüße\n\nFrom:")


def test_word_in_xml_is_not_supported_by_name(read: Read) -> None:
    names = "http://schemas.microsoft.com/office/word/2003/wordml"
    content = f'<?xml version="1.0"?><w:wordDocument xmlns:w="{names}"/>'
    for name in ("a.doc", "a.xml", "a.docx"):
        with pytest.raises(SourceError) as caught:
            read(name, content.encode())
        assert caught.value.state == "not-supported"
        assert "Word 2003" in caught.value.message


@pytest.mark.parametrize(("content", "form"), [(b"a,b\n1,2\n", "csv"), (b"a\tb\n1\t2\n", "tsv")])
def test_a_table_under_a_workbooks_name_is_named_by_what_parts_its_columns(
    tmp_path: Path, content: bytes, form: str
) -> None:
    path = tmp_path / "a.xls"
    path.write_bytes(content)
    with pytest.raises(SourceError) as caught:
        read_document(path)
    assert caught.value.state == "wrong-extension"
    assert f"end in .{form}," in caught.value.hint
