"""In how many bags and draws pieces fill a box, and the rectangles that bags fill: every bag decided again."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from shapewright.claims import text, whole
from shapewright.errors import NotationError, ShapewrightError, StoppedError
from shapewright.packing.bag import Bag
from shapewright.packing.contest.chances import made
from shapewright.packing.parameters import box_from_text, first_of
from shapewright.packing.rules import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.packing.boxes import Box
    from shapewright.packing.claims.answer import Answer

__all__ = ["chances", "rectangles"]

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
        table = made(box[0], box[1], pieces, answer.budget.left())
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
