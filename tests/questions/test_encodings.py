"""Every field that takes a file reads text in UTF-8 and UTF-16, and says of other encodings what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shapewright import clear
from shapewright.claims.reading import text_in
from shapewright.clear.notation.contents import solutions_of
from shapewright.clear.scoring.table import attack_table
from shapewright.errors import ShapewrightError
from shapewright.questions import FAMILIES
from shapewright.questions.fields import Field
from shapewright.questions.source import FileText, Source
from shapewright.questions.words import begin_command
from shapewright.shapez.plans.rates import read as read_rates
from shapewright.tiling.notation.reading import read_puzzle

TEXT = "# テトリス\nXXXX____\n6x10\n"
NAME = "given.txt"
MEND = "is not UTF-8; save the file as UTF-8"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin_command()


def takers() -> Iterator[Any]:
    """The fields that read a file whose name is a word of the command line."""
    seen = set()
    for family in FAMILIES.values():
        for verb in family.verbs:
            for field in family.question(verb).at("shell"):
                kind = (type(field), getattr(field, "parse", None), getattr(field, "parse_file", None), field.name)
                if kind not in seen:
                    seen.add(kind)
                    yield pytest.param(field, id=f"{family.name}-{verb}-{field.name}")


def texts_of(field: Field) -> list[str] | None:
    """What the field reads from the file; None if it does not take the name of a file."""
    word: Any = (NAME,) if isinstance(field.default, tuple) else NAME
    try:
        found = field.word(word)
    except ShapewrightError as error:
        return [str(error)] if MEND in str(error) else None
    read: list[str] = []
    for each in found if isinstance(found, (list, tuple)) else [found]:
        if isinstance(each, Source):
            copy = Source.of_file(NAME)
            read += [each.text(), *[line for batch in copy.lines() for _, line in batch]]
        elif isinstance(each, FileText):
            read.append(str(each))
    return read or None


def test_every_field_reads_utf_16_and_names_the_mend() -> None:
    number = 0
    for parameter in takers():
        field: Field = parameter.values[0]
        Path(NAME).write_text(TEXT, encoding="utf-8")
        plain = texts_of(field)
        if plain is None:
            continue
        number += 1
        for encoding in ("utf-8-sig", "utf-16"):
            Path(NAME).write_text(TEXT.replace("\n", "\r\n"), encoding=encoding)
            assert texts_of(field) == plain, parameter.id
        Path(NAME).write_bytes(TEXT.encode("shift-jis"))
        assert MEND in str(outcome(texts_of, field)), parameter.id
    assert number > 30


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
def test_lines_are_those_of_the_text(encoding: str) -> None:
    text = "".join([f"×{number}\n" for number in range(50_000)])
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    Path(NAME).write_text(mark + text, encoding=encoding)
    lines = [line for batch in Source.of_file(NAME).lines() for line in batch]
    assert lines == list(enumerate(text.split(), 1))


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(lambda content: text_in(content), id="answer"),
        pytest.param(lambda content: read_puzzle(content), id="puzzle"),
        pytest.param(lambda content: solutions_of(content, may_be_pc=False), id="solutions"),
        pytest.param(lambda content: clear.Net.load(kept(content)), id="net"),
        pytest.param(lambda content: read_rates(kept(content)), id="rates"),
    ],
)
def test_every_other_reader_names_the_mend(read: Any) -> None:
    with pytest.raises(ShapewrightError, match=MEND):
        read(TEXT.encode("shift-jis"))
    # What is wrong with the text is the same in both.
    assert outcome(read, TEXT.encode("utf-16")) == outcome(read, TEXT.encode())


def test_kicks_and_tables_in_utf_16() -> None:
    """Their words are ASCII, so that comments may be in any encoding."""
    Path("mine.properties").write_text(clear.Kicks.named("jstris180").to_properties(), encoding="utf-16")
    assert clear.Kicks.find("mine.properties").table == clear.Kicks.named("jstris180").table
    Path("bad.toml").write_text("lines = 3", encoding="utf-16")
    wide = outcome(attack_table, "bad.toml")
    Path("bad.toml").write_text("lines = 3", encoding="utf-8")
    assert wide == outcome(attack_table, "bad.toml")


def kept(content: bytes) -> str:
    Path(NAME).write_bytes(content)
    return NAME


def outcome(read: Any, given: Any) -> str:
    try:
        return repr(read(given))
    except ShapewrightError as error:
        return str(error)
