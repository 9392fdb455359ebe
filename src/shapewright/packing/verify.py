"""Is all that an answer says of packings right? Placements by the rules, "optimal" and "infeasible" by another search.

:mod:`shapewright.packing.verify_records` looks at packings, this module at the answers that have them and at the other
verbs. What no rule looks at is reported as not checked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, isqrt, prod, sqrt
from typing import TYPE_CHECKING, Any

from shapewright.claims import Budget, Findings, flag, is_a_file, listed, number, read_answers, same, text, whole
from shapewright.errors import NotationError, ShapewrightError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.packing.asked import box_from_text, first_of, read_asked
from shapewright.packing.bag import Bag
from shapewright.packing.chances import made
from shapewright.packing.evaluate import MAX_ROUNDS, bag_of_level
from shapewright.packing.notation import with_shared
from shapewright.packing.pack import pack
from shapewright.packing.refutations import Refutations
from shapewright.packing.rounds import play_rounds
from shapewright.packing.rules import LETTERS, LEVELS, score
from shapewright.packing.verify_bins import BinsAnswer, RepairAnswer
from shapewright.packing.verify_records import HOW, Record, verdict_of
from shapewright.packing.verify_stock import StockAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from shapewright.packing.asked import Asked
    from shapewright.packing.boxes import Box

__all__ = ["Verdict", "verify"]

# What an answer of each verb must have; without one of them it is malformed.
NEEDED = {
    "pack": ("complete", "status"),
    "solve": ("complete", "status"),
    "feasible": ("complete", "status"),
    "show": ("complete", "status"),
    "round": ("complete", "rounds", "mean", "round", "total", "scores", "perfect", "packings"),
    "chances": (
        *("complete", "box", "pieces", "bags", "of", "probability", "probability_exact"),
        *("probability_even_t", "probability_even_t_exact"),
    ),
    "evaluate": ("complete", "pieces", "box", "rounds", "successes", "probability", "interval"),
    "rectangles": ("complete", "rectangles", "by_size"),
    "bins": ("complete", "status", "boards", "bound", "packings"),
    "repair": ("complete", "status", "moved", "at_least", "taken", "laid"),
}

# Bags are tried one by one where there are so many at most; more are looked up in a table that is made anew.
_MOST_BAGS = 1000
# A bag that took longer than this share of its time limit may be decided otherwise on another machine.
_SURE = 0.25


@dataclass
class Verdict(Findings):
    """What was found about an answer; also how many ``packings`` were looked at."""

    packings: int | None = None

    def lines(self) -> list[str]:
        """The faults, what became of the packings, and what was not checked, a sentence each."""
        told = []
        for fault in self.faults:
            place = f"packing {fault['packing']}: " if "packing" in fault else ""
            key = "" if fault["claim"] == "placements" else f"{fault['claim']}: "
            told.append(f"{place}{key}{fault['fault']}")
        bad = len({fault["packing"] for fault in self.faults if "packing" in fault})
        if self.packings is not None:
            many = "1 packing" if self.packings == 1 else f"{self.packings} packings"
            right = "right" if self.packings == 1 else "all right"
            if bad:
                told.append(f"{bad} of {many} {'is' if bad == 1 else 'are'} wrong")
            elif self.valid is not False:
                told.append(f"{many}, {right if self.valid else 'nothing wrong was found'}")
        if self.valid is None:
            told += [f"not checked: {key} ({reason})" for key, reason in self.not_checked.items()]
        if self.valid and self.packings is None:
            told.append(f"right: {', '.join(self.checked)}")
        return told

    def to_json(self) -> dict[str, Any]:
        """The same as the keys of an envelope."""
        more = {} if self.packings is None else {"packings": self.packings}
        return {**super().to_json(), **more}


def verify(answer: Mapping[str, Any] | str, *, time_limit: float | None = None, threads: int | None = None) -> Verdict:
    """Check every claim of ``answer``, what a command prints with ``--json`` or ``--jsonl``, or recompute it.

    ``time_limit`` are the seconds for what has to be recomputed (60 unless given); what takes longer is not checked.

    >>> from shapewright.packing import Bag, pack
    >>> answer = pack(Bag.from_text("T1 I3")).to_json()
    >>> verify(answer).valid, verify({**answer, "bound": 50.0}).valid
    (True, False)

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    answers = read_answers(answer)
    budget = Budget(time_limit)
    found = Verdict()
    if len(answers) > 1:
        refutations = Refutations(budget)
        found.packings = len(answers)
        for position, (place, data) in enumerate(answers, start=1):
            Record(data, place, None, found, position, refutations, ours=False).judge()
        return found
    _Answer(answers[0][1], answers[0][0], budget, threads, found).judge()
    return found


class _Answer:
    """One answer and what is found out about it."""

    def __init__(
        self, data: Mapping[str, Any], place: str, budget: Budget, threads: int | None, found: Verdict
    ) -> None:
        self.data = data
        self.place = place
        self.budget = budget
        self.threads = threads
        self.found = found
        command = data.get("command")
        self.verb = command.partition(" ")[2] if isinstance(command, str) and command.startswith("packing ") else ""
        for key in (*NEEDED.get(self.verb, ()), *(("parameters",) if self.verb else ())):
            if key not in data:
                raise NotationError(f"it has no {key!r}, which every answer of 'packing {self.verb}' has")
        self.parameters = data.get("parameters", {})
        if not isinstance(self.parameters, dict):
            raise NotationError("its 'parameters' is not an object")
        self.complete = flag(data, "complete") if "complete" in data else False

    def judge(self) -> None:
        """Look at everything."""
        rules: dict[str, Callable[[], None]] = {
            "round": self._round,
            "chances": self._chances,
            "evaluate": self._evaluate,
            "rectangles": self._rectangles,
            "bins": self._bins,
            "repair": self._repair,
        }
        # What Python writes has no command.
        keys = {"boards": "bins", "moved": "repair"}
        verb = self.verb or next((verb for key, verb in keys.items() if key in self.data), "")
        rules.get(verb, self._packings)()
        if verb in ("round", "chances", "evaluate", "rectangles"):
            self.found.verdict(self.data, "found")
        self.found.finish(self.data, HOW)

    # --- Packings -----------------------------------------------------------------------------------------------------

    def _packings(self) -> None:
        is_open = is_a_file(self.parameters.get("problem"))
        asked = read_asked(self.parameters) if self.verb in ("pack", "solve", "feasible") and not is_open else None
        refutations = Refutations(self.budget)
        if "packings" in self.data:
            records = listed(self.data, "packings")
            if not records:
                raise NotationError("its 'packings' is an empty list")
            shared = {key: self.data[key] for key in ("bag", "pieces", "board", "goal", "values") if key in self.data}
            for key in shared:
                self.found.right(key, "the question")
            whole_records = [with_shared(one, shared) for one in records]
            judged = [
                Record(
                    one,
                    f"packing {position} of {self.place}",
                    asked,
                    self.found,
                    position,
                    refutations,
                    ours=bool(self.verb),
                )
                for position, one in enumerate(whole_records, start=1)
            ]
            self.found.packings = len(judged)
            for record in judged:
                record.judge()
            self._several(judged, asked)
            return
        self.found.packings = 1
        record = Record(self.data, self.place, asked, self.found, 1, refutations, ours=bool(self.verb))
        record.judge(inside=False)
        if asked is not None and asked.limit not in (None, 1):
            self.found.wrong("packings", f"{asked.limit} packings were asked for, and the answer has one")
        self.found.verdict(self.data, verdict_of(record.packing.status))
        self._says_complete(record.packing.status, 1, None)

    def _bins(self) -> None:
        self.found.packings = len(listed(self.data, "packings"))
        judge = StockAnswer if "stock" in self.data else BinsAnswer
        judge(self.data, self.parameters, self.found, Refutations(self.budget)).judge()

    def _repair(self) -> None:
        self.found.packings = 1
        RepairAnswer(self.data, self.parameters, self.found, Refutations(self.budget)).judge()

    def _place(self, position: int) -> str:
        return f"packing {position} of {self.place}"

    def _several(self, judged: list[Record], asked: Asked | None) -> None:
        """All packings are as good as the first, and different; the status is that of the first."""
        first = judged[0].packing
        if "status" in self.data:
            self.found.compare("status", text(self.data, "status"), first.status, "the first packing")
        seen: dict[object, int] = {}
        for position, record in enumerate(judged, start=1):
            key = frozenset((one.piece, one.cells) for one in record.packing.placements)
            if seen.setdefault(key, position) != position:
                self.found.wrong("packings", f"is packing {seen[key]} again", packing=position)
            if asked is not None and record.packing.value != first.value:
                self.found.wrong("packings", "is not as good as the first", packing=position)
        count = None if asked is None else asked.limit
        if asked is not None and len(judged) > (count or 1):
            self.found.wrong("packings", f"there are {len(judged)}, and {count or 1} were asked for")
        self.found.right("packings", "each replayed by the rules, and compared with the others")
        self.found.verdict(self.data, verdict_of(first.status))
        self._shared_reason(judged[0])
        no_more = "no_more" in self.data and self._no_more(judged)
        self._says_complete(first.status, len(judged), len(judged) if no_more else count)

    def _no_more(self, judged: list[Record]) -> bool:
        """Whether the answer says that there are no more packings of its box or board; they are counted again."""
        if not flag(self.data, "no_more"):
            raise NotationError("its 'no_more' is false; it is left out where there may be more")
        number = judged[0].number_there()
        if isinstance(number, str):
            self.found.unchecked("no_more", number)
        else:
            self.found.compare("no_more", len(judged), number, "counted by a sweep over the cells")
        return True

    def _shared_reason(self, first: Record) -> None:
        """The reason of an answer with a list of packings is that of the only one there is."""
        if self.data.get("reason") is not None:
            self.found.compare("reason", self.data["reason"], first.stated_reason, "by the first packing")

    def _says_complete(self, status: str, there: int, count: int | None) -> None:
        if "complete" not in self.data:
            return
        whole_list = count in (None, there)
        if not self.complete:
            self.found.right("complete", "it states that something is missing")
        elif self.verb != "show" and (status not in ("optimal", "infeasible") or not whole_list):
            why = f"the status is {status!r}" if whole_list else f"there are {there} of {count} packings"
            self.found.wrong("complete", f"the answer is not complete: {why}")
        else:
            self.found.right("complete", "by its status")

    # --- Rounds -------------------------------------------------------------------------------------------------------

    def _round(self) -> None:
        played, best = whole(self.data, "rounds"), whole(self.data, "round")
        records = listed(self.data, "packings")
        if len(records) != len(LEVELS):
            raise NotationError(f"a round has {len(LEVELS)} packings, not {len(records)}")
        refutations = Refutations(self.budget)
        self.found.packings = len(records)
        judged = [
            Record(one, self._place(position), None, self.found, position, refutations)
            for position, one in enumerate(records, start=1)
        ]
        for record in judged:
            record.judge()
        self._bags(judged, best)
        scores = [record.score() for record in judged]
        self.found.compare("scores", listed(self.data, "scores"), scores, "by the packings")
        self.found.compare("total", number(self.data, "total"), float(sum(scores)), "the sum of the scores")
        perfect = all(one >= self._best_score(pieces) for one, pieces in zip(scores, LEVELS, strict=True))
        self.found.compare("perfect", flag(self.data, "perfect"), perfect, "by the scores")
        self.found.right("packings", "each replayed by the rules")
        self._rounds(played, best, float(sum(scores)), perfect=perfect)

    def _bags(self, judged: list[Record], best: int) -> None:
        """The bags are those of this round of this seed."""
        seed = self._seed()
        even = flag(self.parameters, "even_t", default=False)
        for level, (record, pieces) in enumerate(zip(judged, LEVELS, strict=True)):
            drawn = Bag.from_counts({"I": 1})
            if pieces > 1:
                drawn = Bag.random(pieces, seed=((seed << 32) + best) * len(LEVELS) + level, even_t=even)
            if record.packing.asked != drawn:
                self.found.wrong("bag", f"the seed {seed} draws {drawn} in round {best}", packing=level + 1)
        self.found.right("bag", "drawn again")

    def _best_score(self, pieces: int) -> float:
        """The best score of so many pieces, if they fill their box as well as cells can; of one piece, an I."""
        if pieces == 1:
            return float(score(4, 1, 4))
        cells = 4 * pieces
        return float(max(score(cells, *box) for box in _squarest(cells)))

    def _rounds(self, played: int, best: int, total: float, *, perfect: bool) -> None:
        """How many rounds there were, which was the best, and the mean of all: they are played again."""
        until = flag(self.parameters, "until_perfect", default=False)
        asked = None if self.parameters.get("rounds") is None else whole(self.parameters, "rounds")
        most = asked if asked is not None else None if until else 1
        timed = self.parameters.get("time_limit") is not None
        if played < 1 or not 1 <= best <= played or (most is not None and played > most):
            self.found.wrong("rounds", f"round {best} of {played} is not one of those that were asked for")
            return
        should = perfect if until else played == most
        if self.complete and not should:
            self.found.wrong("complete", "not all rounds that were asked for were played")
        if most is not None and played < most and not timed and not (until and perfect):
            self.found.wrong("rounds", f"{most} rounds were asked for, and there is no time limit")
        self.found.right("complete", "by the rounds")
        mean = number(self.data, "mean")
        if played == 1:
            self.found.compare("mean", mean, total, "one round was played")
        else:
            self._played_again(played, best, mean)
        for key in ("rounds", "round"):
            if key not in self.found.not_checked:
                self.found.right(key, "by the seed")

    def _played_again(self, played: int, best: int, mean: float) -> None:
        solver = text(self.parameters, "solver") if self.parameters.get("solver") is not None else "auto"
        even = flag(self.parameters, "even_t", default=False)
        left = self.budget.left()
        again = play_rounds(
            self._seed(), rounds=played, time_limit=left, even_t=even, solver=solver, threads=self.threads
        )
        totals = [one.total for one in again]
        if len(totals) < played:
            self.found.unchecked("mean", f"playing the rounds again: {self.budget.reason}")
            self.found.unchecked("round", f"playing the rounds again: {self.budget.reason}")
            return
        mean_again, best_again = sum(totals) / played, 1 + totals.index(max(totals))
        if self.parameters.get("time_limit") is not None and not same([mean, best], [mean_again, best_again]):
            self.found.unchecked("mean", "under a time limit packings depend on the machine")
            return
        self.found.compare("mean", mean, mean_again, "played again")
        self.found.compare("round", best, best_again, "played again")

    def _seed(self) -> int:
        return whole(self.parameters, "seed") if self.parameters.get("seed") is not None else 0

    # --- Chances, evaluations, rectangles -----------------------------------------------------------------------------

    def _box(self) -> Box:
        sides = listed(self.data, "box")
        if len(sides) != 2 or not all(type(side) is int and 1 <= side <= 1 << 20 for side in sides):
            raise NotationError("its 'box' is not a width and a height")
        return sides[0], sides[1]

    def _chances(self) -> None:
        box, pieces = self._box(), whole(self.data, "pieces")
        asked = first_of(self.parameters, "pieces_count", "number")
        self.found.compare("box", list(box), list(box_from_text(text(self.parameters, "box"))), "the question")
        self.found.compare("pieces", pieces, box[0] * box[1] // 4 if asked is None else asked, "the question")
        if not 1 <= pieces <= 64 or box[0] * box[1] > 64:
            raise NotationError("its box or its number of pieces is too large for chances")
        self.found.compare("of", whole(self.data, "of"), comb(pieces + 6, 6), "counted")
        self.found.right("complete", "every bag is decided")
        bags = self._fitting(box, pieces)
        claims = ("bags", "probability", "probability_exact", "probability_even_t", "probability_even_t_exact")
        if bags is None:
            for key in claims:
                self.found.unchecked(key, f"deciding every bag again: {self.budget.reason}")
            return
        every = sum(map(_ways, bags))
        even = sum(_ways(bag) for bag in bags if bag[LETTERS.index("T")] % 2 == 0)
        # (7^n + 5^n) / 2 of the 7^n draws have an even number of T.
        draws_even = (7**pieces + 5**pieces) // 2
        chance, chance_even = Fraction(every, 7**pieces), Fraction(even, draws_even)
        values = (len(bags), float(chance), str(chance), float(chance_even), str(chance_even))
        for key, value in zip(claims, values, strict=True):
            self.found.compare(key, self.data[key], value, "every bag was decided again")

    def _fitting(self, box: Box, pieces: int) -> list[tuple[int, ...]] | None:
        """The bags of so many pieces that fit: each by a search, or from a table that is made anew; None: no time."""
        if 4 * pieces > box[0] * box[1]:
            return []
        if self.budget.is_over:
            return None
        if comb(pieces + 6, 6) <= _MOST_BAGS:
            refutations = Refutations(self.budget)
            found = []
            for bag in _all_bags(pieces):
                refuted = refutations.box(Bag(bag).pieces(), box)
                if refuted is None:
                    return None
                if not refuted:
                    found.append(bag)
            return found
        try:
            table = made(box[0], box[1], pieces, self.budget.left())
        except (StoppedError, ShapewrightError):
            return None
        return [tuple(table[at : at + 7]) for at in range(0, len(table), 7)]

    def _evaluate(self) -> None:
        pieces, rounds, successes = (whole(self.data, key) for key in ("pieces", "rounds", "successes"))
        level, count = self.parameters.get("level"), first_of(self.parameters, "pieces_count", "number")
        if level is not None and not (type(level) is int and 1 <= level <= len(LEVELS)):
            raise NotationError("the parameter 'level' is not one of the levels")
        self.found.compare("pieces", pieces, count if level is None else LEVELS[level - 1], "the question")
        wanted = 1000 if self.parameters.get("rounds") is None else whole(self.parameters, "rounds")
        if self.complete or rounds > wanted or rounds < 1:
            self.found.compare("rounds", rounds, wanted, "the question")
        else:
            self.found.right("rounds", "fewer than were asked for, as the answer states")
        if not 1 <= pieces <= 1 << 17 or not 1 <= rounds <= 10**7 or not 0 <= successes <= rounds:
            self.found.wrong("successes", f"{successes} of {rounds} is not a share")
            return
        # Of all boxes of equal score, the one that is tried has the smallest area.
        cells = 4 * pieces
        best = max(_squarest(cells), key=lambda box: (score(cells, *box), -box[0] * box[1], -box[0]))
        self.found.compare("box", list(self._box()), list(best), "the best box")
        share = successes / rounds
        self.found.compare("probability", number(self.data, "probability"), share, "successes by rounds")
        interval = [number({"interval": end}, "interval") for end in listed(self.data, "interval")]
        self.found.compare("interval", interval, list(_wilson(successes, rounds)), "by Wilson's formula")
        self.found.right("complete", "by the number of rounds")
        if self.complete:
            self._tried_again(pieces, rounds, successes, best)
        else:
            self.found.unchecked("successes", "which bags were tried before the time was over is not known")

    def _tried_again(self, pieces: int, rounds: int, successes: int, box: Box) -> None:
        """The same bags are packed again."""
        seed, even = self._seed(), flag(self.parameters, "even_t", default=False)
        solver = text(self.parameters, "solver") if self.parameters.get("solver") is not None else "auto"
        given = first_of(self.parameters, "bag_time_limit", "bag_limit")
        limit = 1.0 if given is None else number({"limit": given}, "limit")
        filled, slowest = 0, 0.0
        for position in range(rounds):
            if self.budget.left() <= 0.1:
                self.found.unchecked("successes", f"packing the bags again: {self.budget.reason}")
                return
            bag = bag_of_level(pieces, seed * MAX_ROUNDS + position, even_t=even)
            clock = Clock(None)
            filled += bool(pack(bag, box=box, solver=solver, seed=position, time_limit=limit).placements)
            slowest = max(slowest, clock.seconds)
        if filled == successes or slowest < _SURE * limit:
            self.found.compare("successes", successes, filled, "the bags were packed again")
        else:
            self.found.unchecked("successes", "bags that need nearly all of their time limit may end otherwise")

    def _rectangles(self) -> None:
        area = 32 if self.parameters.get("area") is None else whole(self.parameters, "area")
        sizes = self.data["by_size"]
        if not isinstance(sizes, dict) or not all(type(count) is int for count in sizes.values()):
            raise NotationError("its 'by_size' is not an object of numbers by size")
        self.found.compare("rectangles", whole(self.data, "rectangles"), sum(sizes.values()), "the sum of the sizes")
        if self.parameters.get("data") is not None:
            self.found.unchecked("by_size", "the file of rectangles is not in the answer")
            return
        if not 4 <= area <= 40:
            raise NotationError("the parameter 'area' is not a number of cells from 4 to 40")
        self.found.right("complete", "every size is there")
        counts: Counter[str] = Counter()
        for width in range(1, area + 1):
            for height in range(width, area // width + 1):
                if width * height % 4:
                    continue
                bags = self._fitting((width, height), width * height // 4)
                if bags is None:
                    self.found.unchecked("by_size", f"filling the rectangles again: {self.budget.reason}")
                    return
                counts[f"{width}x{height}"] += len(bags)
        found = {size: count for size, count in counts.items() if count}
        self.found.compare("by_size", sizes, found, "every bag was decided again")


def _all_bags(pieces: int, kinds: int = len(LETTERS)) -> Iterator[tuple[int, ...]]:
    if kinds == 1:
        yield (pieces,)
        return
    for first in range(pieces + 1):
        for rest in _all_bags(pieces - first, kinds - 1):
            yield (first, *rest)


def _squarest(cells: int) -> list[Box]:
    """For each shorter side the box of at least so many cells that scores best; longer ones are worse squares."""
    return [(short, max(short, -(-cells // short))) for short in range(1, isqrt(cells) + 2)]


def _ways(bag: tuple[int, ...]) -> int:
    """In how many orders the pieces of a bag can be drawn."""
    return factorial(sum(bag)) // prod(map(factorial, bag))


def _wilson(successes: int, rounds: int) -> tuple[float, float]:
    """The 95 % score interval as the roots of (p - share)^2 = z^2 p (1 - p) / rounds."""
    z = 1.959963984540054
    a, b, c = 1 + z * z / rounds, -(2 * successes + z * z) / rounds, (successes / rounds) ** 2
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return max(0.0, (-b - root) / (2 * a)), min(1.0, (-b + root) / (2 * a))
