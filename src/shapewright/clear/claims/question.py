"""What an answer about perfect clears was asked, read from its ``parameters``."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from shapewright.clear.drops import read_drop
from shapewright.clear.field import Field
from shapewright.clear.graph.setup import DEFAULT_HEIGHT, Setup
from shapewright.clear.kicks import Kicks, is_known
from shapewright.clear.notation.fumen import is_fumen
from shapewright.clear.notation.start import Options, Start, read_hold, read_options, read_start
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.piece import read_piece
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from shapewright.claims import Asked, Case
    from shapewright.clear.drops import Drop
    from shapewright.clear.notation.fumen import Fumen

Said = TypeVar("Said")

MAX_HEIGHT = 20


@dataclass(frozen=True)
class Game:
    """A field, the fumen it came in, the queue that came with it, and the rules of a question about one queue."""

    field: Field
    fumen: Fumen | None
    queue: Queue | None
    hold: str | None
    may_hold: bool
    height: int | None
    kicks: Kicks
    drop: Drop


@dataclass(frozen=True)
class Rules:
    """The queues and the rules of a question about a pattern."""

    pattern: Pattern
    kicks: Kicks
    drop: Drop
    hold: bool


def asked_kicks(case: Case) -> Kicks:
    """The kick system that was asked for; the one that the caller has where a file of it is not in the answer."""
    given: Kicks | None = case.context.get("kicks")
    if given is not None and case.asked.is_elsewhere("kicks"):
        case.answer["parameters"]["kicks"].values()  # it is read: the caller knows what it stands for
        return given
    return kicks_of(case, case.asked.text("kicks"))


def kicks_of(case: Case, said: str | None) -> Kicks:
    """The kick system of a name, or of the content of a file; ``srs`` if nothing is said."""
    given: Kicks | None = case.context.get("kicks")
    if said is None or is_known(said):
        return Kicks.named(said or "srs")
    if given is not None:
        return given
    return Kicks.from_properties(said) if "=" in said or "\n" in said else Kicks.named(said)


def drop_of(case: Case) -> Drop:
    """The drop that the parameters say; ``soft`` if they say nothing."""
    return read_drop(case.asked.text("drop") or "soft")


def required(said: Said | None, name: str) -> Said:
    """A parameter that every such answer has; raises ``NotationError`` if it is not there."""
    if said is None:
        raise NotationError(f"the parameters have no {name}")
    return said


def _start(asked: Asked, queue: str | None = None) -> Start:
    """The field of a question, and what came with it; ``queue`` is a fumen that was given instead."""
    text = queue if queue is not None else asked.text("field")
    page = asked.whole("page")
    if text is None and page is not None:
        raise ProblemError("the parameter 'page' only applies to a fumen, and there is none")
    return Start(Field()) if text is None else read_start(text, page)


def game_of(case: Case, queue: str | None = None) -> Game:
    """The field and the rules; ``queue`` is a fumen that was given instead of both."""
    asked = case.asked
    start = _start(asked, queue)
    held, may_hold = asked.text("hold"), not asked.flag("no_hold")
    if held is not None and (said := read_hold(held)) is not None:
        held, may_hold = None, said and may_hold
    elif held is not None:
        held = read_piece(held, "in the parameter 'hold'")
    given = None if start.page is None else start.page.queue
    if given is not None and held is not None:
        given = Queue(given.pieces, held)
    height = asked.whole("height")
    height = start.height if height is None else height
    kicks = asked_kicks(case)
    # Before full rows counted among the lines, answers were about as many lines as were asked for; since then an answer
    # names the lines that are left.
    leaves_full_rows_out = height is not None and any(
        record.get("height") == height or str(height) in record.get("refuted", ())
        for record in (case.answer, *case.answer.get("answers", ()))
    )
    field = start.field.cleared() if leaves_full_rows_out else start.field
    return Game(field, start.fumen, given, held, may_hold, height, kicks, drop_of(case))


def problem_of(case: Case) -> tuple[Problem, Game]:
    """The problem of an answer about one queue."""
    text = case.asked.text("queue")
    game = game_of(case, text) if text is not None and is_fumen(text) else game_of(case)
    queue = required(game.queue, "queue") if text is None or is_fumen(text) else read_queue(text, game.hold)
    save = case.asked.text("save")
    return Problem(game.field, queue, game.height, game.kicks, game.drop, game.may_hold, save), game


def queue_of(case: Case, game: Game) -> Queue:
    """The queue of an answer about one queue, which may have come with its field."""
    text = case.asked.text("queue")
    return required(game.queue, "queue") if text is None else read_queue(text, game.hold)


def read_queue(text: str, held: str | None) -> Queue:
    """A queue in text, with the piece that is said to be held."""
    queue = Queue.from_text(text)
    if held is None or queue.hold == held:
        return queue
    if queue.hold is not None:
        raise ProblemError(f"the queue {queue} has {queue.hold} in hold, and the parameter 'hold' says {held}")
    return Queue(queue.pieces, held)


def rules_of(case: Case, comment: Options | None = None, usual: str | None = None) -> Rules:
    """The queues and the rules; what the parameters do not say the comment of a fumen may.

    Where neither says which queues, they are those of the ``usual`` pattern.
    """
    told = comment or Options()
    texts = {"patterns": told.patterns, "hold": told.hold, "drop": told.drop, "kicks": told.kicks}
    said = {key: text for key, text in texts.items() if text is not None}
    others = (name for name in texts if name != "kicks")
    said |= {name: text for name in others if (text := case.asked.text(name)) is not None}
    pattern = required(said.get("patterns", usual), "'patterns'")
    hold = read_hold(said.get("hold", "use"))
    if hold is None:
        raise NotationError(f"the parameter 'hold' is {said['hold']!r}, not use or avoid")
    hold = hold and not case.asked.flag("no_hold")
    kicks = asked_kicks(case) if case.asked.has("kicks") else kicks_of(case, said.get("kicks"))
    drop = read_drop(said.get("drop", "soft"))
    return Rules(Pattern.from_text(pattern), kicks, drop, hold)


def setup_of(case: Case, usual: str | None = None) -> Setup:
    """The setup of an answer about the queues of a pattern, which is ``usual`` if nothing says it."""
    start = _start(case.asked)
    comment = Options() if start.page is None else read_options(start.page.comment)
    height = case.asked.whole("height")
    lines = next((one for one in (height, start.height, comment.height) if one is not None), DEFAULT_HEIGHT)
    rules = rules_of(case, comment, usual)
    return Setup(start.field, rules.pattern, lines, rules.kicks, rules.drop, rules.hold)


# --- What several rules compare ---------------------------------------------------------------------------------------


def compare_pieces(case: Case, given: int, counted: int) -> None:
    """How many pieces the queues have, and how many of them count."""
    case.compare("pieces", given, "by the pattern")
    case.compare("pieces_counted", counted, "by the pattern and the field")


def compare_some(case: Case, key: str, every: Iterable[object], total: int) -> None:
    """Compare a list, which ends at the limit or where the time was over, with the beginning of ``every``."""
    limit = case.asked.whole("limit")
    most = len(case.claimed(key)) + 1  # one more tells whether these are all
    listed = list(islice(every, most if limit is None else min(most, limit)))
    case.compare_listed(key, listed, len(listed) == total)


def compare_bound(case: Case, key: str, proven: int, *, is_proven: bool, fault: str | None) -> None:
    """Note whether a bound was proven again; ``fault`` says why it cannot be right."""
    if fault is not None:
        case.findings.wrong(key, f"it is {case.answer[key]}, and {fault}")
    elif is_proven:
        case.findings.right(key, "proven again")
    else:
        case.findings.unchecked(key, f"there was time to prove {proven} alone, and it is {case.answer[key]}")


def compare_keys(
    case: Case, record: Mapping[str, Any], expected: Mapping[str, object], number: int, words: str = "recomputed"
) -> None:
    """Compare these keys of the record of a solution, which must all be there."""
    for key, value in expected.items():
        case.findings.compare(f"solutions.{key}", record[key], value, words, solution=number)
