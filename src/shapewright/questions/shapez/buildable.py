"""Whether shapes can be built, and if not, why, and what comes nearest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shapewright import drawing, shapez
from shapewright.errors import (
    CertificateError,
    FileError,
    LimitError,
    NotationError,
    ProblemError,
    ShapewrightError,
    amount,
)
from shapewright.jobs.limits import Clock
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.drawings import drawings
from shapewright.questions.fields import STRICT, TIME_LIMIT, Flag
from shapewright.questions.formats import NoPictureError
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Part, Picture, Pictures, Table
from shapewright.questions.python import Expression, call, literal
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._data import given, require
from shapewright.questions.shapez._fields import CODES, DATA, GAME, LAYERS, VORTEX, batches, each, is_list
from shapewright.questions.shapez._page import bar, shapes_to_page
from shapewright.questions.shapez._python import codes_of, shapez_program
from shapewright.questions.shapez._shapes import NO_PICTURE, picture
from shapewright.questions.source import Source
from shapewright.shapez.certificate import certificate
from shapewright.shapez.notation import Code
from shapewright.shapez.pattern import wanted
from shapewright.shapez.picture import ShapePicture, draw
from shapewright.shapez.shape import Shape
from shapewright.storage.certificate import Certificate


@dataclass(frozen=True)
class _Said:
    """What is said of one code: a verdict, or what is wrong with the code."""

    code: str
    verdict: shapez.Verdict | shapez.PatternVerdict | None
    keys: dict[str, Any]
    fault: str = ""
    note: str = ""

    @property
    def is_impossible(self) -> bool:
        return self.verdict is not None and not self.verdict

    def __str__(self) -> str:
        return f"error: {self.fault}" if self.verdict is None else str(self.verdict)

    def to_json(self) -> dict[str, object]:
        return {"code": self.code, **self.keys}


NEAREST = Flag(
    "nearest", "Whether to name the nearest buildable shapes.", default=None, usual="yes, but not for lists",
    off="--no-nearest",
).optional()  # fmt: skip
OF_LISTS = replace(STRICT, help=STRICT.help.replace("--file", "a file of codes"))


def answer(asked: Asked, desk: Desk) -> Listing:
    """The verdicts, one after the other."""
    codes = asked[CODES]
    if not codes:
        raise ProblemError("there is no shape to check; 'codes' is empty")
    judge = _Judge(asked, desk)
    for one in codes:
        if isinstance(one, str):
            for code in (code for batch in batches([one]) for code in batch):
                wanted(code.text, asked[GAME])  # before the first answer
    return Listing(
        judge.verdicts(codes),
        text=lambda said, _: str(said),
        record=lambda said: said.to_json(),
        end=judge.answer,
        seconds=desk.seconds,
    )


class _Judge:
    """Gives verdicts one after the other; malformed lines of a list are answered too, and counted."""

    def __init__(self, asked: Asked, desk: Desk) -> None:
        self._desk = desk
        self._layers, self._vortex, self._data = asked[LAYERS], asked[VORTEX], given(asked[DATA])
        self._game = asked[GAME]
        self._is_list = is_list(asked[CODES])
        nearest = asked[NEAREST]
        self._nearest = not self._is_list if nearest is None else nearest
        self._clock = Clock(desk.seconds)
        self._prepared: set[shapez.Configuration] = set()
        self._impossible: _Said | None = None
        self._malformed = 0
        self._is_strict = asked[STRICT]
        if self._is_strict and not self._is_list:
            raise ProblemError("--strict only applies with a file of codes, or - for standard input")
        self._only: _Said | None = None
        self._notes: list[str] = []

    def verdicts(self, codes: Sequence[Source | str]) -> Iterator[list[_Said]]:
        for said in each(codes, self._said):
            self._only = said[0] if said and len(codes) == 1 and not self._is_list else None
            self._notes += [each.note for each in said if each.note]
            yield said

    def answer(self, kept: Sequence[_Said], number: int) -> Answer:
        if self._malformed:
            self._notes.append(f"{self._malformed} of {number} lines cannot be judged; they have the reason")
        first = None if self._is_list else self._impossible
        if self._only is not None and (via := getattr(self._only.verdict, "via", None)) in _LAST:
            self._notes.append(f"the last machine can be {_LAST[via]}")
        return Answer(
            {"verdicts": [said.to_json() for said in kept]},
            _headline(kept),
            "none" if first is not None else "found",
            reason="" if first is None or first.verdict is None else first.verdict.reason or "",
            text=lambda _: "\n".join(map(str, kept)),
            parts=lambda: _seen(kept),
            files=drawings(lambda: _drawn(kept), "Shapes"),
            notes=self._notes,
            exit_code=1 if self._malformed else None,
            tone="" if len(kept) < 2 or first is None else "plain",
            page={"bar": _bar(kept), "shapes": shapes_to_page(_judged_shapes(kept))},
        )

    def _said(self, code: Code) -> _Said:
        try:
            found = self._judged(code.text)
        except (NotationError, ProblemError, LimitError) as error:
            if not code.where:
                raise
            if self._is_strict:
                raise FileError(f"{code.where}: {error}") from None
            self._malformed += 1
            keys = {"buildable": None, "reason": str(error)}
            return _Said(code.text, None, keys, str(error))
        if found.is_impossible and self._impossible is None:
            self._impossible = found
        return found

    def _judged(self, text: str) -> _Said:
        goal = wanted(text, self._game)
        how: dict[str, Any] = {"layers": self._layers, "data": self._data}
        self._prepare(shapez.data_needed(goal, **how))
        if not isinstance(goal, Shape):
            if self._vortex:
                raise ProblemError(f"--vortex checks shapes, and {text!r} is a pattern")
            matched = shapez.judge(goal, **how)
            return _Said(text, matched, matched.to_json())
        verdict, note = shapez.buildable(goal, **how, nearest=False, vortex=self._vortex), ""
        if self._nearest and not verdict:
            try:
                self._prepare(shapez.data_needed(goal, **how, nearest=True))
                verdict = shapez.buildable(goal, **how, vortex=self._vortex)
            except LimitError as error:
                if not self._desk.studio:
                    raise
                note = f"the nearest buildable shapes are unknown: {error}"
        return _Said(text, verdict, verdict.to_json(vortex=self._vortex, nearest=self._nearest), note=note)

    def _prepare(self, configuration: shapez.Configuration) -> None:
        """Make what must be made first while a person who waits sees the progress."""
        if self._data is None and configuration not in self._prepared:
            require(configuration, "pp", self._desk)
            shapez.load(
                configuration, "pp", progress=self._desk.progress, threads=self._desk.threads,
                time_limit=self._clock.left(),
            )  # fmt: skip
            self._prepared.add(configuration)


# --- How verdicts look ------------------------------------------------------------------------------------------------


_LAST = {"swap": "a swapper", "stack": "a stacker", "push-pin": "a pin pusher"}
_NOT_SO = "not as written, but for a delivery"


def _headline(kept: Sequence[_Said]) -> str:
    if len(kept) != 1:
        return f"{sum(bool(said.verdict) for said in kept)} of {len(kept)} can be built"
    verdict = kept[0].verdict
    if isinstance(verdict, shapez.Verdict):
        if verdict:
            return "buildable" if verdict.variant in (None, verdict.shape) else "buildable as a variant"
        return f"{_NOT_SO}: {verdict.reason}" if verdict.delivery else f"impossible: {verdict.reason}"
    return str(kept[0])


def _bar(kept: Sequence[_Said]) -> dict[str, object]:
    """The words of the bar: of one shape its verdict, of several how many."""
    if len(kept) != 1:
        number = sum(bool(said.verdict) for said in kept)
        return bar(_headline(kept), "good" if number == len(kept) else "plain" if number else "bad")
    verdict = kept[0].verdict
    if isinstance(verdict, shapez.Verdict):
        if verdict:
            is_variant = verdict.variant not in (None, verdict.shape)
            return bar("buildable", "good", "as a variant with other pins" if is_variant else "")
        if verdict.delivery:
            return bar(_NOT_SO, "bad", verdict.reason or "")
        parts = amount(verdict.changed, "part")
        near = f"{parts} from a buildable one" if verdict.nearest else ""
        return bar(f"impossible: {verdict.reason}", "bad", near)
    if verdict is None:
        return bar(kept[0].fault, "bad")
    if not verdict:
        return bar("impossible", "bad", verdict.reason or "")
    shapes = f"{verdict.count:,} shape{'' if verdict.count == 1 else 's'}"
    return bar("buildable", "good", f"{shapes} up to types and colours")


def _judged_shapes(kept: Sequence[_Said]) -> list[shapez.Verdict]:
    return [said.verdict for said in kept if isinstance(said.verdict, shapez.Verdict)]


def _seen(kept: Sequence[_Said]) -> list[Part]:
    """What there is to see of one verdict, or a table of several."""
    if len(kept) != 1:
        rows = [[said.code, _word(said.verdict), said.keys["reason"] or said.fault] for said in kept]
        return [Table(["code", "verdict", "reason"], rows)]
    verdict = kept[0].verdict
    if isinstance(verdict, shapez.Verdict):
        if verdict.buildable:
            variant = verdict.variant
            if variant in (None, verdict.shape):
                return []
            assert variant is not None
            return [Pictures([picture(variant, put=True)], title="Deliver as", size="small")]
        parts = amount(verdict.changed, "part")
        fewer = "" if verdict.nearest_proven else " or fewer"
        title = f"Nearest buildable, {parts}{fewer} changed"
        refused = Pictures([Picture(ShapePicture(verdict.shape, verdict.places), code=str(verdict.shape))])
        near = [picture(shape, put=True) for shape in verdict.nearest]
        shown: list[Part] = [refused]
        if verdict.delivery is not None:
            shown.append(Pictures([picture(verdict.delivery, put=True)], title="A delivery takes", size="small"))
        return [*shown, Pictures(near, title=title, size="small")] if near else shown
    if isinstance(verdict, shapez.PatternVerdict) and verdict:
        return [Pictures([picture(shape, put=True) for shape in verdict.examples], title="Such as", size="small")]
    return []


def _word(verdict: shapez.Verdict | shapez.PatternVerdict | None) -> str:
    if verdict:
        return "buildable"
    is_delivery = isinstance(verdict, shapez.Verdict) and verdict.delivery is not None
    return "as a delivery" if is_delivery else "impossible"


def _drawn(kept: Sequence[_Said]) -> list[tuple[drawing.Scene, str]]:
    """The shapes that were asked about, and of one alone what can be built in its place; patterns cannot be drawn."""
    verdicts = _judged_shapes(kept)
    if len(verdicts) == len(kept) == 1:
        one = verdicts[0]
        others = dict.fromkeys(filter(None, (one.variant, one.delivery, *one.nearest)))
        near = [(draw(shape), f"can be built: {shape}") for shape in others if shape != one.shape]
        return [(draw(one.shape, marks=one.places), f"{one.shape}: {_word(one)}"), *near]
    if not verdicts:
        raise NoPictureError("a pattern cannot be drawn; give a code without wildcards")
    return [(draw(one.shape, marks=one.places), str(one.shape)) for one in verdicts]


def _formats(asked: Asked) -> Formats:
    """One code is a picture, a list is not."""
    codes = asked[CODES]
    is_one = len(codes) == 1 and not is_list(codes)
    return Formats((".txt", ".json", ".jsonl", *((".svg", ".png", ".pdf") if is_one else ())), NO_PICTURE)


def _is_code(text: str, game: str) -> bool:
    try:
        wanted(text, game)
    except ShapewrightError:
        return False
    return True


def _python(asked: Asked) -> str:
    game = asked[GAME]
    codes, layers = [code for code in codes_of(asked[CODES]) if _is_code(code, game)], asked.some(LAYERS, GAME)
    nearest = not is_list(asked[CODES]) if asked[NEAREST] is None else asked[NEAREST]
    how = {**layers, **asked.some(VORTEX), **({} if nearest else {"nearest": Expression("False")})}
    lines = []
    for judged, function, options in (
        ([code for code in codes if not shapez.is_pattern(code)], "shapez.buildable", how),
        ([code for code in codes if shapez.is_pattern(code)], "shapez.judge", layers),
    ):
        if len(judged) == 1:
            lines.append(f"print({call(function, judged[0], **options)})")
        elif judged:
            verdict = call(function, Expression("code"), **options)
            lines += [f"for code in {literal(judged)}:", f"    print(code, {verdict})"]
    return shapez_program(*lines)


def _check_certificate(asked: Asked, desk: Desk) -> None:
    if is_list(asked[CODES]) or len(asked[CODES]) != 1:
        raise CertificateError("there are certificates for one shape at a time")
    if asked[VORTEX]:
        raise CertificateError(f"there are no certificates with {desk.option('vortex')}")


def _certificate(asked: Asked, desk: Desk, _: Answer) -> Certificate:
    goal = wanted(str(asked[CODES][0]), asked[GAME])
    if not isinstance(goal, Shape):
        raise CertificateError("there are no certificates for patterns")
    return certificate(goal, layers=asked[LAYERS], fewest=False, game=asked[GAME], time_limit=desk.seconds)


QUESTION = Question(
    "shapez",
    "buildable",
    "Find out whether shapes can be built and, if not, why.",
    (CODES, LAYERS, VORTEX, GAME, NEAREST, OF_LISTS, DATA, TIME_LIMIT),
    answer,
    about="""
    Reports for each CODE whether the shape can be built from what the miners deliver. A CODE may be a file or -
    (standard input), one a line. Only the kinds of parts matter: normal part, pin, crystal, nothing. A code may have
    wildcards: ?? anything, A? any part, N? any normal part, C? (and so on) any colour, c? any crystal, ?r (and so on)
    anything of that colour, P? a pin or nothing. Then the question is whether any of the shapes it stands for can be
    built, and how many can. Where a shape cannot be built as written, but a delivery to the vortex accepts another in
    its place, the answer names that one. The exit code is 1 if a CODE on the command line cannot be built as written;
    for a list it is 0, or 1 if a line cannot be judged: that line has the reason.

    \b
    shapewright shapez buildable 'CrRg----:cbP---Sw'
    shapewright shapez buildable 'cu------:--------:cu------' -o verdict.png
    shapewright shapez buildable 'CuN?----:P-P?----'
    cat codes.txt | shapewright shapez buildable - --jsonl""",
    rule="shapewright.shapez.claims.verdicts:buildable",
    claims="""
    verdicts | [{code: text, buildable: flag?, reason: text?, via?: text, delivery?: text?, nearest?: [text],
        changed?: whole, nearest_proven?: flag, variant?: text, count?: whole, examples?: [text]}] | For each code
        whether it can be built, and why not. | again: judged again, and compared with the set of all shapes where
        there is one""",
    example={"codes": ["cu------:--------:cu------"]},
    formats=_formats,
    downloads=(".svg", ".pdf"),
    stem="shape",
    lists=True,
    quick=True,
    python=_python,
)  # fmt: skip
QUESTION = with_certificate(QUESTION, _certificate, _check_certificate)
