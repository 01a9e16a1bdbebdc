import io
import zipfile

import pytest
from tests.sources.office_maker import (
    docx,
    item,
    level,
    numbered,
    package,
    paragraph,
    part,
    relations,
    run,
    style,
    table,
)

from chunkscope.sources.office.docx_converter import convert_docx
from chunkscope.sources.office.package import Damaged
from chunkscope.sources.outcome import Converted

HEADINGS = "".join(
    style(f"Heading{rank}", f"heading {rank}", outline)
    for rank in (1, 2, 3)
    for outline in [f'<w:pPr><w:outlineLvl w:val="{rank - 1}"/></w:pPr>']
)
NUMBERS = level(0, "decimal", "%1.")
DRAWN = '<w:r><w:drawing><wp:docPr descr="{}"/><a:blip r:embed="x"/></w:drawing></w:r>'
DELETED = '<w:del w:id="1"><w:r><w:delText>gone</w:delText></w:r></w:del>'


def converted(body: str, styles: str = "", numbering: str = "", **more: object) -> Converted:
    return convert_docx(io.BytesIO(docx(body, styles, numbering, **more)))  # type: ignore[arg-type]


def markdown(body: str, styles: str = "", numbering: str = "") -> str:
    return converted(body, styles, numbering).markdown


def states(outcome: Converted) -> list[str]:
    return [remark.state for remark in outcome.remarks]


@pytest.mark.parametrize(
    ("name", "level_of_it"),
    [
        ("heading 2", 2),
        ("Heading 2", 2),
        ("Überschrift 2", 2),
        ("Titre 3", 3),
        ("見出し 1", 1),
        ("HeadB", 2),
        ("Title", 1),
        ("ChapterTitle", 1),
        ("Subtitle", 1),
    ],
)
def test_a_style_is_a_heading_by_its_name(name: str, level_of_it: int) -> None:
    found = markdown(paragraph("Words", "S"), style("S", name))
    assert found == f"{'#' * level_of_it} Words"


@pytest.mark.parametrize(
    "name", ["TableHeader", "TableTitle", "RunInHead", "Header", "Head", "Strong", "Code Caption"]
)
def test_a_style_is_no_heading_because_its_name_sounds_like_one(name: str) -> None:
    assert markdown(paragraph("Words", "S"), style("S", name)) == "Words"


def test_a_style_is_a_heading_by_its_outline_level() -> None:
    outlined = style("S", "Clause", '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>')
    assert markdown(paragraph("Words", "S"), outlined) == "### Words"


def test_a_style_is_a_heading_by_the_style_that_it_is_based_on() -> None:
    chain = style("A", "Clause", based_on="B") + style("B", "Section", based_on="Heading2")
    assert markdown(paragraph("Words", "A"), HEADINGS + chain) == "## Words"


def test_a_style_based_on_a_heading_may_say_that_it_is_none() -> None:
    body = style("A", "Note", '<w:pPr><w:outlineLvl w:val="9"/></w:pPr>', based_on="Heading1")
    assert "#" not in markdown(paragraph("Words", "A"), HEADINGS + body)


def test_styles_based_on_each_other_end() -> None:
    circle = style("A", "One", based_on="B") + style("B", "Two", based_on="A")
    assert markdown(paragraph("Words", "A"), circle) == "Words"


def test_a_paragraph_is_a_heading_by_its_own_outline_level() -> None:
    assert markdown(paragraph("Words", None, '<w:outlineLvl w:val="1"/>')) == "## Words"


def test_a_bold_line_stays_text() -> None:
    assert markdown(paragraph(run("Words", "<w:b/>"))) == "**Words**"


def test_headings_stand_below_the_title_of_their_page_and_that_is_noted() -> None:
    body = paragraph("Page", "T") + paragraph("One", "Heading1") + paragraph("Two", "Heading2")
    outcome = converted(body, HEADINGS + style("T", "Title"))
    assert outcome.markdown == "# Page\n\n## One\n\n### Two"
    assert states(outcome) == ["headings-lowered"]


def test_headings_that_begin_below_a_title_stay_where_they_are() -> None:
    body = paragraph("Page", "T") + paragraph("Two", "Heading2")
    outcome = converted(body, HEADINGS + style("T", "Title"))
    assert (outcome.markdown, outcome.remarks) == ("# Page\n\n## Two", ())


def test_an_empty_heading_is_none() -> None:
    assert markdown(paragraph("<w:r/>", "Heading1"), HEADINGS) == ""


def test_a_heading_has_its_number_and_no_emphasis() -> None:
    numbers = level(0, "decimal", "%1") + level(1, "decimal", "%1.%2")
    listed = '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'
    body = paragraph(run("Words", "<w:b/>"), "Heading2", listed)
    assert markdown(body, HEADINGS, numbered(numbers)) == "## 1.1 Words"


def test_lists_nest_and_count() -> None:
    numbers = NUMBERS + level(1, "bullet", "•")
    body = item("One") + item("Inner", 1) + item("Two")
    assert markdown(body, "", numbered(numbers)) == "1. One\n   - Inner\n2. Two"


def test_a_list_counts_on_behind_a_paragraph() -> None:
    body = item("One") + paragraph("Between") + item("Two")
    assert markdown(body, "", numbered(NUMBERS)) == "1. One\n\nBetween\n\n2. Two"


def test_a_list_right_behind_another_is_one_of_its_own() -> None:
    body = item("One") + item("Two") + item("One again", identity=2)
    found = markdown(body, "", numbered(NUMBERS, NUMBERS))
    assert found == "1. One\n2. Two\n1) One again"


@pytest.mark.parametrize(
    ("form", "text", "shown"),
    [("lowerLetter", "(%1)", "- (a) One"), ("upperRoman", "%1.", "- I. One"), ("none", "", "One")],
)
def test_a_marker_that_markdown_does_not_have_stays_readable(
    form: str, text: str, shown: str
) -> None:
    assert markdown(item("One"), "", numbered(level(0, form, text))) == shown


def test_a_caption_with_a_number_is_no_item() -> None:
    assert markdown(item("A duck"), "", numbered(level(0, "decimal", "Figure %1"))) == (
        "Figure 1 A duck"
    )


def test_a_number_of_letters_is_bounded() -> None:
    far = level(0, "upperLetter", "%1.").replace('start w:val="1"', 'start w:val="900000000"')
    assert markdown(item("One"), "", numbered(far)) == "900000000. One"


def test_a_style_named_after_bullets_makes_items() -> None:
    body = paragraph("One", "L") + paragraph("Two", "L")
    assert markdown(body, style("L", "ListBullet")) == "- One\n- Two"


def test_lines_of_a_style_for_code_are_one_block_as_they_are() -> None:
    lines = ("if x:", "", "    y = `a*b*`")
    body = "".join(paragraph(run(one), "C") for one in lines)
    assert markdown(body, style("C", "CodeWide")) == "```\nif x:\n\n    y = `a*b*`\n```"


def test_letters_of_a_style_for_code_are_code_and_not_escaped() -> None:
    letters = '<w:style w:type="character" w:styleId="L"><w:name w:val="Literal"/></w:style>'
    body = paragraph(run("See ") + run("a*b*&lt;T&gt;", '<w:rStyle w:val="L"/>'))
    assert markdown(body, letters) == "See `a*b*<T>`"


def test_a_box_and_a_quotation_are_quoted_with_their_heading() -> None:
    styles = style("T", "BoxTitle") + style("B", "BoxBody") + HEADINGS
    body = paragraph("One", "Heading1") + paragraph("Box", "T") + paragraph("Words", "B")
    assert markdown(body, styles) == "# One\n\n> ## Box\n>\n> Words"


def test_what_was_inserted_is_kept_and_what_was_deleted_is_noted_where_it_was() -> None:
    inserted = f"<w:ins>{run('new')}</w:ins>"
    outcome = converted(paragraph("First") + paragraph(run("The ") + DELETED + inserted))
    assert outcome.markdown == "First\n\nThe new"
    assert states(outcome) == ["deletions-dropped"]
    remark = outcome.remarks[0]
    assert outcome.markdown[remark.start : remark.end] == "The new"


def test_a_deleted_end_of_a_paragraph_joins_two() -> None:
    first = paragraph("One ", None, "<w:rPr><w:del/></w:rPr>")
    assert markdown(first + paragraph("two")) == "One two"


def test_a_deleted_end_of_the_last_paragraph_loses_nothing() -> None:
    last = paragraph("Last", None, "<w:rPr><w:del/></w:rPr>")
    assert markdown(paragraph("First") + last) == "First\n\nLast"
    assert "Last" in markdown(table([[last, "x"], ["y", "z"]]))


def test_moved_text_is_where_it_was_moved_to() -> None:
    away = f"<w:moveFrom>{run('Moved')}</w:moveFrom>"
    outcome = converted(paragraph(away) + paragraph(f"<w:moveTo>{run('Moved')}</w:moveTo>"))
    assert (outcome.markdown, outcome.remarks) == ("Moved", ())


def test_a_deleted_row_is_left_out() -> None:
    rows = table([["A"], ["B"]]).replace("<w:tr>", "<w:tr><w:trPr><w:del/></w:trPr>", 1)
    outcome = converted(rows + paragraph("End"))
    assert "A" not in outcome.markdown
    assert states(outcome) == ["deletions-dropped"]


def test_comments_are_noted_and_left_out() -> None:
    body = paragraph(run("Words") + '<w:r><w:commentReference w:id="0"/></w:r>')
    assert states(converted(body)) == ["comments-dropped"]


def test_headers_with_text_are_noted() -> None:
    related = [("h", "header", "header1.xml"), ("f", "footer", "footer1.xml")]
    parts = {
        "word/header1.xml": part("w:hdr", paragraph("Top")),
        "word/footer1.xml": part("w:ftr", paragraph("<w:r/>")),
    }
    outcome = converted(paragraph("Words"), related=related, parts=parts)
    assert (outcome.markdown, states(outcome)) == ("Words", ["headers-dropped"])


def test_a_note_stands_behind_the_paragraph_that_points_to_it() -> None:
    notes = part(
        "w:footnotes",
        f'<w:footnote w:type="separator" w:id="0">{paragraph("-")}</w:footnote>'
        f'<w:footnote w:id="7">{paragraph("Below.")}</w:footnote>',
    )
    body = paragraph(run("Above") + '<w:r><w:footnoteReference w:id="7"/></w:r>')
    related = [("f", "footnotes", "footnotes.xml")]
    outcome = converted(
        body + paragraph("End"), related=related, parts={"word/footnotes.xml": notes}
    )
    assert outcome.markdown == "Above[^1]\n\n[^1]: Below.\n\nEnd"


def test_text_in_a_content_control_is_kept() -> None:
    inner = f"<w:sdt><w:sdtContent>{run('inside')}</w:sdtContent></w:sdt>"
    block = f"<w:sdt><w:sdtContent>{paragraph('Whole')}</w:sdtContent></w:sdt>"
    assert markdown(paragraph(run("Words ") + inner) + block) == "Words inside\n\nWhole"


def test_a_text_box_is_read_once_though_the_file_holds_it_twice() -> None:
    box = f"<w:txbxContent>{paragraph('Boxed')}</w:txbxContent>"
    newer = f"<w:drawing><a:graphic>{box}</a:graphic></w:drawing>"
    older = f"<w:pict><v:textbox>{box}</v:textbox></w:pict>"
    both = (
        f"<w:r><mc:AlternateContent><mc:Choice>{newer}</mc:Choice>"
        f"<mc:Fallback>{older}</mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert markdown(paragraph(run("Words") + both)) == "Words\n\nBoxed"


def test_a_picture_leaves_what_is_said_of_it() -> None:
    drawn = (
        '<w:r><w:drawing><wp:docPr id="1" descr="A duck"/><a:blip r:embed="x"/></w:drawing></w:r>'
    )
    assert markdown(paragraph(run("See") + drawn + run("here"))) == "See ![A duck]() here"


def test_a_picture_of_which_nothing_is_said_is_noted_where_it_was() -> None:
    drawn = DRAWN.format("")
    outcome = converted(paragraph("First") + paragraph(drawn) + paragraph("Second"))
    assert outcome.markdown == "First\n\nSecond"
    [remark] = outcome.remarks
    assert (remark.state, remark.detail) == ("pictures-dropped", "1 picture")
    assert outcome.markdown[remark.start : remark.end] == "Second"


def test_a_link_leads_where_it_led() -> None:
    body = paragraph(f'<w:hyperlink r:id="L">{run("the docs")}</w:hyperlink>')
    outcome = converted(body, related=[("L", "hyperlink", "https://example.org/a (b)")])
    assert outcome.markdown == "[the docs](https://example.org/a%20%28b%29)"


def test_a_field_gives_its_answer_and_not_its_instruction() -> None:
    marks = [f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate")]
    code = "<w:r><w:instrText>HYPERLINK &quot;https://example.org&quot;</w:instrText></w:r>"
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    body = paragraph(marks[0] + code + marks[1] + run("here") + end + run(" and on"))
    assert markdown(body) == "[here](https://example.org) and on"


CONTENTS = paragraph(
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("One 1")
) + paragraph("Two 2")
END_OF_FIELD = paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>')


def test_a_table_of_contents_is_left_out_and_noted() -> None:
    outcome = converted(CONTENTS + END_OF_FIELD + paragraph("One", "Heading1"), HEADINGS)
    assert outcome.markdown == "# One"
    assert [(one.state, one.detail) for one in outcome.remarks] == [("contents-dropped", "2")]


@pytest.mark.parametrize("body", [CONTENTS + END_OF_FIELD + paragraph("Words"), CONTENTS])
def test_a_table_of_contents_stays_where_nothing_else_holds_it(body: str) -> None:
    assert markdown(body, HEADINGS).startswith("One 1\n\nTwo 2")


def test_a_field_that_never_ends_hides_no_text() -> None:
    open_field = paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r>')
    assert markdown(open_field + paragraph("Words")) == "Words"


def test_hidden_text_is_left_out_and_noted() -> None:
    outcome = converted(paragraph(run("Seen ") + run("secret", "<w:vanish/>")))
    assert (outcome.markdown, states(outcome)) == ("Seen", ["hidden-dropped"])


def test_a_page_break_ends_a_paragraph_and_a_line_break_a_line() -> None:
    body = paragraph(
        run("One")
        + '<w:r><w:br w:type="page"/></w:r>'
        + run("Two")
        + "<w:r><w:br/></w:r>"
        + run("x")
    )
    assert markdown(body) == "One\n\nTwo  \nx"


def test_soft_hyphens_go_and_hard_ones_stay() -> None:
    body = paragraph(run("soft\u00adware") + "<w:r><w:softHyphen/><w:noBreakHyphen/></w:r>")
    assert markdown(body) == "software-"


def test_a_symbol_is_the_letter_that_its_font_shows() -> None:
    assert markdown(paragraph('<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>')) == "α"


def test_equations_become_latex_each_for_itself() -> None:
    fraction = (
        "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>"
    )
    power = (
        "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    )
    odd = "<m:nary><m:e><m:r><m:t>y</m:t></m:r></m:e></m:nary>"
    body = paragraph(run("So ") + f"<m:oMath>{fraction}</m:oMath>")
    body += paragraph(f"<m:oMathPara><m:oMath>{power}</m:oMath></m:oMathPara>")
    body += paragraph(f"<m:oMath>{odd}</m:oMath>")
    assert markdown(body) == "So $\\frac{a}{b}$\n\n$$x^{2}$$\n\n$\\int y$"


def test_a_table_keeps_its_grid_where_cells_are_merged() -> None:
    wide = f'<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{paragraph("Wide")}'
    below = f"<w:tcPr><w:vMerge/></w:tcPr>{paragraph('<w:r/>')}"
    found = markdown(table([["A", wide], [below, "B", "C|D"]]))
    assert found == "| A | Wide |  |\n| --- | --- | --- |\n|  | B | C\\|D |"


def test_a_cell_holds_its_paragraphs_and_lists_in_one_line() -> None:
    cell = paragraph("One") + item("Two")
    found = markdown(table([["A", "B"], [cell, "C"]]), "", numbered(level(0, "bullet", "•")))
    assert found.endswith("| One<br>• Two | C |")


def test_a_span_that_no_table_can_have_does_not_fill_the_memory() -> None:
    cell = f'<w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>{paragraph("Wide")}'
    assert len(markdown(table([["A", "B"], [cell, "C"]]))) < 3_000


def test_a_table_that_lays_out_a_page_is_no_table() -> None:
    cell = paragraph("Part", "Heading1") + paragraph("Words")
    assert markdown(table([[cell, "Aside"]]), HEADINGS) == "# Part\n\nWords\n\nAside"


def test_tables_inside_each_other_end_in_text() -> None:
    nested = paragraph("Deep")
    for _ in range(300):
        nested = table([[nested + paragraph("<w:r/>"), "x"]])
    outcome = converted(nested)
    assert "Deep" in outcome.markdown
    assert "layout-lost" in states(outcome)


def test_what_would_be_markdown_stays_what_it_was() -> None:
    for text in (
        "# no heading",
        "&gt; no quotation",
        "+ no item",
        "*no stress*",
        "a `b`",
        "[a](b)",
    ):
        found = markdown(paragraph(text))
        assert found.replace("\\", "") == text.replace("&gt;", ">")
        assert "\\" in found


def test_bold_letters_with_blanks_between_are_one() -> None:
    body = paragraph(run("One", "<w:b/>") + run(" ") + run("two", "<w:b/>") + run(" three"))
    assert markdown(body) == "**One two** three"


def test_the_strict_form_of_the_format_is_read() -> None:
    file = io.BytesIO()
    usual = zipfile.ZipFile(io.BytesIO(docx(paragraph("Words", "Heading1"), HEADINGS)))
    with zipfile.ZipFile(file, "w") as strict:
        for name in usual.namelist():
            content = usual.read(name).decode()
            for kind in ("wordprocessingml", "officeDocument"):
                content = content.replace(
                    f"http://schemas.openxmlformats.org/{kind}/2006/",
                    f"http://purl.oclc.org/ooxml/{kind}/",
                )
            strict.writestr(name, content)
    assert convert_docx(file).markdown == "# Words"


def test_the_title_among_the_properties_counts_where_the_page_has_none() -> None:
    properties = '<c xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A page</dc:title></c>'
    rels = relations(
        [("d", "officeDocument", "word/document.xml"), ("c", "core-properties", "c.xml")]
    )
    parts = {"c.xml": properties, "_rels/.rels": rels}
    assert converted(paragraph("Words"), parts=parts).title == "A page"
    assert converted(paragraph("One", "Heading1"), HEADINGS, parts=parts).title is None


def test_a_document_type_is_refused() -> None:
    bomb = b'<!DOCTYPE w [<!ENTITY a "aa">]><w:document xmlns:w="x">&a;</w:document>'
    with pytest.raises(Damaged):
        convert_docx(io.BytesIO(package({"word/document.xml": bomb})))


@pytest.mark.parametrize("content", [b"", b"no archive", package({"other.xml": "<a/>"})])
def test_what_has_no_body_is_damaged(content: bytes) -> None:
    with pytest.raises(Damaged):
        convert_docx(io.BytesIO(content))


def test_a_part_that_cannot_be_read_costs_only_what_it_says() -> None:
    broken = {"word/styles.xml": "<w:styles", "word/numbering.xml": b"\xff"}
    assert converted(paragraph("Words", "Heading1"), parts=broken).markdown == "# Words"


def test_blanks_beyond_measure_take_no_time() -> None:
    blanks = " " * 200_000
    assert markdown(paragraph(run(f"a{blanks}b", "<w:b/>") + run("c"))).endswith("b**c")
