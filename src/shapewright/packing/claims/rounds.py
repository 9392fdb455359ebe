"""The contest: a round of ten levels played again, how often a bag filled the best box, and every bag decided again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial, prod, sqrt
from typing import TYPE_CHECKING

from shapewright.claims import flag, listed, number, same, text, whole
from shapewright.errors import NotationError, ShapewrightError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.packing.bag import Bag
from shapewright.packing.claims.packing import judge
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.contest.chances import bags_table
from shapewright.packing.contest.evaluate import MAX_ROUNDS, bag_of_level
from shapewright.packing.contest.rounds import play_rounds
from shapewright.packing.pack import pack
from shapewright.packing.parameters import box_from_text, first_of
from shapewright.packing.rules import LETTERS, LEVELS, score, squarest

if TYPE_CHECKING:
    from shapewright.packing.boxes import Box
    from shapewright.packing.claims.answer import Answer


def played_round(answer: Answer) -> None:
    """Look at everything that is said of a round."""
    answer.found.verdict(answer.data, "found")
    played, best = whole(answer.data, "rounds"), whole(answer.data, "round")
    records = listed(answer.data, "packings")
    if len(records) != len(LEVELS):
        raise NotationError(f"a round has {len(LEVELS)} packings, not {len(records)}")
    answer.found.packings = len(records)
    judged = [
        Record(one, answer.place_of(position), None, answer.found, position, answer.refutations)
        for position, one in enumerate(records, start=1)
    ]
    for record in judged:
        judge(record)
    _bags(answer, judged, best)
    scores = [record.score() for record in judged]
    answer.found.compare("scores", listed(answer.data, "scores"), scores, "by the packings")
    answer.found.compare("total", number(answer.data, "total"), float(sum(scores)), "the sum of the scores")
    perfect = all(one >= _best_score(pieces) for one, pieces in zip(scores, LEVELS, strict=True))
    answer.found.compare("perfect", flag(answer.data, "perfect"), perfect, "by the scores")
    answer.found.right("packings", "each replayed by the rules")
    _rounds(answer, played, best, float(sum(scores)), perfect=perfect)


def _bags(answer: Answer, judged: list[Record], best: int) -> None:
    """The bags are those of this round of this seed."""
    seed = answer.seed()
    even = flag(answer.parameters, "even_t", default=False)
    for level, (record, pieces) in enumerate(zip(judged, LEVELS, strict=True)):
        drawn = Bag.from_counts({"I": 1})
        if pieces > 1:
            drawn = Bag.random(pieces, seed=((seed << 32) + best) * len(LEVELS) + level, even_t=even)
        if record.packing.asked != drawn:
            answer.found.wrong("bag", f"the seed {seed} draws {drawn} in round {best}", packing=level + 1)
    answer.found.right("bag", "drawn again")


def _best_score(pieces: int) -> float:
    """The best score of so many pieces, if they fill their box as well as cells can; of one piece, an I."""
    if pieces == 1:
        return float(score(4, 1, 4))
    cells = 4 * pieces
    return float(max(score(cells, *box) for box in squarest(cells)))


def _rounds(answer: Answer, played: int, best: int, total: float, *, perfect: bool) -> None:
    """How many rounds there were, which was the best, and the mean of all: they are played again."""
    until = flag(answer.parameters, "until_perfect", default=False)
    asked = None if answer.parameters.get("rounds") is None else whole(answer.parameters, "rounds")
    most = asked if asked is not None else None if until else 1
    timed = answer.parameters.get("time_limit") is not None
    if played < 1 or not 1 <= best <= played or (most is not None and played > most):
        answer.found.wrong("rounds", f"round {best} of {played} is not one of those that were asked for")
        return
    should = perfect if until else played == most
    if answer.complete and not should:
        answer.found.wrong("complete", "not all rounds that were asked for were played")
    if most is not None and played < most and not timed and not (until and perfect):
        answer.found.wrong("rounds", f"{most} rounds were asked for, and there is no time limit")
    answer.found.right("complete", "by the rounds")
    mean = number(answer.data, "mean")
    if played == 1:
        answer.found.compare("mean", mean, total, "one round was played")
    else:
        _played_again(answer, played, best, mean)
    for key in ("rounds", "round"):
        if key not in answer.found.not_checked:
            answer.found.right(key, "by the seed")


def _played_again(answer: Answer, played: int, best: int, mean: float) -> None:
    solver = text(answer.parameters, "solver") if answer.parameters.get("solver") is not None else "auto"
    even = flag(answer.parameters, "even_t", default=False)
    left = answer.budget.left()
    again = play_rounds(
        answer.seed(), rounds=played, time_limit=left, even_t=even, solver=solver, threads=answer.threads
    )
    totals = [one.total for one in again]
    if len(totals) < played:
        answer.found.unchecked("mean", f"playing the rounds again: {answer.budget.reason}")
        answer.found.unchecked("round", f"playing the rounds again: {answer.budget.reason}")
        return
    mean_again, best_again = sum(totals) / played, 1 + totals.index(max(totals))
    if answer.parameters.get("time_limit") is not None and not same([mean, best], [mean_again, best_again]):
        answer.found.unchecked("mean", "under a time limit packings depend on the machine")
        return
    answer.found.compare("mean", mean, mean_again, "played again")
    answer.found.compare("round", best, best_again, "played again")


# A bag that took longer than this share of its time limit may be decided otherwise on another machine.
_SURE = 0.25


def evaluated(answer: Answer) -> None:
    """Look at everything that is said of how often bags fill their box."""
    answer.found.verdict(answer.data, "found")
    pieces, rounds, successes = (whole(answer.data, key) for key in ("pieces", "rounds", "successes"))
    level, count = answer.parameters.get("level"), first_of(answer.parameters, "pieces_count", "number")
    if level is not None and not (type(level) is int and 1 <= level <= len(LEVELS)):
        raise NotationError("the parameter 'level' is not one of the levels")
    answer.found.compare("pieces", pieces, count if level is None else LEVELS[level - 1], "the question")
    wanted = 1000 if answer.parameters.get("rounds") is None else whole(answer.parameters, "rounds")
    if answer.complete or rounds > wanted or rounds < 1:
        answer.found.compare("rounds", rounds, wanted, "the question")
    else:
        answer.found.right("rounds", "fewer than were asked for, as the answer states")
    if not 1 <= pieces <= 1 << 17 or not 1 <= rounds <= 10**7 or not 0 <= successes <= rounds:
        answer.found.wrong("successes", f"{successes} of {rounds} is not a share")
        return
    # Of all boxes of equal score, the one that is tried has the smallest area.
    cells = 4 * pieces
    best = max(squarest(cells), key=lambda box: (score(cells, *box), -box[0] * box[1], -box[0]))
    answer.found.compare("box", list(answer.box()), list(best), "the best box")
    share = successes / rounds
    answer.found.compare("probability", number(answer.data, "probability"), share, "successes by rounds")
    interval = [number({"interval": end}, "interval") for end in listed(answer.data, "interval")]
    answer.found.compare("interval", interval, list(_wilson(successes, rounds)), "by Wilson's formula")
    answer.found.right("complete", "by the number of rounds")
    if answer.complete:
        _tried_again(answer, pieces, rounds, successes, best)
    else:
        answer.found.unchecked("successes", "which bags were tried before the time was over is not known")


def _tried_again(answer: Answer, pieces: int, rounds: int, successes: int, box: Box) -> None:
    """The same bags are packed again."""
    seed, even = answer.seed(), flag(answer.parameters, "even_t", default=False)
    solver = text(answer.parameters, "solver") if answer.parameters.get("solver") is not None else "auto"
    given = first_of(answer.parameters, "bag_time_limit", "bag_limit")
    limit = 1.0 if given is None else number({"limit": given}, "limit")
    filled, slowest = 0, 0.0
    for position in range(rounds):
        if answer.budget.left() <= 0.1:
            answer.found.unchecked("successes", f"packing the bags again: {answer.budget.reason}")
            return
        bag = bag_of_level(pieces, seed * MAX_ROUNDS + position, even_t=even)
        clock = Clock(None)
        filled += bool(pack(bag, box=box, solver=solver, seed=position, time_limit=limit).placements)
        slowest = max(slowest, clock.seconds)
    if filled == successes or slowest < _SURE * limit:
        answer.found.compare("successes", successes, filled, "the bags were packed again")
    else:
        answer.found.unchecked("successes", "bags that need nearly all of their time limit may end otherwise")


def _wilson(successes: int, rounds: int) -> tuple[float, float]:
    """The 95 % score interval as the roots of (p - share)^2 = z^2 p (1 - p) / rounds."""
    z = 1.959963984540054
    a, b, c = 1 + z * z / rounds, -(2 * successes + z * z) / rounds, (successes / rounds) ** 2
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return max(0.0, (-b - root) / (2 * a)), min(1.0, (-b + root) / (2 * a))


# Bags are tried one by one where there are so many at most; more are looked up in a table that is made anew.
_MOST_BAGS = 1000


def chances(answer: Answer) -> None:
    """Look at everything that is said of the chances of a box."""
    answer.found.verdict(answer.data, "found")
    box, pieces = answer.box(), whole(answer.data, "pieces")
    asked = first_of(answer.parameters, "pieces_count", "number")
    answer.found.compare("box", list(box), list(box_from_text(text(answer.parameters, "box"))), "the question")
    answer.found.compare("pieces", pieces, box[0] * box[1] // 4 if asked is None else asked, "the question")
    if not 1 <= pieces <= 64 or box[0] * box[1] > 64:
        raise NotationError("its box or its number of pieces is too large for chances")
    answer.found.compare("of", whole(answer.data, "of"), comb(pieces + 6, 6), "counted")
    answer.found.right("complete", "every bag is decided")
    bags = _fitting(answer, box, pieces)
    claims = ("bags", "probability", "probability_exact", "probability_even_t", "probability_even_t_exact")
    if bags is None:
        for key in claims:
            answer.found.unchecked(key, f"deciding every bag again: {answer.budget.reason}")
        return
    every = sum(map(_ways, bags))
    even = sum(_ways(bag) for bag in bags if bag[LETTERS.index("T")] % 2 == 0)
    # (7^n + 5^n) / 2 of the 7^n draws have an even number of T.
    draws_even = (7**pieces + 5**pieces) // 2
    chance, chance_even = Fraction(every, 7**pieces), Fraction(even, draws_even)
    values = (len(bags), float(chance), str(chance), float(chance_even), str(chance_even))
    for key, value in zip(claims, values, strict=True):
        answer.found.compare(key, answer.data[key], value, "every bag was decided again")


def _fitting(answer: Answer, box: Box, pieces: int) -> list[tuple[int, ...]] | None:
    """The bags of so many pieces that fit: each by a search, or from a table that is made anew; None: no time."""
    if 4 * pieces > box[0] * box[1]:
        return []
    if answer.budget.is_over:
        return None
    if comb(pieces + 6, 6) <= _MOST_BAGS:
        found = []
        for bag in _all_bags(pieces):
            refuted = answer.refutations.box(Bag(bag).pieces(), box)
            if refuted is None:
                return None
            if not refuted:
                found.append(bag)
        return found
    try:
        table = bags_table(box[0], box[1], pieces, answer.budget.left())
    except (StoppedError, ShapewrightError):
        return None
    return [tuple(table[at : at + 7]) for at in range(0, len(table), 7)]


def rectangles(answer: Answer) -> None:
    """Look at everything that is said of rectangles."""
    answer.found.verdict(answer.data, "found")
    area = 32 if answer.parameters.get("area") is None else whole(answer.parameters, "area")
    sizes = answer.data["by_size"]
    if not isinstance(sizes, dict) or not all(type(count) is int for count in sizes.values()):
        raise NotationError("its 'by_size' is not an object of numbers by size")
    answer.found.compare("rectangles", whole(answer.data, "rectangles"), sum(sizes.values()), "the sum of the sizes")
    if answer.parameters.get("data") is not None:
        answer.found.unchecked("by_size", "the file of rectangles is not in the answer")
        return
    if not 4 <= area <= 40:
        raise NotationError("the parameter 'area' is not a number of cells from 4 to 40")
    answer.found.right("complete", "every size is there")
    counts: Counter[str] = Counter()
    for width in range(1, area + 1):
        for height in range(width, area // width + 1):
            if width * height % 4:
                continue
            bags = _fitting(answer, (width, height), width * height // 4)
            if bags is None:
                answer.found.unchecked("by_size", f"filling the rectangles again: {answer.budget.reason}")
                return
            counts[f"{width}x{height}"] += len(bags)
    found = {size: count for size, count in counts.items() if count}
    answer.found.compare("by_size", sizes, found, "every bag was decided again")


def _all_bags(pieces: int, kinds: int = len(LETTERS)) -> Iterator[tuple[int, ...]]:
    if kinds == 1:
        yield (pieces,)
        return
    for first in range(pieces + 1):
        for rest in _all_bags(pieces - first, kinds - 1):
            yield (first, *rest)


def _ways(bag: tuple[int, ...]) -> int:
    """In how many orders the pieces of a bag can be drawn."""
    return factorial(sum(bag)) // prod(map(factorial, bag))
