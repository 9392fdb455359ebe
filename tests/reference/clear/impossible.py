"""The list of impossible queues read and counted in the plainest way: letter by letter, bag by bag."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

PIECES = "IOTSZLJ"


def classes(path: Path) -> list[str]:
    """The eleven letters of each class in a file, the pair first."""
    content = json.loads(path.read_text())
    packed = zlib.decompress(base64.b64decode(content["differences"]))
    found, number = [], 0
    for at in range(0, len(packed), 4):
        number += int.from_bytes(packed[at : at + 4], "little")
        letters, rest = "", number
        for _ in range(11):
            letters = PIECES[rest % 7] + letters
            rest //= 7
        assert rest == 0
        found.append(letters)
    return found


def ways(string: str) -> int:
    """In how many ways a string may be cut into bags: the rest of a first one, of 1 to 7 pieces, and whole ones."""
    found = 0
    for first in range(1, min(7, len(string)) + 1):
        if len(set(string[:first])) < first:
            break
        bags = [string[at : at + 7] for at in range(first, len(string), 7)]
        found += all(len(set(bag)) == len(bag) for bag in bags)
    return found


def is_opener(string: str) -> bool:
    """Whether the first seven pieces are a whole bag, and what follows are different."""
    return len(set(string[:7])) == 7 and len(set(string[7:])) == len(string[7:])


def both_orders(letters: str) -> Iterator[str]:
    """Held piece, current piece, and the rest: as it stands, and with the pair exchanged if that is another queue."""
    yield letters
    if letters[0] != letters[1]:
        yield letters[1] + letters[0] + letters[2:]


def strings_of_ten() -> int:
    """How many strings of ten pieces bags can give, whatever is left of the first one."""
    # Which bags there may be at a place: pieces they still have, and how many come before the next one. Letters are
    # alike, so that those that begin with an I are a seventh.
    start = frozenset((frozenset(PIECES), left) for left in range(1, 8))
    counts = {_drawn(start, "I"): 7}
    for _ in range(9):
        after: dict[frozenset[tuple[frozenset[str], int]], int] = {}
        for bags, number in counts.items():
            for piece in PIECES:
                rest = _drawn(bags, piece)
                if rest:
                    after[rest] = after.get(rest, 0) + number
        counts = after
    return sum(counts.values())


def _drawn(bags: frozenset[tuple[frozenset[str], int]], piece: str) -> frozenset[tuple[frozenset[str], int]]:
    return frozenset(
        (bag - {piece}, left - 1) if left > 1 else (frozenset(PIECES), 7) for bag, left in bags if piece in bag
    )
