"""Knuth's DLX text: items on the first line, one option a line, ``|`` before secondary items, ``x:a`` colours.

The form is the one read by Knuth's programs DLX1, DLX2 (colours), DLX3 (multiplicities ``lo:hi|name``) and DLX5 (costs
``name|3`` behind any items of an option, which add up), and by SSXCC. A line whose first character other than a blank
is ``|`` is a comment. As in those programs an option without primary items is left out, since nothing ever asks for it.
Source: D. E. Knuth, dlx1.w, dlx2.w, dlx3.w, dlx5.w; TAOCP 7.2.2.1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.errors import LimitError, NotationError, ProblemError, quote

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["MAX_ENTRIES", "MAX_MULTIPLICITY", "Parts", "option_fault", "option_text", "parse", "quoted", "text_of"]

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


def text_of(parts: Parts) -> str:
    """The DLX text, from which :func:`parse` reads the same.

    Raises ``ProblemError`` for items and colours that cannot be written: other than whole numbers and texts without
    blanks, ``:`` and ``|``.
    """
    head = []
    for item in parts.items:
        low, high = parts.bounds.get(item, (1, 1))
        bounds = "" if low == high == 1 else f"{high}|" if low == high else f"{low}:{high}|"
        head.append(bounds + _word(item))
    if parts.secondary:
        head += ["|", *map(_word, parts.secondary)]
    costs = parts.costs or [0] * len(parts.options)
    words: dict[tuple[Hashable, Hashable], str] = {}
    lines = [_option_text(option, cost, words) for option, cost in zip(parts.options, costs, strict=True)]
    return "\n".join([" ".join(head), *lines]) + "\n"


def option_text(option: Pairs, cost: int = 0) -> str:
    """An option as DLX writes it, its cost behind the last item."""
    return _option_text(option, cost, {})


def _option_text(option: Pairs, cost: int, words: dict[tuple[Hashable, Hashable], str]) -> str:
    """An option as DLX writes it; ``words`` has what pairs were written as, and more afterwards."""
    found = []
    for pair in option:
        word = words.get(pair)
        if word is None:
            item, colour = pair
            word = words[pair] = _word(item) if colour is None else f"{_word(item)}:{_word(colour)}"
        found.append(word)
    text = " ".join(found)
    return f"{text}|{cost}" if cost else text


def _word(name: Hashable) -> str:
    word = str(name) if isinstance(name, (str, int)) else ""
    if not word or word.split() != [word] or ":" in word or "|" in word:
        raise ProblemError(f"{quote(str(name))} is not a name in DLX text; names contain no blanks, ':' or '|'")
    return word


def _content_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("|"):
            yield number, stripped


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
            low, high = _parse_bounds(number, word, before)
            if (low, high) != (1, 1):
                bounds[name] = (low, high)
    if not items:
        raise NotationError(f"line {number}: {quote(line)} names no primary item")
    return items, secondary, bounds


def _parse_bounds(number: int, word: str, text: str) -> tuple[int, int]:
    low_text, colon, high_text = text.rpartition(":")
    numbers = (low_text, high_text) if colon else (high_text,)
    if not all(part.isascii() and part.isdigit() for part in numbers):
        raise NotationError(f"line {number}: {quote(word)} does not begin with bounds like '2|' or '0:3|'")
    digits = [part.lstrip("0") or "0" for part in numbers]
    if any(len(part) > 7 or int(part) > MAX_MULTIPLICITY for part in digits):
        raise LimitError(f"line {number}: the bounds of {quote(word)} are more than {MAX_MULTIPLICITY}")
    low, high = int(digits[0]), int(digits[-1])
    if low > high or high == 0:
        raise NotationError(f"line {number}: the bounds of {quote(word)} must be low <= high with high at least 1")
    return low, high


def _parse_cost(number: int, word: str, entry: str, digits: str) -> int:
    if not digits.isascii() or not digits.isdigit() or not entry:
        raise NotationError(
            f"line {number}: {quote(word)} is not an item with a cost; a cost stands directly behind an item, "
            "as in 'x|3' or 'x:a|3'"
        )
    if len(digits.lstrip("0")) > MOST_DIGITS:
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
    """What is wrong with an option of a cover with these items; in a text it may have secondary items alone."""
    seen: set[Hashable] = set()
    covers_primary = in_text
    for item, colour in option:
        if item not in known:
            return f"the option names {quoted(item)}, which is not an item{' of the first line' if in_text else ''}"
        if item in seen:
            return f"the option names the item {quoted(item)} twice"
        seen.add(item)
        if item in primary:
            covers_primary = True
            if colour is not None:
                return f"{quote(f'{item}:{colour}')} gives a colour, but only secondary items have colours"
    return None if covers_primary else "an option has no primary item"


def quoted(item: Hashable) -> str:
    """An item in a sentence."""
    if isinstance(item, int):
        return str(item)
    return quote(item if isinstance(item, str) else repr(item))
