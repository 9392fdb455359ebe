"""At a glance: what comes, a queue or a pattern, and whether it clears the field, or how likely that is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from shapewright import clear
from shapewright.clear import Chance, Glance, Pattern, Queue
from shapewright.clear.chances.glance import SECONDS, read_pieces
from shapewright.clear.chances.percent import percentage
from shapewright.clear.field import Field
from shapewright.clear.graph.setup import DEFAULT_HEIGHT
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.problem import counted_rows, lines_left, lines_text, lines_with
from shapewright.errors import ProblemError, ShapewrightError, amount
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import GAME, SAVE, game_of
from shapewright.questions.clear._asked.python import clear_program, game_in_python
from shapewright.questions.clear._shown.solutions import FORMATS, contents, details, drawn_text, see, ways
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Text
from shapewright.questions.parts import Bars, Part
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question, Verdict
from shapewright.questions.screen import Screen

MAX_SECONDS = 10.0
_DEEPEST = 4
"""The best and the worst beginnings of a queue have no more pieces."""


PIECES = Text(
    "pieces",
    "The pieces to come: a queue such as TIOLJSZ, or a pattern such as I,*p4; without them, check the field alone.",
    argument=True,
    limit=4000,
)
LOOK = replace(
    TIME_LIMIT, help="Maximum number of seconds; then report what is known.", maximum=MAX_SECONDS, usual=f"{SECONDS:g}"
)


def _formats(asked: Asked) -> Formats:
    """One queue may have a solution, which can be drawn."""
    try:
        came = read_pieces(asked[PIECES] or "")
    except ShapewrightError:
        came = None  # what is wrong with it is said where it is answered
    drawn = tuple(suffix for suffix in FORMATS if suffix != ".jsonl")
    if isinstance(came, Pattern):
        why = "a chance is not a picture; 'clear path' draws solutions"
        return Formats(refused=dict.fromkeys((".svg", ".png", ".gif", ".pdf", ".html", ".fumen", ".pc"), why))
    return Formats(drawn)


def answer(asked: Asked, desk: Desk) -> Answer:
    """What is known within the time of a glance."""
    game = game_of(asked)
    text = asked[PIECES] or ""
    came: Queue | str = text if text.strip() or game.queue is None else game.queue
    found = clear.glance(
        game.field,
        came,
        held=game.held if isinstance(came, str) and came.strip() else None,
        time_limit=asked[LOOK] or SECONDS,
        height=game.height,
        kicks=game.kicks,
        drop=game.drop,
        hold=game.hold,
        save=game.save,
    )
    if found.height is not None and found.came is None and not found.empty:
        raise ProblemError("the field has no empty cells in its rows")
    said = _Said(found, game.field, game.fumen, is_asked=game.height is not None)
    return Answer(
        said.keys(),
        said.words,
        said.verdict,
        reason=found.reason or ("" if found.stopped is None else str(found.stopped)),
        text=said.text,
        parts=said.parts,
        files={} if found.solution is None else contents([found.solution], game.fumen),
        notes=game.notes,
        complete=found.is_known,
        exit_code=0 if found.chance is not None else None,
        tone=said.tone,
        page=said.page() if desk.studio else {},
        elsewhere=said.elsewhere(text.strip()),
    )


@dataclass(frozen=True)
class _Said:
    """A glance in words and as data; the ``field`` has its full rows, and ``is_asked`` is about the number of lines."""

    found: Glance
    field: Field
    given: Fumen | None
    is_asked: bool

    @property
    def verdict(self) -> Verdict:
        found = self.found
        if found.reason is not None:
            return "none"
        if found.chance is not None:
            return "found" if found.chance.solved else "none"
        return "found" if found.solution is not None or found.came is None else "unknown"

    @property
    def tone(self) -> str:
        """How good it is: what is not known, or not said by the pieces, is neither good nor bad."""
        found = self.found
        if found.is_short or self.verdict == "unknown" or (found.came is None and found.reason is None):
            return "plain"
        return "good" if self.verdict == "found" else "bad"

    @property
    def words(self) -> str:
        found = self.found
        if found.height is None:
            return f"the field cannot be cleared: {found.reason}"
        if found.reason is not None:
            return found.reason if found.is_short else f"impossible: {found.reason}"
        if found.solution is not None:
            saved = f"; {' '.join(found.solution.saved)} left over" if found.solution.saved else ""
            return f"a perfect clear in {amount(len(found.solution), 'piece')}{saved}"
        if found.chance is not None:
            queues = amount(found.queues, "queue", thousands=True)
            return f"{percentage(found.solved, found.queues)} % of {queues}"
        if found.stopped is None:
            return f"{found.empty} empty cells in {lines_text(found.height)}: {amount(found.needed or 0, 'piece')}"
        if isinstance(found.came, Queue):
            return "no perfect clear found so far"
        if not found.tried:
            return f"{found.queues:,} queues, too many for a glance"
        return f"at least {found.solved:,} of {found.queues:,} queues"

    def chips(self) -> list[str]:
        """What else is worth a word."""
        found = self.found
        if found.chance is not None:
            return [lines_text(found.height or 0), *_best_and_worst(found.chance), *self._more_lines()]
        if found.solution is not None:
            return [lines_text(found.height or 0), "checked"]
        if found.tried and isinstance(found.came, Pattern):
            return [f"{found.solved:,} of {found.tried:,} tried so far"]
        return []

    def _more_lines(self) -> list[str]:
        """What most people mean, where the pattern has pieces for fewer lines only and no queue clears those."""
        found, height = self.found, self._asked_height() or DEFAULT_HEIGHT
        if self.is_asked or found.solved or height >= DEFAULT_HEIGHT:
            return []
        start, left = lines_left(self.field, DEFAULT_HEIGHT)
        counted = counted_rows(self.field, DEFAULT_HEIGHT)
        lines = lines_text(DEFAULT_HEIGHT) + (f" ({counted})" if counted else "")
        cells = start.empty_cells(left)
        return [] if cells % 4 else [f"{lines} take {amount(cells // 4, 'piece')}"]

    def _asked_height(self) -> int | None:
        """The lines to ask for in another verb, where the full rows of the same field count."""
        return None if self.found.height is None else lines_with(self.field, self.found.height)

    def facts(self) -> dict[str, object]:
        """What a page needs to go on: what was meant, and the question that has more time."""
        found = self.found
        kind = "field" if found.came is None else "queue" if isinstance(found.came, Queue) else "pattern"
        more: dict[str, object] | None = None
        if kind == "queue":
            more = {"question": "solve", "queue": str(found.came)}
        elif isinstance(found.came, Pattern):
            more = {"question": "percent", "patterns": found.came.to_text(), "height": self._asked_height()}
        return {
            "kind": kind,
            "height": self._asked_height(),
            "empty": found.empty,
            "pieces": found.needed,
            "more": more,
            "known": found.is_known,
        }

    def elsewhere(self, typed: str) -> list[tuple[str, dict[str, object]]]:
        """The verb that finds the same without a limit; a field alone, or too few pieces, never take long."""
        came = self.found.came
        if self.found.is_short:
            return []
        if isinstance(came, Queue):
            return [("solve", {"queue": typed} if typed else {})]
        if came is None or self.found.height is None:
            return []
        return [("percent", {"patterns": came.to_text(), "height": self._asked_height(), "hold": None})]

    def page(self) -> dict[str, object]:
        """The bar of a page, and the steps of a clear to be played."""
        words, chips = self.words, self.chips()
        if self.found.chance is not None:
            words, chips = f"{words} clear {chips[0]}", chips[1:]
        bar = {"words": words, "chips": chips, "tone": self.tone}
        solution = self.found.solution
        return {"bar": bar, "glance": self.facts(), **ways([] if solution is None else [solution], self.given)}

    def keys(self) -> dict[str, object]:
        found = self.found
        keys = {"kind": self.facts()["kind"], "height": found.height, "empty": found.empty, "needed": found.needed}
        if found.solution is not None:
            keys["solutions"] = [details(found.solution, self.given)]
        if isinstance(found.came, Pattern) and found.queues:
            keys |= {"solved": found.solved, "tried": found.tried, "queues": found.queues}
        if found.chance is not None:
            first = found.chance.by_first().items()
            keys |= {"chance": found.chance.fraction, "first": {piece: [of.solved, of.queues] for piece, of in first}}
        return keys

    def text(self, screen: Screen) -> str:
        chips = self.chips()
        line = f"{self.words} ({'; '.join(chips)})" if chips else self.words
        solution = self.found.solution
        return line if solution is None else f"{line}\n\n{drawn_text(solution, screen)}"

    def parts(self) -> list[Part]:
        found = self.found
        if found.solution is not None:
            return list(see([found.solution], self.given))
        if found.chance is None:
            return []
        depth = _telling(found.chance)
        bars = [(prefix, of.solved, of.queues, 0) for prefix, of in found.chance.by_first(depth).items()]
        return [Bars(bars, title="After the first pieces")] if len(bars) > 1 else []


def _telling(chance: Chance) -> int:
    """How many first pieces tell queues apart."""
    return next((depth for depth in range(1, _DEEPEST) if len(chance.by_first(depth)) > 1), _DEEPEST)


def _best_and_worst(chance: Chance) -> list[str]:
    """The beginnings with the best and the worst chance, if there is a difference."""
    first = chance.by_first(_telling(chance))
    ordered = sorted(first.items(), key=lambda entry: -entry[1].fraction)
    (best, most), (worst, least) = ordered[0], ordered[-1]
    if most.fraction == least.fraction:
        return []
    each = (("best", best, most), ("worst", worst, least))
    return [f"{what}: {prefix} {percentage(of.solved, of.queues)} %" for what, prefix, of in each]


def _python(asked: Asked) -> str:
    game = game_of(asked)
    rows, rules = game_in_python(asked, game)
    text = asked.text(PIECES)
    came = text if text.strip() or game.queue is None else str(game.queue)
    held = {"held": game.held} if text.strip() and game.held else {}
    found = call("clear.glance", rows, came, **held, **rules, **asked.some(TIME_LIMIT))
    result = "found.chance or found.solution or found.reason" if came.strip() else "found.reason or found.needed"
    return clear_program(f"found = {found}", f"print({result})")


QUESTION = Question(
    "clear",
    "glance",
    "Find in a moment whether a queue clears the field, or how many queues of a pattern do.",
    (PIECES, *GAME, SAVE, LOOK),
    answer,
    about="""
    A queue is solved as in 'clear solve', and the queues of a pattern are counted as in 'clear percent'. If the time
    is too short, the answer is the number of queues solved so far (exit code 3).

    \b
    shapewright clear glance TIOLJSZTIOL
    shapewright clear glance 'I,*p4' --field ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ
    shapewright clear glance --field XX________/X________X""",
    rule="shapewright.clear.claims.glancing:glance",
    claims="""
    kind? | text? | What was typed: a queue or a pattern. | again: read again
    height?
    empty? | whole? | Number of empty cells. | again: counted
    needed? | whole? | Number of pieces that fill them. | again: counted
    solutions?  solved?  queues?
    tried? | whole | Number of queues that were looked at. | how
    chance? | number | Share of the queues that can clear the field. | again
    first? | {*: [whole]} | For each first piece the number of queues that can, and of all. | again""",
    example={"pieces": "I,*p4", "field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "time_limit": 10.0},
    formats=_formats,
    downloads=(".txt",),
    stem="clear",
    quick=True,
    python=_python,
)  # fmt: skip
