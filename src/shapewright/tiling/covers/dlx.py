"""Knuth's DLX text: items on the first line, one option a line, ``|`` before secondary items, ``x:a`` colours.

The form is the one read by Knuth's programs DLX1, DLX2 (colours), DLX3 (multiplicities ``lo:hi|name``) and DLX5 (costs
``name|3`` behind any items of an option, which add up), and by SSXCC. Rows of 0 and 1 are read as a matrix, whose
columns are items and whose rows are options, unless all rows name the items of the first. A line whose first character
other than a blank is ``|`` is a comment. As in those programs an option without primary items is left out, since
nothing ever asks for it.
Source: D. E. Knuth, dlx1.w, dlx2.w, dlx3.w, dlx5.w; TAOCP 7.2.2.1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from shapewright.errors import LimitError, NotationError, quote

MAX_ENTRIES = 10_000_000  # items named in all options together
MAX_MULTIPLICITY = 1_000_000
MOST_DIGITS = 15  # of a cost

Pairs = Sequence[tuple[Hashable, Hashable]]  # items with their colours (None: none)


@dataclass(frozen=True)
class Parts:
    """What a DLX text says: primary and secondary items, bounds other than 1 and 1, and options."""

    items: Sequence[Hashable]
    secondary: Sequence[Hashable]
    bounds: Mapping[Hashable, tuple[int, int]]
    options: Sequence[Pairs]
    costs: Sequence[int] = ()  # of each option, or none


def parse(text: str) -> Parts:
    """Read DLX text; ``NotationError`` quotes the line and what is wrong there."""
    lines = _content_lines(text)
    first = next(lines, None)
    if first is None:
        raise NotationError("the DLX text has no line that names items")
    rows = _matrix(text) if _is_row(first[1]) else None
    if rows is not None:
        columns = list(map(str, range(len(rows[0]))))
        return Parts(
            columns, (), {}, [tuple([(columns[k], None) for k in range(len(row)) if row[k] == "1"]) for row in rows]
        )
    items, secondary, bounds = _parse_items(*first)
    known, primary = {*items, *secondary}, set(items)
    options: list[Pairs] = []
    costs: list[int] = []
    entries = 0
    # A pair that occurs in many options is one object: the collector of garbage has little to look through.
    pairs: dict[str, tuple[str, str | None]] = {}
    for number, line in lines:
        cost = 0
        found = []
        for word in line.split():
            entry, bar, digits = word.partition("|")
            if bar:
                cost += _parse_cost(number, word, entry, digits)
            pair = pairs.get(entry)
            if pair is None:
                pair = pairs[entry] = _parse_entry(number, word, entry)
            found.append(pair)
        option = tuple(found)
        fault = option_fault(option, known, primary, in_text=True)
        if fault:
            raise NotationError(f"line {number}: {fault}")
        if all(name not in primary for name, _ in option):
            continue
        entries += len(option)
        if entries > MAX_ENTRIES:
            raise LimitError(f"line {number}: the options name more than {MAX_ENTRIES} items in all")
        options.append(option)
        costs.append(cost)
    return Parts(items, secondary, bounds, options, costs if any(costs) else ())


def looks_like_dlx(text: str) -> bool:
    """Whether the second line names items of the first one, or the first is a row of a matrix of 0 and 1."""
    lines = (words for line in text.split("\n") if (words := line.split()) and not words[0].startswith("|"))
    first = next(lines, [])
    if _is_row(" ".join(first)):
        return True
    items = {word.rpartition("|")[2] for word in first}
    # A cost that stands alone ('x | 3') is wrong, but to say so the text must be taken for what it is.
    option = " ".join(next(lines, [])).partition(" |")[0].split()
    return bool(option) and all(word.partition("|")[0].partition(":")[0] in items for word in option)


def text_of(parts: Parts, words: Words) -> str:
    """The DLX text, from which :func:`parse` reads the same, its items and colours named by ``words``.

    A cover in which nothing must be covered gets an item that nothing covers, for a text begins with a primary item.
    """
    head = []
    if not parts.items:
        word = "nothing"
        while word in words.items.values():
            word += "_"
        head = [f"0:1|{word}"]
    for item in parts.items:
        low, high = parts.bounds.get(item, (1, 1))
        bounds = "" if low == high == 1 else f"{high}|" if low == high else f"{low}:{high}|"
        head.append(bounds + words.items[item])
    if parts.secondary:
        head += ["|", *[words.items[item] for item in parts.secondary]]
    costs = parts.costs or [0] * len(parts.options)
    comments = [f"| {word} is {original!r}" for word, original in words.invented.items()]
    lines = [option_text(option, cost, words) for option, cost in zip(parts.options, costs, strict=True) if option]
    return "\n".join([*comments, " ".join(head), *lines]) + "\n"


def option_text(option: Pairs, cost: int = 0, words: Words | None = None) -> str:
    """An option as DLX writes it, its cost behind the last item."""
    names = words or Words([item for item, _ in option], [colour for _, colour in option])
    text = " ".join(
        [
            names.items[item] if colour is None else f"{names.items[item]}:{names.colours[colour]}"
            for item, colour in option
        ]
    )
    return f"{text}|{cost}" if cost else text


class Words:
    """How items and colours are written in DLX text.

    Texts without blanks, ``:`` and ``|`` and whole numbers are written as they are. For others a word is invented, such
    as ``r.0`` for ``("r", 0)``; ``invented`` maps those words back, with ``:`` before the word of a colour.
    """

    def __init__(self, items: Iterable[Hashable], colours: Iterable[Hashable]) -> None:
        self.invented: dict[str, Hashable] = {}
        self.items = self._words(items, "")
        self.colours = self._words(colours, ":")

    def _words(self, names: Iterable[Hashable], mark: str) -> dict[Hashable, str]:
        distinct = dict.fromkeys(names)
        found: dict[Hashable, str] = {name: name for name in distinct if isinstance(name, str) and _is_word(name)}
        taken: set[str] = set(found.values())
        for name in distinct:
            if name in found or (name is None and mark):  # None is no colour
                continue
            parts = name if isinstance(name, tuple) else (name,)
            stem = word = re.sub(r"[\s:|]+", "_", ".".join(map(str, parts))) or "empty"
            more = 1
            while word in taken:
                more += 1
                word = f"{stem}.{more}"
            taken.add(word)
            found[name] = word
            if type(name) is not int or word != str(name):
                self.invented[mark + word] = name
        return found


def _is_word(text: str) -> bool:
    return text.split() == [text] and ":" not in text and "|" not in text


def _content_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("|"):
            yield number, stripped


def _is_row(line: str) -> bool:
    """Whether a line has nothing but 0 and 1."""
    return bool(line.split()) and {"0", "1"}.issuperset(line.split())


def _matrix(text: str) -> list[list[str]] | None:
    """The rows of a matrix of 0 and 1; None if the text names the items 0 and 1.

    Where a text may be both it names items, for covers are written with whole numbers as items. Raises
    ``NotationError`` for a wrong row of what cannot be anything else.
    """
    lines = list(_content_lines(text))
    rows = [line.split() for _, line in lines]
    items = sorted(set(rows[0]))
    wrong = next((k for k, row in enumerate(rows) if len(row) != len(rows[0]) or not _is_row(lines[k][1])), None)
    if wrong is not None:
        if len(items) == len(rows[0]):
            return None
        raise NotationError(
            f"line {lines[wrong][0]}: {quote(lines[wrong][1])} is not a row of a matrix with {len(rows[0])} columns; "
            "write 0 or 1 for each, separated by blanks"
        )
    return rows if any(sorted(row) != items for row in rows) else None


def _parse_items(number: int, line: str) -> tuple[list[str], list[str], dict[Hashable, tuple[int, int]]]:
    items: list[str] = []
    secondary: list[str] = []
    bounds: dict[Hashable, tuple[int, int]] = {}
    seen: set[str] = set()
    into = items
    for word in line.split():
        if word == "|":
            if into is secondary:
                raise NotationError(
                    f"line {number}: '|' occurs twice; it separates primary from secondary items, so write it once"
                )
            into = secondary
            continue
        before, bar, name = word.rpartition("|")
        if not name or ":" in name or "|" in before:
            raise NotationError(f"line {number}: {quote(word)} is not an item name; names contain no ':' or '|'")
        if name in seen:
            raise NotationError(f"line {number}: the item {quote(name)} is named twice")
        seen.add(name)
        into.append(name)
        if bar:
            if into is secondary:
                raise NotationError(f"line {number}: {quote(word)} gives bounds, but only primary items have bounds")
            low_text, colon, high_text = before.rpartition(":")
            numbers = (low_text, high_text) if colon else (high_text,)
            if not all(part.isascii() and part.isdigit() for part in numbers):
                raise NotationError(f"line {number}: {quote(word)} does not begin with bounds like '2|' or '0:3|'")
            digits = [part.lstrip("0") or "0" for part in numbers]
            if any(len(part) > 7 or int(part) > MAX_MULTIPLICITY for part in digits):
                raise LimitError(f"line {number}: the bounds of {quote(word)} are more than {MAX_MULTIPLICITY}")
            low, high = int(digits[0]), int(digits[-1])
            if low > high or high == 0:
                raise NotationError(
                    f"line {number}: the bounds of {quote(word)} must be low <= high with high at least 1"
                )
            if (low, high) != (1, 1):
                bounds[name] = (low, high)
    return items, secondary, bounds


def _parse_cost(number: int, word: str, entry: str, digits: str) -> int:
    size = digits.removeprefix("-")
    if not size.isascii() or not size.isdigit() or not entry:
        raise NotationError(
            f"line {number}: {quote(word)} is not an item with a cost; a cost stands directly behind an item, "
            "as in 'x|3', 'x|-3' or 'x:a|3'"
        )
    if len(size.lstrip("0")) > MOST_DIGITS:
        raise LimitError(f"line {number}: the cost of {quote(word)} has more than {MOST_DIGITS} digits")
    return int(digits)


def _parse_entry(number: int, word: str, entry: str) -> tuple[str, str | None]:
    name, colon, colour = entry.partition(":")
    if not name or ":" in colour or (colon and not colour):
        raise NotationError(f"line {number}: {quote(word)} is neither an item nor an item with a colour like 'x:a'")
    return name, colour or None


def option_fault(
    option: Pairs, known: Collection[Hashable], primary: Collection[Hashable], *, in_text: bool = False
) -> str | None:
    """What is wrong with an option of a cover with these items, if anything is."""
    seen: set[Hashable] = set()
    for item, colour in option:
        if item not in known:
            return f"the option names {quoted(item)}, which is not an item{' of the first line' if in_text else ''}"
        if item in seen:
            return f"the option names the item {quoted(item)} twice"
        seen.add(item)
        if item in primary and colour is not None:
            return f"{quote(f'{item}:{colour}')} gives a colour, but only secondary items have colours"
    return None


def quoted(item: Hashable) -> str:
    """An item in a sentence."""
    if isinstance(item, int):
        return str(item)
    return quote(item if isinstance(item, str) else repr(item))
