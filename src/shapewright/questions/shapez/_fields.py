"""The fields that several questions about shapes share, and the codes that stand in one of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from shapewright.errors import FileError, ProblemError, ShapewrightError, quote
from shapewright.questions.fields import Choice, Field, File, Flag, TextField, TextsField, Whole
from shapewright.questions.source import Source, Word
from shapewright.questions.words import named_source, names_file
from shapewright.shapez.colours import EVERY_COLOUR, EVERY_NAME, NAMES, colour, purple
from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration
from shapewright.shapez.game import GAMES, read_by
from shapewright.shapez.machines import PLANNED, planned_machines
from shapewright.shapez.notation import Code
from shapewright.shapez.pattern import Pattern, wanted
from shapewright.shapez.shape import Shape

Value = TypeVar("Value")

MAX_LAYERS = 64
# Options are written small, and none begins like a crystal and another part.
_LIKE_A_CODE = re.compile(r"--(?:[A-Z?:-]|c[urgbcmywk?-](?:[A-Zc?:-]|$))")


def is_like_a_code(word: str) -> bool:
    """Whether a word of the command line that begins with a hyphen is meant as a shape code.

    >>> [is_like_a_code(text) for text in ("--------", "--Cu----", "--cr--cr", "--color", "--json", "-x")]
    [True, True, True, False, False, False]
    """
    return _LIKE_A_CODE.match(word) is not None


@dataclass(frozen=True)
class Codes(TextsField[tuple[Source | str, ...]]):
    """Shape codes, or what else a question takes several of; at the shell also files of them, one a line."""

    def word(self, word: Iterable[str]) -> list[Source | str]:
        """Each code, or the file that it names; what is in that is read when it is needed."""
        return [named_source(one) if names_file(one) else Word(one) for one in word]

    def check(self, value: object, door: str) -> tuple[Source | str, ...]:
        """The texts and files."""
        if door != "shell" or not isinstance(value, (list, tuple)):
            return self._texts(value, door)
        return tuple([one if isinstance(one, Source) else self._texts(one, door)[0] for one in value])

    def repeated(self, checked: tuple[Source | str, ...]) -> list[object]:
        """The texts; of a file its content with at least one end of a line, or the name and digest of a long one."""
        return [_content(one) if isinstance(one, Source) else one for one in checked]


@dataclass(frozen=True)
class CodeList(TextField["tuple[Shape | str, ...] | None"]):
    """Shape codes with commas between them; with ``colours`` also the letters or names of colours."""

    limit: int = 4000
    colours: bool = False

    def value(self, checked: str) -> tuple[Shape | str, ...]:
        """The shapes, and the letters of colours, of any game: :func:`of_game` refuses those of another."""
        found: list[Shape | str] = []
        for word in filter(None, (word.strip() for word in checked.split(","))):
            if self.colours and (word in EVERY_COLOUR or word.lower() in EVERY_NAME.values()):
                found.append(colour(word, "1.0"))
                continue
            try:
                found.append(Shape.from_code(word, game="1.0"))
            except ShapewrightError as error:
                if self.colours and word.isalpha() and word.islower():
                    listed = ", ".join(NAMES.values())
                    raise type(error)(
                        f"--{self.name}: {quote(word)} is neither a shape code nor a colour; colours are {listed}"
                        f"{purple(word)}"
                    ) from None
                raise type(error)(f"--{self.name}: {error}") from None
        if not found:
            what = "codes or colours" if self.colours else "codes"
            raise ProblemError(f"--{self.name} takes {what} with commas between them, such as CuCu----,RuRu----")
        return tuple(found)


@dataclass(frozen=True)
class MachineList(TextField["tuple[str, ...] | None"]):
    """Names of machines with commas between them; 'rotate' or 'rotator' stands for all that turn."""

    limit: int = 400

    def value(self, checked: str) -> tuple[str, ...]:
        """The names."""
        words = [word.strip() for word in checked.split(",") if word.strip()]
        if not words:
            raise ProblemError(f"--{self.name} takes machines with commas between them: {', '.join(PLANNED)}")
        try:
            return planned_machines(words)
        except ProblemError as error:
            raise ProblemError(f"--{self.name}: {error}") from None


def _content(source: Source) -> object:
    found = source.to_json()
    return f"{found}\n" if isinstance(found, str) and "\n" not in found else found


@dataclass(frozen=True)
class _Configuration(Field["Configuration | None"]):
    def check(self, value: object, door: str) -> str:
        if not isinstance(value, str) or len(value) > 20:
            raise self.fault(door, "a configuration, such as quad4", value)
        Configuration.from_name(value)
        return value

    def value(self, checked: str) -> Configuration:
        return Configuration.from_name(checked)

    def schema(self) -> dict[str, object]:
        return {"type": "string", "maxLength": 20}


CODES = Codes(
    "codes", "Shape codes such as CuCu----:RrRr----.", argument=True, metavar="CODE", most=200,
    limit=400, hyphened=is_like_a_code,
).mandatory()  # fmt: skip
LAYERS = Whole(
    "layers", "The game's layer limit.", usual="4, or the height of the highest shape", metavar="N",
    minimum=1, maximum=MAX_LAYERS,
)  # fmt: skip
CONFIGURATION = _Configuration(
    "configuration",
    "A ring and a number of layers, such as quad4.",
    argument=True,
    metavar="CONFIG",
    names=tuple(map(str, CONFIGURATIONS)),
).mandatory()
DATA = File(
    "data", "A data file that 'shapez search' wrote, instead of data from the package or the "
        "user's cache.", metavar="FILE",
    doors=("shell",),
)  # fmt: skip


GAME = Choice(
    "game", "The version of the game: 1.0 also has the parts X and Y and the colour k (black).",
    choices=GAMES,
).with_default(GAMES[0])  # fmt: skip
VORTEX = Flag("vortex", "For deliveries: the vortex accepts a pin in place of a gap below other parts.")


def path_of(data: Source | None) -> str | None:
    """The path of the file of ``--data``, if it is given."""
    if data is None:
        return None
    if data.path is None:
        raise FileError(f"--data takes the name of a data file, not {data.place}")
    return data.path


def is_list(codes: Iterable[Source | str]) -> bool:
    """Whether any of the codes is a file of codes, or its content."""
    return any(isinstance(one, Source) or "\n" in one for one in codes)


def batches(codes: Iterable[Source | str]) -> Iterator[list[Code]]:
    """The codes: one by one, those of a file or of standard input as they come."""
    for one in codes:
        if isinstance(one, Source):
            for lines in one.lines():
                yield [Code(text, f"{one.place}, line {number}") for number, text in lines]
        else:
            # The empty text is the empty shape; blank lines of a content are nothing.
            yield [Code(line) for line in one.splitlines() if line.strip()] or [Code("")]


def each(codes: Iterable[Source | str], work: Callable[[Code], Value]) -> Iterator[list[Value]]:
    """What ``work`` makes of each code, in the same batches; what came before a fault is given before it is raised."""
    for batch in batches(codes):
        done: list[Value] = []
        try:
            for code in batch:
                done.append(work(code))  # noqa: PERF401 - what is done is needed when work raises
        except ShapewrightError:
            yield done
            raise
        yield done


def goals(codes: Iterable[Source | str], game: str) -> list[Shape | Pattern]:
    """The shapes of all codes, and the patterns of those with wildcards."""
    batch_by_batch = each(codes, lambda code: code.parsed(lambda text: wanted(text, game)))
    return [goal for batch in batch_by_batch for goal in batch]


def of_game(values: Iterable[Shape | str] | None, game: str, name: str) -> None:
    """Raise ``NotationError`` for shapes and colours of the option ``name`` that this game does not have."""
    for value in values or ():
        try:
            read_by(game, value.layers if isinstance(value, Shape) else [[value]])
        except ShapewrightError as error:
            raise type(error)(f"--{name}: {error}") from None


def shapes(codes: Iterable[Source | str]) -> list[Shape]:
    """The shapes of all codes."""
    return [shape for batch in each(codes, lambda code: code.parsed(Shape.from_code)) for shape in batch]
