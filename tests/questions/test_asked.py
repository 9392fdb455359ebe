"""What a question was asked: typed by its fields, and read by its own alone."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import shapewright.questions
from shapewright.errors import NotationError
from shapewright.questions import FAMILIES
from shapewright.questions.asked import Asked, Repeated
from shapewright.questions.fields import Field, Flag, Parsed, Texts, Whole
from shapewright.questions.question import Question

LIMIT = Whole("limit", "Number of answers.").with_default(1)
BOARD = Parsed("board", "A board.", parse=str.upper)
HOLES = Texts[str]("hole", "Holes.")
QUESTIONS_FOLDER = str(Path(shapewright.questions.__file__).parent)
QUESTIONS = [(family, verb) for family in FAMILIES for verb in FAMILIES[family].verbs]


def read(text: str) -> str:
    if text == "?":
        raise NotationError("not a board")
    return text.upper()


def test_values_and_defaults() -> None:
    asked = Asked((LIMIT, BOARD, HOLES), {"board": "a"})
    assert (asked[LIMIT], asked[BOARD], asked[HOLES]) == (1, "A", ())
    assert (LIMIT in asked, BOARD in asked) == (False, True)


def test_a_field_of_another_question_is_named() -> None:
    other = Whole("limit", "Number of rows.")
    asked = Asked((LIMIT,), {"limit": 3})
    for field in (other, BOARD):
        with pytest.raises(KeyError, match=field.name):
            asked[field]
        assert field not in asked
    assert asked.get(other, 7) == 7


def test_a_field_made_of_another_reads_the_same() -> None:
    asked = Asked((Whole("limit", "Rows.").at("shell"),), {"limit": 3})
    (own,) = asked._fields.values()
    assert asked[own.at("studio")] == 3


def test_other_values() -> None:
    asked = Asked((LIMIT,), {"limit": 3})
    other = asked.replace({LIMIT: 4, BOARD: "B"})
    assert (other[LIMIT], other[BOARD], asked[LIMIT]) == (4, "B", 3)
    with pytest.raises(KeyError, match="board"):
        asked[BOARD]


def test_what_is_made_once() -> None:
    made = []

    def make(asked: Asked) -> int:
        made.append(asked)
        return asked[LIMIT] + 1

    asked = Asked((LIMIT,), {"limit": 3})
    assert (asked.once(make), asked.once(make), asked.replace({LIMIT: 5}).once(make)) == (4, 4, 6)
    assert len(made) == 2


def test_values_that_an_answer_repeats_are_read_when_they_are_needed() -> None:
    board = Parsed("board", "A board.", parse=read)
    with pytest.raises(NotationError):
        Asked((LIMIT, board), {"board": "?"})
    asked = Repeated((LIMIT, board), {"board": "?", "limit": 2})
    assert (asked[LIMIT], asked.text(board), asked.some(board, LIMIT)) == (2, "?", {"board": "?", "limit": 2})
    with pytest.raises(NotationError):
        asked[board]


# --- Every verb -------------------------------------------------------------------------------------------------------


def functions_of(question: Question) -> Iterator[FunctionType]:
    """What a question calls of the package of questions, by the names in the code."""
    waiting: list[Any] = [question.answer, question.formats, question.python, question.session, question.script]
    seen: set[Any] = set()
    while waiting:
        found = inspect.unwrap(waiting.pop())
        if isinstance(found, type):
            waiting += [each for each in vars(found).values() if callable(each) or hasattr(each, "__func__")]
        elif hasattr(found, "__func__"):
            waiting.append(found.__func__)
        elif isinstance(found, FunctionType) and found not in seen:
            if not found.__code__.co_filename.startswith(QUESTIONS_FOLDER):
                continue
            seen.add(found)
            yield found
            named = (each for code in codes_of(found.__code__) for each in code.co_names)
            waiting += [found.__globals__[name] for name in named if name in found.__globals__]
            waiting += [_part(cell.cell_contents, found.__name__) for cell in found.__closure__ or ()]


def _part(found: Any, name: str) -> Any:
    """What a function of that name takes from a question that it is made of."""
    return getattr(found, name, None) if isinstance(found, Question) else found


def codes_of(code: Any) -> Iterator[Any]:
    """The code of a function and of those inside it."""
    yield code
    for each in code.co_consts:
        if inspect.iscode(each):
            yield from codes_of(each)


@cache
def fields_read(function: FunctionType) -> list[Field[object]]:
    """The fields that a function reads: ``asked[FIELD]``, where ``FIELD`` is a constant."""
    nodes = ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function))))
    names = [node.slice.id for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name)]
    found = [function.__globals__.get(name) for name in names]
    return [each for each in found if isinstance(each, Field)]


@pytest.mark.parametrize(("family", "verb"), QUESTIONS)
def test_a_verb_reads_its_own_fields_alone(family: str, verb: str) -> None:
    question = FAMILIES[family].question(verb)
    own = {field.key: field for field in (*question.fields, *(question.shell_fields or ()))}
    for function in functions_of(question):
        for field in fields_read(function):
            where = f"{function.__module__}.{function.__qualname__} reads {field.name!r}"
            assert field.key in own, f"{where}, which is not a field of '{family} {verb}'"
            is_none = any(not each.always for each in question.fields if each.key == field.key)
            assert not (field.always and is_none), f"{where} as if it always had a value"


@pytest.mark.parametrize(("family", "verb"), QUESTIONS)
@pytest.mark.parametrize("door", ["shell", "studio"])
def test_no_two_fields_are_one(family: str, verb: str, door: str) -> None:
    fields = FAMILIES[family].question(verb).at(door)
    assert len({field.key for field in fields}) == len({field.name for field in fields}) == len(fields)


def test_the_walk_over_verbs_sees_what_they_read() -> None:
    names = {field.name for each in functions_of(FAMILIES["stacking"].question("solve")) for field in fields_read(each)}
    assert {"width", "pieces", "sequence", "tie_break", "best"} <= names


def test_flags_may_be_neither() -> None:
    either = Flag("nearest", "Name the nearest.", default=None).optional()
    assert Asked((either,), {})[either] is None
