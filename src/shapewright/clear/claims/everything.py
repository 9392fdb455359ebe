"""Answers about all queues, sequences or solutions: ``clear impossible``, ``sequences``, ``solutions``, ``table``."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Any

from shapewright.claims import ElsewhereError
from shapewright.clear.chances.percent import percent
from shapewright.clear.check import faults
from shapewright.clear.claims.question import asked_kicks, compare_some, drop_of, read_queue, required
from shapewright.clear.claims.solving import none_at
from shapewright.clear.field import Field
from shapewright.clear.graph.live_boards import KEPT_HEIGHT, kept_live_boards, live_boards
from shapewright.clear.notation.field_lines import without_comment
from shapewright.clear.notation.start import read_hold
from shapewright.clear.patterns.expansion import WAYS, Expansion, expand
from shapewright.clear.patterns.sequences import Weights, list_sequences, number_of_sequences, weights
from shapewright.clear.piece import PIECES, read_piece
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.clear.search.all_solutions import all_solutions, shipped, text_of
from shapewright.clear.search.impossible import judge
from shapewright.clear.search.impossible_list import HEIGHT, is_usual, known
from shapewright.clear.search.solve import first
from shapewright.clear.search.table import table as make_table
from shapewright.errors import InternalError, ShapewrightError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Case
    from shapewright.clear.drops import Drop
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.orders.placing_order import Part
    from shapewright.clear.search.impossible import Verdict

# Sequences of so many pieces are listed and counted for a second opinion: some thousand.
FEW = 4


# --- Queues ---------------------------------------------------------------------------------------------------------


def queues(case: Case, parameter: str = "length") -> None:
    """An answer of ``clear sequences --dealt --json``, once ``clear queues``; ``parameter`` names their length."""
    length = required(case.asked.whole(parameter), repr(parameter))
    case.findings.verdict(case.answer, "found")
    if not case.asked.flag("list"):
        numbers = [number_of_sequences(number) for number in range(length + 1)]
        for number in range(min(length, FEW) + 1):
            if sum([1 for _ in list_sequences(number)]) != numbers[number]:
                raise InternalError(f"two methods disagree on the number of sequences of {number} pieces")
        case.compare("complete", True, "complete")
        case.compare("numbers", numbers)
        return
    compare_some(case, "queues", map(_written, list_sequences(length)), number_of_sequences(length))


def impossible(case: Case) -> None:
    """An answer of ``clear impossible --json``."""
    if case.asked.flag("list"):
        case.findings.verdict(case.answer, "found")
        every, words = known(), "by the list that comes with the package"
        listed = list(map(_written, islice(every, case.asked.whole("limit"))))
        case.compare("sequences", number_of_sequences(10), "counted by a formula")
        case.compare("impossible", len(every), words)
        if not case.answer["complete"] and len(case.need("queues", list)) < len(listed):
            case.findings.unchecked("complete", "a time limit may have ended the list early")
        case.compare_listed("queues", listed, len(listed) == len(every), words)
        return
    held = case.asked.text("hold")
    if held is not None:
        held = read_piece(held, "in the parameter 'hold'") if read_hold(held) is None else None
    records = case.need("verdicts", list)
    case.compare("complete", True, "complete")
    asked = _asked_queues(case, held)
    if asked is not None and len(asked) != len(records):
        case.findings.wrong("verdicts", f"there are {len(records)}, and {len(asked)} queues were asked about")
    found = [
        _compare_verdict(case, record, None if asked is None else asked[number - 1 : number], number)
        for number, record in enumerate(records, 1)
    ]
    # A list of queues has an answer, whatever becomes of each.
    verdicts = [verdict for verdict in found if verdict is not None]
    is_list = case.asked.has("file") or any("\n" in text for text in case.asked.texts("queues"))
    refuted = sum(verdict.is_impossible for verdict in verdicts)
    is_none = refuted > 0 and not is_list
    case.findings.verdict(case.answer, "none" if is_none else "found")
    if "reason" in case.answer:
        several = f"{refuted} of {len(verdicts)} queues cannot clear {HEIGHT} lines"
        reason = verdicts[0].reason if len(verdicts) == 1 else several
        case.compare("reason", reason if is_none else None, "by the verdicts")
    case.findings.right("verdicts", "each looked for again")
    if asked is None:
        case.findings.unchecked(
            "verdicts", "the queues that were asked about are in a file, which is not in the answer"
        )


def _asked_queues(case: Case, held: str | None) -> list[Queue | tuple[str, str]] | None:
    """The queues asked about, or a line that cannot be read and why; None if they are in a file outside the answer."""
    try:
        texts = [*case.asked.texts("queues"), *case.asked.texts("file")]
    except ElsewhereError:
        return None
    lines = [line for text in texts for row in text.splitlines() if (line := without_comment(row.strip()))]
    if "-" in lines or any(line.lower().endswith((".txt", ".csv")) for line in lines):
        return None
    found: list[Queue | tuple[str, str]] = []
    for line in lines:
        try:
            found.append(read_queue(line, held))
        except ShapewrightError as error:
            found.append((line, str(error)))
    return found


def _compare_verdict(
    case: Case, record: Mapping[str, Any], asked: list[Queue | tuple[str, str]] | None, number: int
) -> Verdict | None:
    if "line" in record:
        case.findings.compare("verdicts.impossible", record["impossible"], None, "the line cannot be read")
        if asked is None:
            case.findings.unchecked("verdicts", f"verdict {number} states that its line cannot be read")
        elif asked != [(record["line"], record["reason"])]:
            case.findings.wrong("verdicts", f"verdict {number} states that its line cannot be read, and why: not so")
        return None
    queue = Queue.from_text(record["queue"], record["hold"])
    if asked is not None and asked != [queue]:
        case.findings.wrong("verdicts", f"the queue is {queue}, and {asked[0] if asked else 'none'} was asked about")
        return None
    verdict = judge(queue, time_limit=case.left())
    problem = Problem(Field(), queue, HEIGHT)
    words = "recomputed"
    if problem.heights:
        words = "by all boards" if verdict.is_impossible else "by a clear, replayed by the rules"
        if verdict.is_impossible:
            has_clear = none_at(problem, HEIGHT, case.left) is None
        else:
            clear = first(problem, use_list=False, time_limit=case.left())
            has_clear = clear is not None and not faults(clear)
        if has_clear == verdict.is_impossible:
            raise InternalError(f"two methods disagree whether {queue} is impossible")
    found = {"impossible": verdict.is_impossible, "method": verdict.method, "reason": verdict.reason}
    for key, value in found.items():
        case.findings.compare(f"verdicts.{key}", record[key], value, words, verdict=number)
    return verdict


def _written(sequence: tuple[str, str]) -> str:
    """A sequence with its held piece in brackets."""
    pair, rest = sequence
    return f"[{pair[0]}]{pair[1:]}{rest}"


# --- All solutions, all queues --------------------------------------------------------------------------------------


def _rules(case: Case, default: int | None = None) -> tuple[int, Kicks, Drop]:
    asked = case.asked.whole("height")
    height = required(default if asked is None else asked, "'height'")
    return height, asked_kicks(case), drop_of(case)


def solutions(case: Case) -> None:
    """An answer of ``clear solutions --json``."""
    case.asked.flag("count")  # it prints less as text
    height, kicks, drop = _rules(case)
    found = shipped(height, kicks=kicks, drop=drop)
    words = "by the file that comes with the package"
    if found is None:
        found = all_solutions(height, kicks=kicks, drop=drop, threads=case.threads, time_limit=case.left())
        words = "recomputed"
    case.compare("solutions", len(found), words)
    case.compare("from_bags", found.count_from_bags(), words)
    case.compare("sets_of_pieces", len(found.pieces), words)
    case.findings.verdict(case.answer, "found")
    if "file" in case.answer:
        case.compare("complete", True, "complete")
        if case.answer["file"] is None:
            case.findings.right("file", "nothing was written")
        else:
            case.findings.unchecked("file", "the file that was written is not in the answer")
        return
    drawn = case.asked.whole("random")
    if drawn is None:
        every = (_line(parts, height) for parts in found)
        compare_some(case, "listed", every, len(found))
        return
    case.compare("complete", True, "complete")
    seed, stated = case.asked.whole("seed"), case.need("listed", list)
    if seed is not None and len(stated) == drawn:
        again = [_line(parts, height) for parts in found.sample(drawn, seed=seed)]
        case.compare("listed", again, "drawn again by the seed")
        return
    if len(stated) != drawn:
        case.findings.wrong("listed", f"there are {len(stated)}, and {drawn} were asked for")
    case.findings.unchecked("listed", "there is no seed by which they could be drawn again")


def _line(parts: tuple[Part, ...], height: int) -> str:
    return text_of(parts, height).replace("\n", "/")


def table(case: Case) -> None:
    """An answer of ``clear table --json``."""
    if case.asked.flag("live"):
        live(case)
        return
    height, kicks, drop = _rules(case)
    case.compare("height", height, "what was asked")
    case.compare("complete", True, "complete")
    pieces = 5 * height // 2
    case.compare("sequences", number_of_sequences(pieces), "counted by a formula")
    if height == HEIGHT:
        if not (is_usual(kicks) and drop == "soft"):
            case.left()
            raise ElsewhereError("a table of 4 lines takes minutes; 'clear table 4' makes it again")
        failing, words = list(known()), "by the list that comes with the package"
    else:
        found = make_table(height, kicks=kicks, drop=drop, threads=case.threads, time_limit=case.left())
        failing, words = list(found.impossible()), "recomputed"
        # From all boards between the empty field and itself, for queues of any pieces.
        pattern = ",".join("*" * (pieces + 1))
        chance = percent(Field(), pattern, height, kicks=kicks, drop=drop, time_limit=case.left(0.5))
        others = set(chance.failing())
        if {one for one in list_sequences(pieces) if "".join(one) in others} != set(failing):
            raise InternalError("two methods disagree which queues have a perfect clear")
        words = "recomputed, and by all boards"
    case.compare("solved", number_of_sequences(pieces) - len(failing), words)
    case.findings.verdict(case.answer, "found")
    totals = Weights.totals(pieces)
    if height == HEIGHT:
        lost = sum([weights(pair, rest) for pair, rest in failing], Weights(0, 0, 0))
        won = Weights(totals.opener - lost.opener, totals.none - lost.none, totals.any - lost.any)
    else:
        lost_ones = set(failing)
        won_ones = [one for one in list_sequences(pieces) if one not in lost_ones]
        won = sum([weights(pair, rest) for pair, rest in won_ones], Weights(0, 0, 0))
    chances = {kind: [getattr(won, kind), getattr(totals, kind)] for kind in ("opener", "none", "any")}
    case.compare("chances", chances, words)
    if case.asked.flag("impossible"):
        case.compare("impossible", list(map(_written, failing)), words)


def live(case: Case) -> None:
    """An answer of ``clear table --live --json``, once ``clear live-boards``."""
    height, kicks, drop = _rules(case, KEPT_HEIGHT)
    case.compare("height", height, "what was asked")
    case.compare("complete", True, "complete")
    case.findings.verdict(case.answer, "found")
    if height == KEPT_HEIGHT:
        found, words = kept_live_boards(kicks, drop), "by the boards that are kept"
        if found is None:
            raise ElsewhereError("the live boards of 4 lines take half a minute; 'clear table 4 --live' finds them")
    else:
        found, words = live_boards(height, kicks=kicks, drop=drop, time_limit=case.left()), "recomputed"
    case.compare("sizes", list(found.sizes), words)
    case.compare("boards", sum(found.sizes), words)


# Sequences of so many pieces, and queues of so many patterns, are written out for a second opinion.
FEW_PIECES, FEW_QUEUES = 4, 2000


def sequences(case: Case) -> None:
    """An answer of ``clear sequences --json``."""
    asked = case.asked
    if asked.has("dealt"):
        queues(case, "dealt")
        return
    pattern, hold = required(asked.text("patterns"), "'patterns'"), asked.text("hold") or "pass"
    way = next(one for one in WAYS if one == hold)
    found = expand(
        pattern,
        way,
        length=asked.whole("length"),
        holds=asked.whole("holds"),
        where=asked.text("where"),
    )
    words = "recomputed"
    if found.holds is None and found.length <= FEW_PIECES and found.pattern.count() <= FEW_QUEUES:
        if set(found) != _plainly(found):
            raise InternalError("two methods disagree on the sequences of a pattern")
        words = "recomputed, and all of them written out"
    case.compare("number", found.count, words)
    case.compare("length", found.length)
    case.findings.verdict(case.answer, "found")
    if not asked.flag("list"):
        case.compare("complete", True, "complete")
        return
    compare_some(case, "queues", found, found.count)


def _plainly(found: Expansion) -> set[str]:
    """The sequences, each queue held in every way."""
    queues = set(found.pattern.queues())
    if found.hold == "pass":
        sequences = {queue[: found.length] for queue in queues}
    elif found.hold == "forward":
        sequences = {order for queue in queues for order in Queue(queue).orders(found.length)}
    else:
        every = ("".join(queue) for queue in product(PIECES, repeat=found.length))
        sequences = {queue for queue in every if queues.intersection(Queue(queue).orders(found.pattern.length))}
    return {sequence for sequence in sequences if found.where is None or found.where.holds(sequence)}
