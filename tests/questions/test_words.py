"""Words of a command line: which are files, and the words that ask a question again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import FileError, NotationError
from shapewright.questions.fields import File, Flag, Text, Texts, Whole
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import FileText, Word
from shapewright.questions.words import named_source, named_text, names_file, words_of


def test_what_is_a_file_and_what_a_text() -> None:
    for name in ("puzzle", "puzzle.mine", "6x10"):
        Path(name).write_text("x")
    os.mkfifo("pipe")
    os.mkfifo("pipe.txt")
    files = ["-", "./puzzle", "puzzle.mine", "missing.txt", "missing.XMPUZZLE", "/no/such/puzzle.dlx"]
    files += ["./pipe", "pipe.txt", "/dev/zero"]
    texts = ["6x10", "puzzle", "pentominoes", "##/#.", "a.b", "//", "", "x" * 5000 + "/", "a\0/b", "/", "."]
    assert [name for name in files + texts if names_file(name)] == files


@given(st.text(max_size=64))
def test_any_word_is_a_file_or_not(word: str) -> None:
    assert isinstance(names_file(word), bool)


def test_text_by_itself_and_in_a_file() -> None:
    Path("a.mine").write_text("spam")
    assert isinstance(named_text("a.mine"), FileText)
    assert named_text("a.mine") == "spam"
    assert isinstance(named_text("eggs"), Word)
    with pytest.raises(FileError, match=r"^cannot read 'b\.txt': no such file or directory$"):
        named_text("b.txt")


def test_a_file_needs_a_name() -> None:
    with pytest.raises(NotationError, match="^--rates takes the name of a file, and the name is empty$"):
        named_source("", "--rates")


QUESTION = Question(
    "zoo",
    "feed",
    "Feed them.",
    (
        File("answer", "An answer.", argument=True),
        Text("animal", "Who.", argument=True),
        Text("food", "What.", argument=True),
        Whole("how_often", "How often.", default=1),
        Flag("by_hand", "No spoon."),
        Texts("also", "Others."),
        Flag("indoors", "Or not.", default=None, off="--outdoors"),
        Text("page", "Of the page.", doors=("studio",)),
    ),
    lambda asked, desk: Answer({}),
    forms=(("answer",), ("animal", "food")),
)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({}, "zoo feed"),
        ({"answer": "a.json"}, "zoo feed a.json"),
        ({"food": "hay", "animal": "cow"}, "zoo feed cow hay"),
        ({"how_often": 3, "by_hand": True, "animal": "cow", "food": "hay"}, "zoo feed cow hay --how-often 3 --by-hand"),
        ({"by_hand": False, "also": ["a", "b"], "page": "x"}, "zoo feed --also a --also b"),
        ({"also": "a", "how_often": None}, "zoo feed --also a"),
        ({"indoors": False}, "zoo feed --outdoors"),
        ({"indoors": True}, "zoo feed --indoors"),
    ],
)
def test_the_words_that_ask_a_question(parameters: dict[str, object], words: str) -> None:
    assert words_of(QUESTION, parameters) == words.split()
