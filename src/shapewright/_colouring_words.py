"""The sentences that say why pieces cannot cover a board: what the board has, which pieces force what, what follows."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

from shapewright._colouring_sums import areas, bits, totals_by_area
from shapewright.grid import components

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright._colouring_sums import Question, Use

_STEMS = {
    2: ("mono", "do", "tro", "tetro", "pento", "hexo", "hepto", "octo", "nono", "deco"),
    3: ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa"),
}


@dataclass(frozen=True)
class Marking:
    """A set of cells and how to speak of it."""

    mask: int
    where: str  # which cells are marked, as in "the board has 7 cells in the rows y = 1 modulo 3"
    scheme: str = ""  # for one of two colours: how the board is coloured, as in "on a checkerboard"
    is_part: bool = False  # a separate part of the board rather than a colour


def area_reason(question: Question) -> str | None:
    """Why no choice of pieces has the area of the board, or None if one has."""
    least, most = question.required.bit_count(), len(question.cells)
    board = str(most) if least == most else f"{least} to {most}"
    if question.least_area > most:
        at_least = "" if question.is_exact else "at least "
        return f"the pieces cover {at_least}{_cells(question.least_area)}, but the board has {board}"
    sums = areas(question)
    if sums >> least & ((1 << most - least + 1) - 1):
        return None
    totals = bits(sums)
    if len(totals) == 1:
        return f"the pieces cover {_cells(totals[0])}, but the board has {board}"
    if totals[-1] < least:
        return f"the pieces cover at most {_cells(totals[-1])}, but the board has {board}"
    modulus, residue = _progression(totals)
    if least == most and most % modulus != residue:
        same = {use.area for use in question.uses}
        if len(same) == 1 and not residue:
            return (
                f"every piece covers {_cells(modulus)}, so together a multiple of {modulus}, but the board has {board}"
            )
        number = _residue(modulus, residue)
        if modulus == 2:
            return f"the pieces always cover {number} of cells, but the board has {board}"
        return f"the number of cells that the pieces cover is always {number}, but the board has {board}"
    return f"no selection of the pieces covers exactly {board} cells"


def marking_reason(question: Question, marking: Marking, counts: list[list[int]]) -> str:
    """The sentence for a marking whose wanted numbers cannot be reached."""
    reached: set[tuple[int, int]] = set()
    wanted: set[tuple[int, int]] = set()
    for area, sums in totals_by_area(question, counts):
        if sums:
            reached.update([(area, total) for total in bits(sums)])
            wanted.update([(area, total) for total in question.wanted(marking.mask, area)])
    reason = None
    if marking.scheme:
        reason = _balance_reason(
            question,
            marking,
            counts,
            {2 * total - area for area, total in reached},
            {2 * total - area for area, total in wanted},
        )
    return reason or _share_reason(
        question, marking, counts, {total for _, total in reached}, {total for _, total in wanted}
    )


def _balance_reason(
    question: Question, marking: Marking, counts: list[list[int]], reached: set[int], wanted: set[int]
) -> str | None:
    """Why the two colours cannot differ as they should, where that can be said without naming the colours."""
    sizes, wanted_sizes = {abs(d) for d in reached}, {abs(d) for d in wanted}
    modulus, residue = _progression(sorted(reached))
    neutral = 0
    if len(sizes) == 1 and not sizes & wanted_sizes:
        size = max(sizes)
        conclusion = f"must differ by {size}" if size else "must have equally many cells"
    elif modulus and residue in (0, modulus // 2) and all(d % modulus != residue for d in wanted):
        neutral = modulus
        conclusion = (
            f"must differ by {residue} modulo {modulus}" if residue else f"must differ by a multiple of {modulus}"
        )
    elif max(sizes) < min(wanted_sizes):
        conclusion = f"can differ by at most {max(sizes)}"
    elif min(sizes) > max(wanted_sizes):
        conclusion = f"must differ by at least {min(sizes)}"
    else:
        return None
    phrases: list[str | None] = []
    for use, choices in zip(question.uses, counts, strict=True):
        differences = {2 * choice - use.area for choice in choices}
        is_neutral = all(d % neutral == 0 for d in differences) if neutral else differences == {0}
        splits = sorted({max(choice, use.area - choice) for choice in choices})
        phrases.append(None if is_neutral else _either([f"{split} + {use.area - split}" for split in splits]))
    if not any(phrases):
        areas = {use.area for use in question.uses}
        share = f"{min(areas) // 2} + {min(areas) // 2}" if len(areas) == 1 else "both colours equally"
        cause: str | None = f"every {_noun(question, 1)} covers {share}" if not neutral else None
    else:
        cause = _cause(question, phrases)
    first = marking.mask.bit_count()
    board = f"{marking.scheme} the board has {first} + {len(question.cells) - first} cells"
    colours = "the two colours"
    if question.optional:
        free = (question.optional & marking.mask).bit_count()
        board += f", of which {free} + {question.optional.bit_count() - free} may stay empty"
        colours = "the covered cells of the two colours"
        conclusion = conclusion.replace("must have equally many cells", "must be equally many")
    return (
        f"{board}, but {cause}, so {colours} {conclusion}"
        if cause
        else f"{board}, but with these pieces {colours} {conclusion}"
    )


def _share_reason(
    question: Question, marking: Marking, counts: list[list[int]], reached: set[int], wanted: set[int]
) -> str:
    """Why the number of marked cells cannot be reached."""
    modulus, residue = _progression(sorted(reached))
    low, high = min(wanted), max(wanted)
    by_residue = False
    if reached & wanted:
        conclusion = f"no selection of the pieces with the right total area covers {_span(low, high)} of them"
    elif len(reached) == 1:
        conclusion = f"the pieces always cover {min(reached)} of them"
    elif all(total % modulus != residue for total in wanted):
        by_residue = True
        conclusion = f"the pieces always cover {_residue(modulus, residue)} of them"
    elif max(reached) < low:
        conclusion = f"the pieces cover at most {max(reached)} of them"
    elif min(reached) > high:
        conclusion = f"the pieces cover at least {min(reached)} of them"
    elif len(reached) <= 6:
        conclusion = f"the pieces can cover only {_either(list(map(str, sorted(reached))))} of them"
    else:
        conclusion = f"the pieces cannot cover {_span(low, high)} of them"
    phrases: list[str | None] = []
    for choices in counts:
        residues = {choice % modulus for choice in choices} if by_residue else set()
        if (residues or set(choices)) == {0}:
            phrases.append(None)
        elif len(choices) > 2 and len(residues) == 1:
            phrases.append(f"{_residue(modulus, min(residues))} of them")
        else:
            phrases.append(f"{_either(list(map(str, choices)))} of them")
    free = (question.optional & marking.mask).bit_count()
    board = f"the board has {_cells(marking.mask.bit_count())} {marking.where}"
    board += f", of which {free} may stay empty" if free else ""
    cause = _cause(question, phrases) if not marking.is_part else None
    return f"{board}, but {cause}, so {conclusion}" if cause else f"{board}, but {conclusion}"


def _cause(question: Question, phrases: list[str | None]) -> str | None:
    """Which pieces cover what, such as "T covers 3 + 1"; None if it would take too many words.

    ``phrases`` says for each piece what it covers, or None if it does not matter.
    """
    groups: dict[str, list[Use]] = {}
    for use, phrase in zip(question.uses, phrases, strict=True):
        if phrase:
            groups.setdefault(phrase, []).append(use)
    if not groups or len(groups) > 3 or max(map(len, groups)) > 30:
        return None
    kinds = len(question.uses)
    copies = sum(use.minimum for use in question.uses)
    causes = []
    for phrase, uses in groups.items():
        number = sum(use.minimum for use in uses)
        if len(uses) == kinds and (kinds > 1 or not question.is_exact):
            causes.append(f"every {uses[0].name if kinds == 1 else _noun(question, 1)} covers {phrase}")
        elif len(uses) > 3 and question.is_exact:
            causes.append(f"{number} of the {copies} {_noun(question, 2)} cover {phrase}")
        elif len(uses) > 3:
            causes.append(f"{len(uses)} of the {kinds} kinds of {_noun(question, 1)} cover {phrase}")
        elif len(uses) == 1 and question.is_exact and number > 1:
            causes.append(f"each of the {number} {uses[0].name} covers {phrase}")
        else:
            names = [f"{use.minimum} {use.name}" if question.is_exact and use.minimum > 1 else use.name for use in uses]
            verb = "cover" if len(uses) > 1 else "covers"
            causes.append(f"{_listed(names, 'and')} {verb} {phrase}")
    return _listed(causes, "and")


def _noun(question: Question, number: int) -> str:
    """What the pieces are called together: dominoes if all are, else pieces."""
    areas = {use.area for use in question.uses}
    stems = _STEMS[len(question.cells[0])]
    area = min(areas)
    flat = len(question.cells[0]) == 2
    if (
        len(areas) > 1
        or area > len(stems)
        or not all(len(components(question.cells_of(use.placements[0]))) == 1 for use in question.uses)
    ):
        return "piece" if number == 1 else "pieces"
    return stems[area - 1] + ("mino" if flat else "cube") + ("" if number == 1 else "es" if flat else "s")


def _progression(totals: Sequence[int]) -> tuple[int, int]:
    """Modulus and residue that all totals share, the modulus as large as possible (0 for a single total)."""
    modulus = gcd(*[total - totals[0] for total in totals])
    return modulus, totals[0] % modulus if modulus else totals[0]


def _residue(modulus: int, residue: int) -> str:
    if modulus == 2:
        return ("an even number", "an odd number")[residue]
    return f"{residue} modulo {modulus}" if residue else f"a multiple of {modulus}"


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def _span(low: int, high: int) -> str:
    return f"exactly {low}" if low == high else f"{low} to {high}"


def _either(words: list[str]) -> str:
    return _listed(words, "or")


def _listed(words: list[str], conjunction: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
