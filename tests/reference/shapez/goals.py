"""How likely each layer of a goal is, by multiplication over all that can happen; nothing is drawn."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

# Per mille if none above was taken, from which level, colours, parts of one type, parts of any type, the rest is empty.
# "h" is half a ring and "a" a whole one.
TABLE = """
80 40 w a 0
80 32 w h h
80 28 w 1 h
80 24 w 1 1
80 20 cmy a 0
80 16 cmy h h
80 12 cmy 1 h
80 10 cmy 1 1
80 8 rgb a 0
80 6 rgb h h
80 4 rgb 1 h
100 3 rgb 1 1
100 2 u a 0
300 1 u h h
500 1 u 1 h
1000 0 u 1 1
"""
TYPES = {4: {"W": 0.1, "S": 0.9 * 0.3, "C": 0.9 * 0.35, "R": 0.9 * 0.35}, 6: {"F": 0.1, "G": 0.27, "H": 0.63}}


def rows(level: int, gapped: bool, parts: int) -> list[tuple[float, str, int, int]]:
    """Probability, colours, parts of one type and parts of any type of each way to draw a layer."""
    left, found = 1.0, []
    sizes = {"0": 0, "1": 1, "h": parts // 2, "a": parts}
    for line in TABLE.split("\n")[1:-1]:
        per_mille, lowest, colours, alike, others = line.split()
        filled = sizes[alike] + sizes[others]
        if level < int(lowest) or (gapped and filled == parts):
            continue
        found.append((left * int(per_mille) / 1000, colours, sizes[alike], sizes[others]))
        left *= 1 - int(per_mille) / 1000
    return found


def layers(level: int, gapped: bool = False, parts: int = 4) -> Counter[str]:
    """The probability of each layer of a ring of four, by its code."""
    found: Counter[str] = Counter()
    for chance, colours, alike, others in rows(level, gapped, parts):
        for colour in colours:
            shades = "u" if colour == "u" else colour + "u"
            for types in product(TYPES[parts], repeat=1 + others):
                likely = chance / len(colours)
                for type_ in types:
                    likely *= TYPES[parts][type_]
                letters = types[:1] * alike + types[1:]
                for shade in product(shades, repeat=len(letters)):
                    each = [a + b for a, b in zip(letters, shade, strict=True)]
                    each += ["--"] * (parts - len(each))
                    orders = list(permutations(each))
                    for order in orders:
                        found["".join(order)] += likely / len(shades) ** len(letters) / len(orders)  # type: ignore[assignment]
    return found
