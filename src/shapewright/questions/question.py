"""A question: a verb of a family, stated once with its fields and help; and the answer, which every door can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from shapewright import __version__
from shapewright.claims.findings import ENVELOPE
from shapewright.errors import ShapewrightError, StoppedError
from shapewright.lazy import late
from shapewright.questions.asked import Asked, Repeated
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Field
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Part
from shapewright.questions.screen import Screen
from shapewright.questions.session import Session
from shapewright.storage.json import integers_of_any_length, with_digits

if TYPE_CHECKING:
    from shapewright.claims import Rule
    from shapewright.storage.certificate import Certificate

Verdict = Literal["found", "none", "unknown"]
"""Whether there is what was asked for: it is shown here, it is proven that nothing is, or nobody knows."""

EXIT_CODES: Mapping[str, int] = {"found": 0, "none": 1, "unknown": 3}
AGREES_WITH_SUFFIX = "the format follows from the suffix of -o FILE"
"""What begins so is said of a foreign option only if its value is not that suffix; otherwise the option is accepted."""
MOST_DIGITS = 15
"""A longer number is not printed in a line of words."""
_TONES = {"found": "good", "none": "bad", "unknown": "plain"}


@dataclass(repr=False, eq=False)
class Answer:
    """The answer to a question, made of parts that a door asks for as it needs them.

    ``keys`` are the family's keys of the JSON envelope, or make them, where that takes long. ``headline`` says the
    answer in one line; ``text`` says all of it for a screen or a text file (without it, that is the headline, or
    ``impossible:`` and the ``reason``). ``parts`` makes what there is to see; ``records`` the values of a JSON Lines
    file, one a line; ``files`` makes contents by suffix, where the common way (see
    :mod:`shapewright.questions.formats`) does not do.

    ``notes`` are remarks beside the answer. ``complete`` says that nothing was left out. ``told`` are parameters that
    were chosen here, such as a drawn seed. ``seconds`` is how long it took, where the door's own measure does not do.
    ``exit_code`` is that of the verdict, unless it is given: a count of 0 is a proven none, and yet an answer.
    ``page`` is what the family's page needs besides, and no other door. ``elsewhere`` are questions that give this
    answer on a slower machine, too, with the parameters that they do not share with this one.
    ``stopped`` is the error that cut the answer
    short (see :meth:`stop`), or for which something beside it is not there.
    ``certificate`` makes what proves it.
    """

    keys: dict[str, Any] | Callable[[], dict[str, Any]]
    headline: str = ""
    verdict: Verdict = "found"
    reason: str = ""
    text: Callable[[Screen], str] | None = None
    parts: Callable[[], Iterable[Part]] | None = None
    records: Callable[[], Iterable[object]] | None = None
    files: Mapping[str, Callable[[], str | bytes]] = field(default_factory=dict)
    notes: Sequence[str] = ()
    complete: bool = True
    seconds: float | None = None
    exit_code: int | None = None
    told: dict[str, Any] = field(default_factory=dict)
    tone: str = ""
    page: Mapping[str, Any] = field(default_factory=dict)
    elsewhere: Sequence[tuple[str, dict[str, Any]]] = ()
    stopped: ShapewrightError | None = None
    certificate: Callable[[], Certificate] | None = None

    def __post_init__(self) -> None:
        self.exit_code = EXIT_CODES[self.verdict] if self.exit_code is None else self.exit_code
        if self.stopped is not None:
            self.complete, self.exit_code = False, self.stopped.exit_code
        self.tone = self.tone or _TONES[self.verdict]
        if not self.headline and self.verdict == "none":
            self.headline = f"impossible: {self.reason}"

    @property
    def shows_nothing(self) -> bool:
        """Whether all it says is that there is nothing, or that nobody knows: then there is nothing to draw."""
        return self.verdict != "found" and self.text is None

    def stop(self, error: StoppedError) -> None:
        """Note that time was over before all of the answer was there: what there is is shown, and then the error."""
        self.stopped, self.complete, self.exit_code = error, False, error.exit_code

    def words(self, screen: Screen) -> str:
        """The whole answer as text for this screen."""
        return self.headline if self.text is None else self.text(screen)


def counted(number: int, what: str, keys: dict[str, Any], **more: Any) -> Answer:
    """The answer that there are so many, however many; ``what`` is the word for one. None at all is an answer, too."""
    with integers_of_any_length():
        plain = str(number)
    shown = f"{shortened(number)} {what if number == 1 else what + 's'}"
    verdict: Verdict = "found" if number else "none"
    return Answer(keys, shown, verdict, text=lambda _: plain, exit_code=0, **more)


def shortened(number: int) -> str:
    """A number of any length in few characters.

    >>> shortened(12_988_816), shortened(10**49 * 127 // 100)
    ('12,988,816', '1.27 × 10^49')
    """
    with integers_of_any_length():
        digits = len(str(number)) - 1
    if digits < MOST_DIGITS:
        return f"{number:,}"
    return f"{number * 100 // 10**digits / 100:.2f} × 10^{digits}"


@dataclass(frozen=True, repr=False, eq=False)
class Formats:
    """The suffixes of the files that can hold an answer; ``refused`` says of others why they cannot.

    Files of the suffixes ``own`` are written by the question itself, into the desk's ``output``, while it is answered.
    """

    suffixes: tuple[str, ...] = (".txt", ".json")
    refused: Mapping[str, str] = field(default_factory=dict)
    own: tuple[str, ...] = ()


def without_pictures(why: str, *suffixes: str, own: tuple[str, ...] = ()) -> Formats:
    """Return the formats of an answer in text, JSON and files of ``suffixes``; ``why`` it cannot be drawn."""
    refused = [each for each in (".svg", ".png", ".gif", ".pdf", ".html") if each not in suffixes]
    return Formats((".txt", ".json", *suffixes), dict.fromkeys(refused, why), own)


@dataclass(frozen=True, repr=False, eq=False)
class Question:
    """A verb of a family.

    ``help`` says in one sentence what it does, ``about`` more of it (with lines after ``\\b`` kept as they are).
    ``answer`` answers it, given the values of its ``fields``. ``claims`` is the table of the keys of its answers (see
    :mod:`shapewright.questions.claims`). ``rule`` is the one by which ``verify`` checks them, as ``module:function`` so
    that it is imported when it is needed; without one they cannot be verified. Answers with a key of ``rules`` have
    that rule instead. ``line`` is the field that each line of a file states. ``formats`` are the files it can be
    written into, ``downloads`` those that a page offers, under the name ``stem`` (else the verb's). ``lists`` says that
    it has JSON Lines, a value a line.

    ``forms`` are the ways to give its arguments at the shell, each a tuple of names of fields, told apart by how many
    words there are. ``session`` makes what a person at a terminal talks with, in place of an answer (or None, if there
    is an answer all the same); ``shell_fields`` are then its options. ``doors`` are those that have the question; one
    of the studio alone may be ``typed_as`` another verb at the shell. A ``quick`` question is answered in a few seconds
    at most, and by workers of its own.

    ``foreign`` are options of other programs that it does not have: what to say to somebody who types one.

    ``former`` are questions that became a part of this one, by the names under which they are still answered.

    ``python`` makes the lines of Python that print the answer, out of the parameters that differ from their defaults
    (see :mod:`shapewright.questions.python`); ``script`` the lines that a person types in the ``session``, where the
    page has fields instead.
    """

    family: str
    name: str
    help: str
    fields: tuple[Field[object], ...]
    answer: Callable[[Asked, Desk], Answer | Listing]
    about: str = ""
    claims: str = ""
    rule: Rule | str = ""
    rules: Mapping[str, Rule | str] = field(default_factory=dict)
    line: str = ""
    example: Mapping[str, Any] = field(default_factory=dict)
    formats: Formats | Callable[[Asked], Formats] = Formats()
    downloads: tuple[str, ...] = ()
    stem: str = ""
    lists: bool = False
    forms: tuple[tuple[str, ...], ...] = ()
    arguments: str = ""
    session: Callable[[Asked, Desk], Session | None] | None = None
    shell_fields: tuple[Field[object], ...] | None = None
    doors: tuple[str, ...] = ("shell", "studio")
    quick: bool = False
    typed_as: str = ""
    foreign: Mapping[str, str] = field(default_factory=dict)
    former: Mapping[str, Question] = field(default_factory=dict)
    python: Callable[[Asked], str] | None = None
    script: Callable[[Asked], str] | None = None

    @property
    def command(self) -> str:
        """Its name with that of its family, as an answer repeats it."""
        return f"{self.family} {self.name}"

    def formats_of(self, asked: Asked) -> Formats:
        """The formats of the answer to this question, asked with these values."""
        return self.formats(asked) if callable(self.formats) else self.formats

    def at(self, door: str) -> tuple[Field[object], ...]:
        """Its fields at a door."""
        fields = self.shell_fields if door == "shell" and self.shell_fields is not None else self.fields
        return tuple(each for each in fields if door in each.doors)

    def asked(self, checked: Mapping[str, object], door: str = "studio") -> Asked:
        """What it was asked by these checked values at a door; fields that the door has not are left at their defaults.

        Raises ``ShapewrightError`` for a value that cannot be read.
        """
        here = self.at(door)
        names = {each.name for each in here}
        fields = (*here, *[each for each in self.fields if each.name not in names and not each.required])
        return Asked(fields, checked)

    def repeated(self, plain: Mapping[str, object]) -> Asked:
        """What it was asked by plain values of the studio, for lines of Python: defaults are those of the shell."""
        fields = {each.key: each for door in ("studio", "shell") for each in self.at(door)}
        return Repeated(fields.values(), plain)

    @late("shapewright.questions.answered:refuse_malformed")
    def refuse_malformed(self, answer: Mapping[str, Any]) -> None:
        """Raise ``NotationError`` for what cannot be an answer to this question."""


def envelope(question: Question, parameters: Mapping[str, Any], answer: Answer, seconds: float) -> dict[str, Any]:
    """The answer as one JSON object: the keys that every answer has, then the family's."""
    took = seconds if answer.seconds is None else answer.seconds
    keys = answer.keys() if callable(answer.keys) else answer.keys  # what makes them may find that time is over
    return {
        "version": __version__,
        "envelope": ENVELOPE,
        "command": question.command,
        "parameters": {**parameters, **answer.told},
        "verdict": answer.verdict,
        "reason": answer.reason or None,
        "complete": answer.complete,
        "seconds": round(took, 6),
        **with_digits(keys),
    }
