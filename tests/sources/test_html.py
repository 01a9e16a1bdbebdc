"""Web content as markdown. What a reader of the page sees, a reader of the markdown must see."""

import unicodedata
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chunkscope.sources.text import NotText, decode_markup
from chunkscope.sources.web.html_converter import convert_html
from chunkscope.sources.web.markdown import markdown_of_html, page_of_html

SHARED = Path(__file__).parents[3] / "shared" / "data" / "binary"
PAGES = sorted(SHARED.glob("html/*.html")) + sorted(SHARED.glob("html_help/*/*.html"))
RENDERER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def shown(markdown: str) -> str:
    """Return what a reader sees of markdown."""
    words: list[str] = []
    for token in RENDERER.parse(markdown):
        if token.type in ("fence", "code_block"):
            words.append(token.content)
        words += [child.content for child in token.children or ()]
    return " ".join(words)


def letters(text: str) -> Counter[str]:
    return Counter(one for one in unicodedata.normalize("NFKC", text) if one.isalnum())


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>One</h1><h3>Two</h3>", "# One\n\n### Two"),
        ("<h2><b>Bold</b> <a href='#x'>link</a></h2>", "## Bold [link](#x)"),
        ("<h2>1. Issue #</h2>", "## 1. Issue \\#"),
        ("<h2>Name<a class=headerlink href='#name'>¶</a></h2>", "## Name"),
        ("<h2></h2>x", "x"),
        ("<p>one<p>two", "one\n\ntwo"),
        ("<p>one\n  two&nbsp;&nbsp;three</p>", "one two three"),
        ("one<br>two<br><br>three", "one  \ntwo\n\nthree"),
        ("<b>a</b><strong>b</strong> <i> c </i>d", "**ab** *c* d"),
        ("<b>a <b>b</b></b><b></b>", "**a b**"),
        ("x<hr>y", "x\n\n***\n\ny"),
        ("10<sup>6</sup> H<sub>2</sub>O 1<sup>st</sup>", "10⁶ H₂O 1st"),
        ("<q>said</q>", '"said"'),
        ("<details><summary>More</summary><p>text</p></details>", "More\n\ntext"),
        ("<blockquote><p>a</p><ul><li>b</ul></blockquote>", "> a\n>\n> - b"),
        ("<select><option>a<option>b</select>", "a b"),
        ("<script>x()</script><style>p{}</style><template>t</template>y", "y"),
        ('<math><annotation encoding="application/x-tex">a^2</annotation></math>', "$a^2$"),
    ],
)
def test_elements_become_markdown(html: str, markdown: str) -> None:
    assert markdown_of_html(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "- a\n- b\n  - c\n- d"),
        ("<ul><li>a</li><ul><li>b</ul></ul>", "- a\n  - b"),
        ("<ol start=9><li>a<li>b<p>c</ol>", "9. a\n\n10. b\n\n    c"),
        ("<ol><li>a<li value=5>b</ol>", "1. a\n5. b"),
        ("<ol><li>a<ul><li>b<p>c</ul><li>d</ol>", "1. a\n\n   - b\n\n     c\n\n2. d"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ul><li></li><li>a</ul>", "- a"),
        ("<ul><li><input type=checkbox checked> done</ul>", "- [x] done"),
        ("<label><input type=checkbox>Menu</label>", "Menu"),
        ("<ul><li><h3>Card</h3><p>text</p></ul>", "### Card\n\ntext"),
        ("<ul><li><pre>a\n\n  b</pre></ul>", "- ```\n  a\n\n    b\n  ```"),
        ("<dl><dt>Term<dd>meaning</dl>", "- Term\n\n  meaning"),
    ],
)
def test_lists_keep_their_items_numbers_and_depth(html: str, markdown: str) -> None:
    assert markdown_of_html(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        (
            "<table><tr><th>A<th>B<tr><td>1|2<td>x<br>y</table>",
            "| A | B |\n| --- | --- |\n| 1\\|2 | x y |",
        ),
        (
            "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
            "|  |  |\n| --- | --- |\n| a | b |\n| c | d |",
        ),
        (
            "<table><thead><tr><td>A<td colspan=2>B<tbody><tr><td rowspan=2>1<td>2<td>3<tr><td>4",
            "| A | B |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 |",
        ),
        (
            "<table><caption>Sizes</caption><tr><th>A<th>B<tr><td>1<td></table>",
            "Sizes\n\n| A | B |\n| --- | --- |\n| 1 |  |",
        ),
        (
            "<table><tr><th>A<th>B<tr><td>x<td><ul><li>p<li>q</ul></table>",
            "| A | B |\n| --- | --- |\n| x | p q |",
        ),
        (
            "<table><tr><td>a<td><table><tr><th>A<th>B<tr><td>1<td>2</table></table>",
            "a\n\n| A | B |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<table><tr><td><h2>Head</h2><td>text</table>", "## Head\n\ntext"),
        ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd"),
    ],
)
def test_tables_keep_their_rows_and_those_for_layout_are_none(html: str, markdown: str) -> None:
    assert markdown_of_html(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<a href='/a b(c)'>x</a>", "[x](</a b(c)>)"),
        ("<a href='https://a.b/c'>https://a.b/c</a>", "<https://a.b/c>"),
        ("<a href='x'><h3>T</h3><p>t</p></a>", "### [T](x)\n\n[t](x)"),
        ("<a href='x'>a</a><a href='y'>b</a>", "[a](x) [b](y)"),
        ("<a href='#n'>[1]</a> <a href='#n'>]</a>", "[[1]](#n) [\\]](#n)"),
        ("<a href=' java\nscript:x()'>a</a><a href='data:text/html,x'>b</a><a>c</a>", "abc"),
        ("<a href='x'></a>y", "y"),
    ],
)
def test_links_keep_their_text_and_lead_to_addresses_only(html: str, markdown: str) -> None:
    assert markdown_of_html(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<pre>\na\n\n\n  b  \n</pre>", "```\na\n\n\n  b  \n```"),
        ("<pre>a\n````\nb</pre>", "`````\na\n````\nb\n`````"),
        ("<pre><code class='x language-c++'>a&lt;b&gt;</code></pre>", "```c++\na<b>\n```"),
        ("<div class='highlight-python'><pre>x</pre></div>", "```python\nx\n```"),
        ("<pre><div>a</div><div>b</div>c<br>d</pre>", "```\na\nb\nc\nd\n```"),
        ("<code>a`b</code>", "``a`b``"),
        ("<code>`a`</code> <code> *b*\nc </code>", "`` `a` `` `*b* c`"),
        ("<kbd>Ctrl</kbd><kbd>K</kbd>", "`Ctrl` `K`"),
    ],
)
def test_code_keeps_its_blanks_and_blank_lines(html: str, markdown: str) -> None:
    assert markdown_of_html(html) == markdown


def test_pictures_held_in_the_page_leave_their_description_and_never_their_bytes() -> None:
    page = page_of_html(
        "<p>one</p><img src='data:image/png;base64,AAAA'><p>two</p>"
        "<img src='data:image/png;base64,AAAA' alt='A\ncat'> <img src=a.png alt='[x'>"
        "<img src='data:x' data-src=b.png>"
    )
    assert page.markdown == "one\n\ntwo\n\n![A cat]() ![\\[x](a.png)![](b.png)"
    assert page.pictures == (5,)


def test_a_page_says_what_was_left_out_and_where() -> None:
    page = convert_html(BytesIO(b"<title>T</title><p>one</p><p>two<img src='data:x'></p>"))
    assert (page.markdown, page.title) == ("one\n\ntwo", "T")
    (remark,) = page.remarks
    assert (remark.state, remark.detail, remark.start) == ("pictures-dropped", "1 picture", 5)


def test_the_title_of_a_page_is_not_its_text() -> None:
    page = page_of_html("<title> A\n title </title>")
    assert (page.markdown, page.title) == ("", "A title")
    assert page_of_html("<svg><title>sign</title></svg><p>x").title is None


@pytest.mark.parametrize(
    "text",
    [
        *("# no", "1. no", "- no", "+ no", "* no", "> no", "---", "===", "~~~", "```", "__init__"),
        *("*a*", "[a](b)", "[a]: b", "<div>", "&amp;", "a\\*b", "a\\", "~~a~~", "![a](b)", "| a |"),
    ],
)
def test_text_that_looks_like_markdown_stays_text(text: str) -> None:
    html = text.replace("&", "&amp;").replace("<", "&lt;")
    for around in ("<p>{}</p>", "<li>{}", "<h2>{}</h2>", "<b>{}</b>", "<p>x<br>{}"):
        markdown = markdown_of_html(around.format(html))
        assert text in shown(markdown)


@pytest.mark.parametrize("depth", [300, 3_000, 20_000])
@pytest.mark.parametrize("tag", ["div", "blockquote", "b", "ul><li", "table><tr><td", "a href=x"])
def test_no_depth_of_nesting_loses_text(tag: str, depth: int) -> None:
    page = page_of_html(f"<title>T</title><{tag}>" * depth + "deep" + "<p>after")
    assert "deep" in page.markdown
    assert "after" in page.markdown
    assert len(page.markdown) < 20_000


def test_lists_nested_too_deeply_are_said_to_be_flattened() -> None:
    assert page_of_html("<ul><li>" * 100 + "x").layout_lost
    assert not page_of_html("<ul><li>" * 10 + "x").layout_lost


def test_cells_that_claim_to_be_wide_stay_within_bounds() -> None:
    row = "<tr>" + "<td colspan=1000 rowspan=1000>x" * 10
    assert len(markdown_of_html(f"<table>{row * 1_000}</table>")) < 10_000_000


ELEMENTS = st.sampled_from(
    [
        *("p", "div", "b", "i", "a href=x", "code", "pre", "ul", "ol", "li", "table", "tr", "td"),
        *("th", "h2", "blockquote", "br", "sup", "span", "dl", "dt", "dd", "q", "img src=data:x"),
    ]
)
PIECES = st.lists(
    st.one_of(
        ELEMENTS.map(lambda tag: f"<{tag}>"),
        ELEMENTS.map(lambda tag: f"</{tag.split()[0]}>"),
        st.text("ab *_`#-+1.>|[]()\\~!=:\n", max_size=6),
    ),
    max_size=30,
)


@given(pieces=PIECES)
def test_no_letter_of_any_page_is_lost(pieces: list[str]) -> None:
    html = "".join(pieces)
    text = "".join(piece for piece in pieces if not piece.startswith("<"))
    lost = letters(text) - letters(shown(markdown_of_html(html)))
    assert not lost


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem[:40]}")
def test_no_letter_of_a_real_page_is_lost(path: Path) -> None:
    from chunkscope.sources.web.tree import plain_text_of

    try:
        html = decode_markup(path.read_bytes()).text
    except NotText:
        return
    expected = letters(plain_text_of(html)[0])
    lost = expected - letters(shown(markdown_of_html(html)))
    assert lost.total() <= 0.005 * expected.total()


def item(sign: str, text: str, level: int = 1, name: str = "l0") -> str:
    return (
        f"<p class=MsoListParagraph style='text-indent:-.25in;mso-list:{name} level{level} lfo1'>"
        f"<![if !supportLists]><span style='x:y'><span style='mso-list:Ignore'>{sign}"
        f"<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span></span><![endif]>"
        f"{text}<o:p></o:p></p>\n"
    )


def test_paragraphs_that_are_items_to_word_are_lists() -> None:
    bullets = item("·", "one <b>strong</b>") + item("o", "inner", 2) + item("·", "two")
    numbers = item("3.", "three", name="l1") + item("4.", "four", name="l1")
    assert markdown_of_html(f"<p>Intro</p>{bullets}{numbers}<p>After</p>") == (
        "Intro\n\n- one **strong**\n  - inner\n- two\n\n3. three\n4. four\n\nAfter"
    )


def test_a_heading_that_word_numbers_stays_a_heading() -> None:
    heading = item("1.", "Title").replace("<p ", "<h1 ").replace("</p>", "</h1>")
    assert markdown_of_html(heading + item("2)", "an item")) == "# 1. Title\n\n2. an item"


HIDDEN = [
    "<p hidden>secret</p>",
    '<p style="display:none">secret</p>',
    '<p style="color: red; DISPLAY : none !important">secret <b>word</b></p>',
    '<div style="visibility:hidden"><h2>secret</h2><p>secret</p></div>',
    '<ul><li>one</li><li style="display:none">secret</li></ul>',
    '<table><tr><th>a</th><th>b</th></tr><tr style="display:none"><td>secret</td></tr></table>',
    '<p>End <a href="x" style="display:none">secret</a></p>',
]


@pytest.mark.parametrize("html", HIDDEN)
def test_hidden_text_is_left_out_and_its_place_is_told(html: str) -> None:
    page = page_of_html(f"<h1>Title</h1><p>Before.</p>{html}<p>After.</p>")

    assert "secret" not in page.markdown
    assert page.markdown.endswith("After.")
    (place,) = page.hidden
    assert page.markdown.index("Before.") < place <= page.markdown.index("After.")


@pytest.mark.parametrize(
    "html",
    [
        '<p aria-hidden="true">seen</p>',
        '<p hidden="until-found">seen</p>',
        '<div role="tabpanel" hidden><p>seen</p></div>',
        '<p style="display:block">seen</p>',
        '<body style="visibility:hidden"><p>seen</p></body>',
        "<p hidden><b></b></p><p>seen</p>",
    ],
)
def test_what_a_reader_gets_to_see_is_not_hidden(html: str) -> None:
    page = page_of_html(html)

    assert (page.markdown, page.hidden) == ("seen", ())


def test_what_scripts_show_is_kept_and_told() -> None:
    page = page_of_html("<script>show()</script><p>Press <kbd hidden>Command</kbd>+S.</p>")

    assert page.markdown == "Press `Command`+S."
    assert page.kept == (0,)


def test_a_cell_that_is_not_seen_keeps_its_column() -> None:
    row = '<tr><td style="visibility:hidden">secret</td><td>2</td></tr>'
    page = page_of_html(f"<table><tr><th>a</th><th>b</th></tr>{row}</table>")

    assert page.markdown.endswith("|  | 2 |")
    assert len(page.hidden) == 1


def test_a_hidden_formula_stands_for_its_picture() -> None:
    tex = '<annotation encoding="application/x-tex">x^2</annotation>'
    formula = f'<span style="display:none"><math><semantics>{tex}</semantics></math></span>'

    assert page_of_html(f"<p>So {formula}.</p>").markdown == "So $x^2$."
