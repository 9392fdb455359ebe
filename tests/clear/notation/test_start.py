"""Fields to begin with, in every notation that they come in; and several fumens in one text."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed

from shapewright import clear
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen, read_fumens
from shapewright.clear.notation.jsonl import from_record, to_record
from shapewright.clear.notation.page import Page
from shapewright.clear.notation.start import Options, read_options, read_pages, read_start
from shapewright.errors import FileError, LimitError, NotationError, ProblemError

# From solution-finder's documentation of its page ranges: I, Z, L, S, O and J on six pages.
SIX = "v115@vhFRQJUGJKJJvMJTNJGBJ"
HOLE = "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (SIX, "IZLSOJ"),
        (f"{SIX}#1:3", "IZL"),
        (f"{SIX}#2", "Z"),
        (f"{SIX}#:2", "IZ"),
        (f"{SIX}#5:", "OJ"),
        (f"http://fumen.zui.jp/?{SIX}#2:3", "ZL"),
        (f"?{SIX.replace('@', '%40')}", "IZLSOJ"),
        (f"?{SIX.replace('@', '%40')}%232%3A3&x=1", "ZL"),
        (f"<{SIX}#2:3>", "ZL"),
        (f"https://knewjade.github.io/fumen-for-mobile/#?d={SIX}#tail", "IZLSOJ"),
    ],
)
def test_pages_of_a_fumen(text: str, pieces: str) -> None:
    fumen = Fumen.from_text(text)
    assert "".join([page.placement.piece for page in fumen.pages if page.placement]) == pieces
    assert Fumen.from_text(fumen.to_text()) == fumen


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{SIX}#0", "the fumen has 6 pages, and '#0' asks for page 0"),
        (f"{SIX}#2:7", "the fumen has 6 pages, and '#2:7' asks for page 7"),
        (f"{SIX}#3:2", "'#3:2' after the fumen ends before it begins"),
        (f"{SIX}#1-3", "is not a range of pages such as #2, #1:3, #:3 or #2:"),
        (f"{SIX}#1:3:4", "is not a range of pages"),
        (f"{SIX} {SIX}", "2 fumens are given where one is expected"),
        (f"{SIX}{SIX}", "it has a second @; separate fumens by blanks"),
        ("v116@vhAAgH", "'v116@vhAAgH' is not a fumen of version 115 or 110"),
    ],
)
def test_what_is_wrong_with_pages(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message.replace("(", r"\(")):
        Fumen.from_text(text)


def test_several_fumens_in_a_text() -> None:
    text = f"# all of them\n33.33 % [1680/5040]: http://a.b/?{SIX}#1:2\n\n{SIX},{SIX}#3;{SIX}#1:4,{SIX} # {SIX}\n"
    found = read_fumens(text)
    assert [len(fumen.pages) for fumen in found] == [2, 6, 1, 4, 6]
    assert found[0].before == "http://a.b/?"
    assert [(one.before, one.after) for one in found[1:]] == [("", "")] * 4
    with pytest.raises(NotationError, match=r"line 2: 'v114@vhAAgH' is not a fumen"):
        read_fumens(f"{SIX}\nv114@vhAAgH")
    with pytest.raises(NotationError, match=r"'# nothing' is not a fumen"):
        read_fumens("# nothing")


def test_no_piece_of_a_fumen_is_left_out() -> None:
    """A page without a piece ends nothing: what follows it counts, or is refused."""
    first, second, *_ = Fumen.from_text(SIX).pages
    between = Page(second.rows)
    assert [step.piece for step in Fumen((first, between, second, Page())).solution().placements] == ["I", "Z"]
    with pytest.raises(
        NotationError, match="page 2 of the fumen has a different field from the one that the page before leaves"
    ):
        Fumen((first, Page(), second)).solution()


def test_fields() -> None:
    assert read_start("XX________/X________X").field == Field((513, 3))
    third = read_start(f"{SIX}#3")
    assert third.field == read_start(SIX, 3).field
    assert (third.field.height, len(third.fumen.pages if third.fumen else ())) == (3, 1)
    assert (read_start(SIX).left_out, third.left_out, read_start(SIX, 1).left_out) == (5, 0, 0)
    start = read_start("# an opener\n 2\nXXXX__XXXX  # above\n\nXXXX__XXXX")
    assert (start.height, start.field) == (2, Field((1023 - 48,) * 2))
    assert read_start("XXXX__XXXX").height is None


@pytest.mark.parametrize(
    ("text", "page", "error", "message"),
    [
        (f"{SIX} {SIX}", None, NotationError, "2 fumens are given where one field is expected"),
        (f"{SIX}#1:2", None, NotationError, "2 pages of the fumen are chosen where one field is expected; write #2"),
        (f"{SIX}#2", 2, ProblemError, "the page is given both by # in the fumen and by --page"),
        (SIX, 7, ProblemError, "the fumen has 6 pages, and page 7 is asked for"),
        ("XX________", 1, ProblemError, "--page only applies to a fumen, and the field is not a fumen"),
        ("0\nXX________", None, NotationError, "asks to clear '0' lines; expected 1 to 20"),
        ("21\nXX________", None, NotationError, "asks to clear '21' lines"),
        ("4", None, NotationError, "'4' at position 1 of row 1 of the field is not a cell"),
        ("", None, NotationError, "the field has no rows"),
        ("2\n" + "X_________\n" * 21, None, LimitError, "21 rows is higher than the limit of 20"),
    ],
)
def test_what_is_wrong_with_a_field(text: str, page: int | None, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_start(text, page)


def test_every_function_reads_fields_alike() -> None:
    hole = Field.from_text(HOLE)
    code = Fumen((Page(tuple(HOLE.split("/"))),)).to_text()
    for text in (HOLE, f"4\n{HOLE}", code, f"?{code.replace('@', '%40')}", f"{code}#1"):
        assert clear.percent(text, "*p5") == clear.percent(hole, "*p5")
        assert clear.chance(text, "TISZO", see=5).chance == clear.chance(hole, "TISZO", see=5, height=4).chance
        assert clear.first(text, "LTIOJ", height=4) == clear.first(hole, "LTIOJ", height=4)
    assert clear.percent("2\nXXXX__XXXX\nXXXX__XXXX", "*p2").queues == 42
    with pytest.raises(NotationError, match="2 fumens are given where one field is expected"):
        clear.percent(f"{code} {code}", "*p5")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((None, "*p5"), "the field is a Field or text, not NoneType"),
        ((HOLE, None), "the pattern is missing; give a Setup, or a field and a pattern"),
        ((HOLE, 5), "the pattern is a Pattern or text, not int"),
    ],
)
def test_what_is_no_text_is_refused(arguments: tuple[object, object], message: str) -> None:
    for ask in (clear.percent, clear.path, clear.analyse):
        with pytest.raises(ProblemError, match=message):
            ask(*arguments)  # type: ignore[arg-type, operator]
    with pytest.raises(ProblemError, match="the queue is a Queue or text, not int"):
        clear.first(HOLE, 5)  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="the queue is missing; give a Problem, or a field and a queue"):
        clear.first(HOLE)
    with pytest.raises(ProblemError, match="the problem already has"):
        clear.first(clear.Problem.of(HOLE, "IIIII"), "T")
    with pytest.raises(ProblemError, match="the kick system is a Kicks, or its name or file, not NoneType"):
        clear.percent(HOLE, "*p5", kicks=None)  # type: ignore[arg-type]


def test_solutions_with_kicks_of_a_file_are_checked_with_them(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("kicks")
    monkeypatch.chdir(folder)
    (folder / "custom.properties").write_text(Kicks.named("srs-plus").to_properties())
    solution = clear.first("", "TIOLJSZTIOL", kicks="custom.properties")
    assert solution is not None
    read_back = from_record(to_record(solution))  # which has only the name of the kicks
    clear.check(read_back)
    (folder / "custom.properties").unlink()
    clear.check(solution)
    with pytest.raises(FileError, match="cannot read .custom.properties"):
        clear.check(read_back)


def test_options_in_the_comment_of_a_fumen() -> None:
    assert read_options("4 --patterns '*p4;T,*p3' -H avoid -K=@nokicks --drop 180") == Options(
        4, "*p4;T,*p3", "avoid", "180", "@nokicks"
    )
    for comment in ("", "my opener", "4 wide", "it's", "#Q=[](T)"):
        assert read_options(comment).patterns is None
        assert read_options(comment).height is None
    for comment, message in (
        ("4 -p", "'-p' in the comment of the fumen has no value"),
        ("4 -p *p4 --wish T", "'--wish' in the comment of the fumen is not a known option"),
        ("99", "must be from 1 to 20, not '99'"),
    ):
        with pytest.raises(NotationError, match=message):
            read_options(comment)


@given(
    st.text(max_size=40) | st.text("XTI_/4\n#", max_size=60) | st.text("vhAgHQ#:12 ,%", max_size=20).map(SIX.__add__)
)
@example("1\n")
@example("X" * 10 + "/#")
def test_any_text_is_a_field_or_a_clear_error(text: str) -> None:
    parsed(read_start, text)
    parsed(read_fumens, text)
    parsed(read_pages, text)
