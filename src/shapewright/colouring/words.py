"""The sentences that say why pieces cannot cover a board: what the board has, what every piece does, what follows.

A sentence says all that its proof needs, so that a reader can add up. What it says of each piece may be less than is
known (3 + 1 on a checkerboard leaves open which colour gets more), but never so little that nothing follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from shapewright.cells.grid import components
from shapewright.colouring.sums import Question, Use, areas, bits, is_reachable, totals_by_area
from shapewright.errors import amount, listed_words

_STEMS = {
    2: ("mono", "do", "tro", "tetro", "pento", "hexo", "hepto", "octo", "nono", "deco"),
    3: ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa"),
}
_FEW = 3  # groups of pieces that a reader keeps in mind; more are put together where they may

Counts = list[list[int]]  # for each use, the numbers of marked cells that a copy can cover


@dataclass(frozen=True)
class Marking:
    """A set of cells and how to speak of it."""

    mask: int
    where: str  # which cells are marked, as in "the board has 7 cells in the rows y = 1 modulo 3"
    scheme: str = ""  # for one of two colours: how the board is coloured, as in "on a checkerboard"
    is_part: bool = False  # a separate part of the board


def area_reason(question: Question) -> str | None:
    """Why no choice of pieces has the area of the board, or None if one has."""
    least, most = question.required.bit_count(), len(question.cells)
    board = str(most) if least == most else f"{least} to {most}"
    if question.least_area > most:
        at_least = "" if question.is_exact else "at least "
        return f"the pieces cover {at_least}{amount(question.least_area, 'cell')}, but the board has {board}"
    sums = areas(question)
    if sums >> least & ((1 << most - least + 1) - 1):
        return None
    totals = bits(sums)
    if len(totals) == 1:
        return f"the pieces cover {amount(totals[0], 'cell')}, but the board has {board}"
    if totals[-1] < least:
        return f"the pieces cover at most {amount(totals[-1], 'cell')}, but the board has {board}"
    modulus, residue = _progression(totals)
    if least == most and most % modulus != residue:
        same = {use.area for use in question.uses}
        if len(same) == 1 and not residue:
            cause = f"every piece covers {amount(modulus, 'cell')}, so together they cover a multiple of {modulus}"
            return f"{cause}, but the board has {board}"
        number = _residue(modulus, residue)
        if modulus == 2:
            return f"the pieces always cover {number} of cells, but the board has {board}"
        return f"the number of cells that the pieces cover is always {number}, but the board has {board}"
    return f"no selection of the pieces covers exactly {board} cells"


def marking_reason(question: Question, marking: Marking, counts: Counts, apart: str = "") -> tuple[str, Counts]:
    """The sentence for a marking whose wanted numbers cannot be reached, and what it says of the pieces.

    ``apart`` goes before what the pieces do: it says which pieces are left out of it, and why.
    """
    said = _balance_reason(question, marking, counts, apart) if marking.scheme else None
    return said or _share_reason(question, marking, counts, apart)


def _balance_reason(question: Question, marking: Marking, counts: Counts, apart: str) -> tuple[str, Counts] | None:
    """Why the two colours cannot differ as they should, where that follows without naming the colours."""
    either = [
        sorted({*choices, *[use.area - choice for choice in choices]})
        for use, choices in zip(question.uses, counts, strict=True)
    ]
    if is_reachable(question, marking.mask, either):
        return None
    totals, wanted_totals = _totals(question, marking, either)
    reached = {2 * total - area for area, total in totals}
    wanted = {2 * total - area for area, total in wanted_totals}
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
    phrases, said = _splits(question, either, neutral)
    if is_reachable(question, marking.mask, said):  # put too vaguely
        phrases, said = _splits(question, either, 0)
    first = marking.mask.bit_count()
    board = f"{marking.scheme} the board has {first} + {len(question.cells) - first} cells"
    colours = "the two colours"
    if question.optional:
        free = (question.optional & marking.mask).bit_count()
        board += f", of which {free} + {question.optional.bit_count() - free} may stay empty"
        colours = "the covered cells of the two colours"
        conclusion = conclusion.replace("must have equally many cells", "must be equally many")
    is_balanced = len(reached) == 1 and set(phrases) <= {f"{use.area // 2} + {use.area // 2}" for use in question.uses}
    cause = _cause(question, phrases, numbers_matter=not is_balanced)
    return f"{board}, but {apart}{cause}, so {colours} {conclusion}", said


def _splits(question: Question, either: Counts, neutral: int) -> tuple[list[str], Counts]:
    """What to say of each piece, such as "3 + 1", and what that leaves open."""
    phrases = []
    said = [list(choices) for choices in either]
    for use, choices in zip(question.uses, either, strict=True):
        splits = sorted({max(choice, use.area - choice) for choice in choices})
        phrases.append(listed_words([f"{split} + {use.area - split}" for split in splits], "or"))
    balanced = [k for k, use in enumerate(question.uses) if either[k] == [use.area // 2] and use.area % 2 == 0]
    if len({phrases[k] for k in balanced}) > 1:
        for k in balanced:
            phrases[k] = "both colours equally"
    if neutral and len(set(phrases)) > _FEW:
        for k, use in enumerate(question.uses):
            if all((2 * choice - use.area) % neutral == 0 for choice in either[k]):
                phrases[k] = f"numbers of the two colours that differ by a multiple of {neutral}"
                said[k] = [c for c in range(use.area + 1) if (2 * c - use.area) % neutral == 0]
    return phrases, said


def _share_reason(question: Question, marking: Marking, counts: Counts, apart: str) -> tuple[str, Counts]:
    """Why the number of marked cells cannot be reached."""
    totals, wanted_totals = _totals(question, marking, counts)
    reached, wanted = {total for _, total in totals}, {total for _, total in wanted_totals}
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
        conclusion = f"the pieces can cover only {listed_words(list(map(str, sorted(reached))), 'or')} of them"
    else:
        conclusion = f"the pieces cannot cover {_span(low, high)} of them"
    phrases, said = _shares(question, counts, modulus if by_residue else 0)
    if is_reachable(question, marking.mask, said):  # put too vaguely
        phrases, said = _shares(question, counts, 0)
    free = (question.optional & marking.mask).bit_count()
    board = f"the board has {amount(marking.mask.bit_count(), 'cell')} {marking.where}"
    board += f", of which {free} may stay empty" if free else ""
    return f"{board}, but {apart}{_cause(question, phrases)}, so {conclusion}", said


def _shares(question: Question, counts: Counts, modulus: int) -> tuple[list[str], Counts]:
    """What to say of each piece, such as "1 or 2 of them", and what that leaves open."""
    said = [list(choices) for choices in counts]
    phrases = [
        f"{listed_words(list(map(str, choices)), 'or')} of them" if choices != [0] else "none of them"
        for choices in counts
    ]
    is_long = len(set(phrases)) > _FEW
    for k, use in enumerate(question.uses):
        residues = {choice % modulus for choice in counts[k]} if modulus else set()
        if len(residues) == 1 and counts[k] != [0] and (is_long or len(counts[k]) > 2):
            residue = min(residues)
            phrases[k] = f"{_residue(modulus, residue)} of them"
            said[k] = [choice for choice in range(use.area + 1) if choice % modulus == residue]
    return phrases, said


def _totals(question: Question, marking: Marking, counts: Counts) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Area and marked cells of all selections, and of what would cover the board; where there are selections."""
    reached: set[tuple[int, int]] = set()
    wanted: set[tuple[int, int]] = set()
    for area, sums in totals_by_area(question, counts):
        if sums:
            reached.update([(area, total) for total in bits(sums)])
            wanted.update([(area, total) for total in question.wanted(marking.mask, area)])
    return reached, wanted


def _cause(question: Question, phrases: list[str], *, numbers_matter: bool = True) -> str:
    """Which pieces cover what, such as "T covers 3 + 1 and the others cover 2 + 2"."""
    groups: dict[str, list[Use]] = {}
    for use, phrase in zip(question.uses, phrases, strict=True):
        groups.setdefault(phrase, []).append(use)
    if len(groups) == 1:
        return f"{_everyone(question, numbers_matter)} covers {phrases[0]}"
    # The largest group, the last of equals, comes last and goes without names.
    sizes = {phrase: (len(uses), sum(use.minimum for use in uses)) for phrase, uses in groups.items()}
    rest = max(reversed(groups), key=sizes.__getitem__)
    causes = [_of_some(question, uses, phrase) for phrase, uses in groups.items() if phrase != rest]
    if len(groups[rest]) > 1:
        causes.append(f"the others cover {rest}")
    else:
        causes.append(_of_some(question, groups[rest], rest))
    return listed_words(causes, "and")


def _everyone(question: Question, numbers_matter: bool) -> str:
    """All the pieces, one by one."""
    (use, *others) = question.uses
    if others or not question.is_exact or not numbers_matter:
        left = "remaining " if question.is_rest else ""
        return f"every {left}{use.name if not others and numbers_matter else _noun(question, 1)}"
    return f"each of the {use.minimum} {use.name}" if use.minimum > 1 else use.name


def _of_some(question: Question, uses: list[Use], phrase: str) -> str:
    number = sum(use.minimum for use in uses)
    if len(uses) > 3 and question.is_exact:
        copies = sum(use.minimum for use in question.uses)
        return f"{number} of the {copies} {_noun(question, 2)} cover {phrase}"
    if len(uses) > 3:
        return f"{len(uses)} of the {len(question.uses)} kinds of {_noun(question, 1)} cover {phrase}"
    if len(uses) == 1 and question.is_exact and number > 1:
        return f"each of the {number} {uses[0].name} covers {phrase}"
    names = [f"{use.minimum} {use.name}" if question.is_exact and use.minimum > 1 else use.name for use in uses]
    return f"{listed_words(names, 'and')} {'cover' if len(uses) > 1 else 'covers'} {phrase}"


def _noun(question: Question, number: int) -> str:
    """What the pieces are called together: dominoes if all are, else pieces."""
    areas = {use.area for use in question.uses}
    if not question.lattice.is_plain:
        return "piece" if number == 1 else "pieces"
    stems = _STEMS[len(question.cells[0])]
    area = min(areas)
    flat = len(question.cells[0]) == 2
    if (
        len(areas) > 1
        or area > len(stems)
        or not all(len(components([question.cells[k] for k in use.placements[0]])) == 1 for use in question.uses)
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


def _span(low: int, high: int) -> str:
    return f"exactly {low}" if low == high else f"{low} to {high}"
