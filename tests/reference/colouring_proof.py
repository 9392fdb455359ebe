"""A reader of reasons: adds up what a reason says, and nothing else, to see whether a tiling is impossible; looks at
every placement to see whether what it says is true; and reads the sentence to see whether it says it all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.reference.tiling.algorithm_x import spots

from shapewright.cells.grid import Cell, components
from shapewright.colouring import Reason, Share
from shapewright.tiling.problem import Problem


def proves(reason: Reason) -> bool:
    """Whether no choice of pieces, each within what is said of it, covers what must be covered."""
    marked, others = len(reason.marked), reason.others
    reached = {(0, 0)}  # cells covered of the marked ones and of the others
    for share in reason.shares:
        one_more = {(number, share.area - number) for number in share.covers}
        together = reached
        reached = set(together) if share.minimum == 0 else set()
        copies = 0
        while together and (share.maximum is None or copies < share.maximum):
            copies += 1
            together = {(a + c, b + d) for a, b in together for c, d in one_more if a + c <= marked and b + d <= others}
            if copies >= share.minimum:
                if together <= reached:
                    break
                reached |= together
    return not any(
        marked - reason.empty[0] <= a <= marked and others - reason.empty[1] <= b <= others for a, b in reached
    )


def untruths(reason: Reason, problem: Problem) -> list[str]:
    """What the reason says of the puzzle that is not so."""
    taken = {cell for placement in problem.fixed for cell in placement.cells}
    cells = set(problem.board.cells) - taken
    wrong = []
    if not reason.marked <= cells or reason.others != len(cells - reason.marked):
        wrong.append("the cells are not those of the board")
    free = cells & problem.board.optional
    if reason.empty != (len(free & reason.marked), len(free - reason.marked)):
        wrong.append("other cells may stay empty")
    if ("fixed pieces are taken off" in str(reason)) != bool(problem.fixed):
        wrong.append("fixed pieces are not spoken of as they should")
    for share, members in zip(reason.shares, problem.classes(), strict=True):
        pieces = [problem.pieces[index] for index in members.members]
        lying = [sum(one.piece == piece.name for one in problem.fixed) for piece in pieces]
        least = sum(max(piece.minimum - number, 0) for piece, number in zip(pieces, lying, strict=True))
        most = [None if p.maximum is None else p.maximum - n for p, n in zip(pieces, lying, strict=True)]
        if (share.minimum, share.maximum) != (least, None if None in most else sum(filter(None, most))):
            wrong.append(f"{share.name} is used otherwise")
        if share.area != pieces[0].shape.area:
            wrong.append(f"{share.name} has another area")
        for piece in pieces:
            if piece.name not in share.name and "equals" not in share.name:
                wrong.append(f"{piece.name} is not named")
            found = {len(spot & reason.marked) for spot in spots(problem, piece) if spot <= cells}
            if share.maximum != 0 and not found <= share.covers:
                wrong.append(f"{piece.name} can cover {sorted(found)} marked cells")
    return wrong


_NUMBERS = r"\d+(?: \+ \d+)?(?:(?:, | or )\d+(?: \+ \d+)?)*"
_COVERS = re.compile(
    rf"covers? (({_NUMBERS})( of them)?|none of them|both colours equally|(an even number|an odd number|\d+ modulo \d+|"
    r"a multiple of \d+) of them|numbers of the two colours that differ by a multiple of \d+)(?=,| and )"
)


def unsaid(reason: Reason, problem: Problem) -> list[str]:
    """What a reader of the sentence would not know, of all that its proof needs."""
    sentence = str(reason)
    taken = {cell for placement in problem.fixed for cell in placement.cells}
    cells = set(problem.board.cells) - taken
    if "the board has" not in sentence or ", so " not in sentence or "on the board" in sentence.split("the board")[0]:
        # Areas, pieces and cells without a placement: nothing to add up but what the puzzle itself says.
        return [] if len(reason.marked) in (1, len(cells)) else ["an argument without its numbers"]
    if ", so together they cover a multiple of " in sentence:
        return []
    wrong = []
    colours = re.search(r"(on a|with the) ([\w ]+) the board has (\d+) \+ (\d+) cells", sentence)
    if colours:
        if [int(colours[3]), int(colours[4])] != [len(reason.marked), reason.others]:
            wrong.append("numbers of cells")
        scheme = colours[2]
    else:
        one = re.search(r"the board has (\d+) cells? ((?:with|in|on|of) .*?)(?:, of which|, but)", sentence)
        assert one, sentence
        if int(one[1]) != len(reason.marked):
            wrong.append("the number of cells")
        scheme = one[2]
    if set(_marked(scheme, cells)) != reason.marked:
        wrong.append(f"which cells: {scheme}")
    if sum(reason.empty) and "may stay empty" not in sentence and reason.empty[0]:
        wrong.append("what may stay empty")
    phrases = [match[1] for match in _COVERS.finditer(sentence.split("but ", 1)[1])]
    apart = sentence.partition("apart from ")[2].partition(" every ")[0]
    for share in reason.shares:
        is_said = any(_meaning(phrase, share) == share.covers for phrase in phrases)
        has_no_room = share.covers == frozenset(range(share.area + 1)) and share.name in apart
        if share.covers and share.maximum != 0 and not is_said and not has_no_room:
            wrong.append(f"what {share.name} covers: {sorted(share.covers)}")
        if not share.covers and share.maximum != 0 and share.name not in apart and "other kinds" not in apart:
            wrong.append(f"that {share.name} fits nowhere")
    return wrong


def _meaning(phrase: str, share: Share) -> frozenset[int] | None:
    """The numbers of marked cells that a phrase leaves open for a piece of this area, or None if it is none of it."""
    numbers = [int(word) for word in re.findall(r"\d+", phrase)]
    every = range(share.area + 1)
    if "+" in phrase:
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        return frozenset(numbers) if all(a + b == share.area for a, b in pairs) else None
    if phrase == "none of them":
        return frozenset([0])
    if phrase == "both colours equally":
        return frozenset([share.area // 2]) if share.area % 2 == 0 else None
    if "that differ by a multiple" in phrase:
        return frozenset(c for c in every if (2 * c - share.area) % numbers[0] == 0)
    if "even number" in phrase or "odd number" in phrase:
        return frozenset(c for c in every if c % 2 == ("odd" in phrase))
    if "modulo" in phrase:
        return frozenset(c for c in every if c % numbers[1] == numbers[0])
    if "multiple" in phrase:
        return frozenset(c for c in every if c % numbers[0] == 0)
    return frozenset(numbers)


def _marked(scheme: str, cells: set[Cell]) -> Iterator[Cell]:
    """The cells that a reader would mark."""
    if "part that contains" in scheme:
        start = tuple(map(int, scheme.split()[-1].split(",")))
        yield from next(part for part in components(cells) if start in part)
        return
    values = re.search(r"([xyz](?: [+-] [xyz])*) (?:even|= (\d+) modulo (\d+))", scheme)
    for cell in cells:
        if values:
            value = eval(values[1], dict(zip("xyz", cell, strict=False)))
            residue, modulus = (int(values[2]), int(values[3])) if values[2] else (0, 2)
        elif "blocks" in scheme:
            value, residue, modulus = sum(c // 2 for c in cell), 0, 2
        elif "coloured alternately" in scheme:
            axis = (
                "xyz".index(scheme.split()[2]) if "across" in scheme else ("columns", "rows").index(scheme.split()[0])
            )
            value, residue, modulus = cell[axis], 0, 2
        else:
            value, residue, modulus = sum(cell), 0, 2
        if value % modulus == residue:
            yield cell
