"""What is written in a notation is read as it was: random values of every notation of the family."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.clear.random_values import fields, patterns, pieces

from shapewright.clear.drops import DROPS
from shapewright.clear.field import FULL_ROW, Field
from shapewright.clear.kicks import MAX_OFFSET, REGULAR, Kicks
from shapewright.clear.notation.fumen import Fumen, read_fumens
from shapewright.clear.notation.jsonl import parse_jsonl, to_record
from shapewright.clear.notation.page import Page
from shapewright.clear.notation.pc import format_record, parse_pc
from shapewright.clear.notation.start import read_pages, read_start
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import ProblemError

NAMES: dict[str, Any] = {one.__name__: one for one in (Field, Queue, Pattern, Kicks, Placement, Page, Fumen, Solution)}

placements = st.builds(Placement, pieces, st.sampled_from(FACINGS), st.integers(2, 7), st.integers(2, 15))
any_queues = st.builds(Queue, st.text(PIECES, max_size=14), st.none() | pieces)


def rebuilt(value: object) -> object:
    return eval(repr(value), NAMES)


@given(st.lists(st.integers(0, FULL_ROW), max_size=20), st.integers(1, 20), st.booleans(), st.integers(1, 20))
def test_fields(rows: list[int], height: int, one_line: bool, lines: int) -> None:
    field = Field(tuple(rows))
    text = field.to_text(one_line=one_line, height=height)
    assert Field.from_text(text) == read_start(text).field == rebuilt(field) == field
    start = read_start(f"# a field\n{lines}\n{field.to_text(height=height)}\n")
    assert (start.field, start.height) == (field, lines)
    assert Field.from_bits(field.bits) == field
    (page,) = read_pages(text)
    assert page.field == field


@given(any_queues)
def test_queues(queue: Queue) -> None:
    assert Queue.from_text(queue.to_text()) == rebuilt(queue) == queue
    if queue.pieces or queue.hold is not None:
        assert Queue.from_quiz(queue.to_quiz()) == Queue.from_text(queue.to_quiz()) == queue


@given(patterns(max_length=9))
def test_patterns(pattern: Pattern) -> None:
    assert Pattern.from_text(pattern.to_text()) == rebuilt(pattern) == pattern
    assert Pattern.from_text(pattern.to_text().replace(";", "\n")) == pattern


@st.composite
def kick_systems(draw: st.DrawFn) -> Kicks:
    offset = st.tuples(st.integers(-MAX_OFFSET, MAX_OFFSET), st.integers(-MAX_OFFSET, MAX_OFFSET))
    offsets = st.lists(offset, min_size=1, max_size=3).map(tuple)
    known = [draw(offsets) for _ in range(4)]
    has_halves = draw(st.booleans())

    def turn(before: int, after: int) -> tuple[tuple[int, int], ...]:
        if before == after or ((before + 2) % 4 == after and not has_halves):
            return ()
        return draw(st.sampled_from(known))

    table = tuple([tuple([tuple([turn(b, a) for a in range(4)]) for b in range(4)]) for _ in PIECES])
    name = draw(st.sampled_from(["mine", "a.properties"]))
    turns = [("NE", offset) for offset in table[PIECES.index("T")][0][1]]
    regular = draw(st.sets(st.sampled_from(turns), min_size=1)) if draw(st.booleans()) else REGULAR
    return Kicks(name, table, frozenset(regular))


@given(kick_systems())
@settings(max_examples=30)
def test_kicks(kicks: Kicks) -> None:
    assert Kicks.from_properties(kicks.to_properties(), name=kicks.name) == rebuilt(kicks) == kicks
    marked = (
        kicks.to_properties()
        .replace("(@", "(")
        .replace("(", "( @ ")
        .replace(",", " , +")
        .replace("+-", "-")
        .replace("\n", "\r\n\r\n")
    )
    assert Kicks.from_properties(marked, name=kicks.name).table == kicks.table


rows_of_pages = st.text("_X" + PIECES, min_size=10, max_size=10)
comments = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.text("日本語テト譜😀#Q=[]()", max_size=40),
    st.sampled_from(["#Q=", "#Q=[](T", "x" * 4096, "日" * 683]),
    any_queues.filter(lambda queue: bool(queue.pieces)).map(Queue.to_quiz),
    st.builds(
        lambda queue, text: f"{queue.to_quiz()};{text}", any_queues.filter(lambda q: bool(q.pieces)), st.text("ab;= ")
    ),
)


@st.composite
def pages(draw: st.DrawFn, colorize: bool) -> Page:
    return Page(
        draw(st.lists(rows_of_pages, max_size=23).map(tuple)),
        draw(st.none() | placements),
        draw(comments),
        lock=draw(st.booleans()),
        colorize=colorize,
        mirror=draw(st.booleans()),
        garbage=draw(rows_of_pages),
    )


def written(fumen: Fumen) -> str | None:
    """The fumen as text; None if the format cannot hold it, which is said page by page: nothing is cut in silence."""
    try:
        return fumen.to_text()
    except ProblemError as error:
        message = str(error)
    assert re.match(r"page \d+ cannot be written as a fumen: ", message)
    assert any(page.comment or page.placement for page in fumen.pages)
    return None


@given(st.data(), st.booleans(), st.integers(1, 4))
@settings(max_examples=80)
def test_fumens(data: st.DataObject, colorize: bool, count: int) -> None:
    fumen = Fumen(tuple([data.draw(pages(colorize)) for _ in range(count)]))
    text = written(fumen)
    if text is None:
        return
    again = Fumen.from_text(text)
    assert again == rebuilt(fumen) == fumen
    assert again.to_text() == text
    assert read_fumens(f"https://fumen.zui.jp/?{text} {text.replace('@', '%40')}#:")[1] == fumen
    first = data.draw(st.integers(1, count))
    last = data.draw(st.integers(first, count))
    assert Fumen.from_text(f"{text}#{first}:{last}").pages == fumen.pages[first - 1 : last]
    assert Fumen.from_text(f"{text}#{first}").pages == fumen.pages[first - 1 : first]


@st.composite
def solutions(draw: st.DrawFn, *, from_empty: bool = False) -> Solution:
    queue = draw(any_queues.filter(lambda queue: len(queue) > 1))
    count = draw(st.integers(1, min(len(queue) - 1, 15)))
    order: list[str] = []
    rest, holds = queue, []
    for _ in range(count):
        piece, rest, held = draw(st.sampled_from(rest.choices()))
        order.append(piece)
        holds.append(held)
    highest = 5 if from_empty else 18
    steps = []
    for piece in order:
        facing, x = draw(st.sampled_from(FACINGS)), draw(st.integers(2, 7))
        try:
            steps.append(Placement(piece, facing, x, draw(st.integers(0, highest))))
        except ProblemError:
            assume(False)
    return Solution(
        Field() if from_empty else draw(fields()),
        queue,
        tuple(steps),
        tuple(holds),
        kicks=draw(st.sampled_from(["srs", "srs-plus", "nokicks", "my.properties"])),
        drop=draw(st.sampled_from(DROPS)),
    )


@given(st.lists(solutions(), max_size=3))
@settings(max_examples=50)
def test_json_lines(found: list[Solution]) -> None:
    text = "".join([json.dumps(to_record(one)) + "\n" for one in found])
    assert list(parse_jsonl(text)) == found
    assert [rebuilt(one) for one in found] == found
    whole = json.dumps({"solutions": [json.loads(line) for line in text.splitlines()]})
    assert list(parse_jsonl(whole)) == found


@given(st.lists(solutions(from_empty=True), max_size=3))
@settings(max_examples=60)
def test_pc_files(found: list[Solution]) -> None:
    data = b"".join(map(format_record, found))
    read = list(parse_pc(data, kicks="srs"))
    assert [one.placements for one in read] == [one.placements for one in found]
    assert b"".join(map(format_record, read)) == data
    for one, again in zip(found, read, strict=True):
        # A piece is always held there: where none was, it is the first of the queue.
        sequence = (one.queue.hold or "") + one.queue.pieces
        assert (again.queue.hold or "") + again.queue.pieces == sequence[: len(one.placements) + 1]


def test_a_page_that_lifts_the_field_reads_back() -> None:
    """A placed piece, cleared rows, the row that comes up, and the mirror, in this order."""
    lifting = Page(("X" * 8 + "__", "XX________"), Placement("O", "N", 8, 0), rise=True, garbage="XXXX______")
    after = Page(("XXXX______", "XX______OO"))
    fumen = Fumen((lifting, after, Page(("XX_______X",), rise=True, mirror=True), Page(("_" * 10, "X_______XX"))))
    assert Fumen.from_text(fumen.to_text()) == fumen
    # Nothing is drawn on a page that is as the one before leaves it: a code of two characters says so.
    assert Fumen((lifting, after)).to_text().endswith("vhAAgH")
