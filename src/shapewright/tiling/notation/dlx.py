"""Knuth's DLX text: items on the first line, one option a line, ``|`` before secondary items, ``x:a`` colours.

The form is the one read by Knuth's programs DLX1, DLX2 (colours) and DLX3 (multiplicities ``lo:hi|name``), and by
SSXCC. A line whose first character other than a blank is ``|`` is a comment. As in those programs an option without
primary items is left out, since nothing ever asks for it. Source: D. E. Knuth, dlx1.w, dlx2.w, dlx3.w; TAOCP 7.2.2.1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shapewright.cells.grid import cell_text
from shapewright.errors import LimitError, NotationError, ProblemError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.tiling.problem import Problem

MAX_ENTRIES = 10_000_000  # items named in all options together
MAX_MULTIPLICITY = 1_000_000

Option = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ExactCover:
    """An abstract exact cover: choose options so that every primary item is covered as often as its bounds say.

    A secondary item may be covered at most once without a colour, or any number of times with one and the same colour.
    ``bounds`` holds only the items whose bounds are not 1 and 1. An option is a tuple of (item, colour) pairs, the
    colour ``''`` when there is none. Equal options are different choices, as in Knuth's programs.

    >>> ExactCover.from_text("A B | X\\nA X:0\\nB X:0\\nA B\\n").options[0]
    (('A', ''), ('X', '0'))

    Raises ``ProblemError`` for items named twice, options with unknown or repeated items, and impossible bounds.
    """

    items: tuple[str, ...]
    secondary: tuple[str, ...] = ()
    bounds: dict[str, tuple[int, int]] = field(default_factory=dict)
    options: tuple[Option, ...] = ()

    def __post_init__(self) -> None:
        if not self.items:
            raise ProblemError("an exact cover needs at least one primary item")
        names = self.items + self.secondary
        colours = {colour for option in self.options for _, colour in option if colour}
        for word in (*names, *colours):
            if not word or word.split() != [word] or ":" in word or "|" in word:
                raise ProblemError(f"{quote(word)} is not a name; names contain no blanks, ':' or '|'")
        known = set(names)
        if len(known) < len(names):
            twice = next(name for i, name in enumerate(names) if name in names[:i])
            raise ProblemError(f"the item {quote(twice)} is named twice")
        primary = set(self.items)
        for name, (low, high) in self.bounds.items():
            if name not in primary:
                raise ProblemError(f"bounds {low}:{high} are given for {quote(name)}, which is not a primary item")
            if not 0 <= low <= high or not high:
                raise ProblemError(f"the bounds {low}:{high} of {quote(name)} must be low <= high with high at least 1")
            if high > MAX_MULTIPLICITY:
                raise LimitError(f"the bound {high} of {quote(name)} is more than {MAX_MULTIPLICITY}")
        for option in self.options:
            fault = _option_fault(option, known, primary)
            if fault:
                raise ProblemError(fault)

    @property
    def choices(self) -> int:
        """How many options there are."""
        return len(self.options)

    def bound(self, item: str) -> tuple[int, int]:
        """The least and the greatest number of chosen options that cover the primary ``item``."""
        return self.bounds.get(item, (1, 1))

    @classmethod
    def from_text(cls, text: str) -> ExactCover:
        """Read DLX text; ``NotationError`` quotes the line and what is wrong there."""
        lines = _content_lines(text)
        first = next(lines, None)
        if first is None:
            raise NotationError("the DLX text has no line that names items")
        items, secondary, bounds = _parse_items(*first)
        known, primary = {*items, *secondary}, set(items)
        options: list[Option] = []
        entries = 0
        for number, line in lines:
            option = tuple(_parse_entry(number, word) for word in line.split())
            fault = _option_fault(option, known, primary, without_primary=True)
            if fault:
                raise NotationError(f"line {number}: {fault}")
            if all(name not in primary for name, _ in option):
                continue
            entries += len(option)
            if entries > MAX_ENTRIES:
                raise LimitError(f"line {number}: the options name more than {MAX_ENTRIES} items in all")
            options.append(option)
        return cls(tuple(items), tuple(secondary), bounds, tuple(options))

    def to_text(self) -> str:
        """The DLX text; ``from_text`` reads the same cover from it."""
        head = [self._item_text(item) for item in self.items]
        if self.secondary:
            head += ["|", *self.secondary]
        lines = [" ".join(head)]
        lines += [
            " ".join(f"{name}:{colour}" if colour else name for name, colour in option) for option in self.options
        ]
        return "\n".join(lines) + "\n"

    def _item_text(self, item: str) -> str:
        low, high = self.bound(item)
        if low == high:
            return item if high == 1 else f"{high}|{item}"
        return f"{low}:{high}|{item}"


def exact_cover(problem: Problem) -> ExactCover:
    """The tilings of ``problem`` as exact covers, one to one.

    Primary items are the cells that must be covered, named ``x,y`` or ``x,y,z``, and the pieces; secondary items the
    cells that may stay empty. Equal pieces share one item, named after the first, so that exchanging them gives no
    further cover. A piece of which any number may be used has no item of its own unless some placement of it covers
    optional cells only.

    Raises ``LimitError`` when there are too many placements to write down, ``ProblemError`` if no cell must be covered
    and no piece may be placed: an exact cover has at least one primary item.
    """
    fixed_cells = {cell: number for number, placement in enumerate(problem.fixed) for cell in placement.cells}
    optional = problem.board.optional - fixed_cells.keys()
    fixed_sets = {frozenset(placement.cells) for placement in problem.fixed}
    order = problem.board.order()
    area = len(order)
    names: list[str] = []
    bounds: dict[str, tuple[int, int]] = {}
    options: list[Option] = []
    entries = 0
    for members in problem.classes():
        fixed_here = {frozenset(placement.cells) for placement in problem.fixed_of(members)}
        name = problem.pieces[members.members[0]].name
        most = area // members.area  # for more there is no room, unless the minimum asks for the impossible
        high = max(most, members.minimum)
        if members.maximum is not None:
            high = min(high, members.maximum)
        chosen: list[Option] = []
        needs_item = members.minimum > 0 or high < most
        for cells in problem.class_placements(members):
            together = frozenset(cells)
            if together in fixed_sets:
                if together not in fixed_here:
                    continue
            elif not fixed_cells.keys().isdisjoint(together):
                continue
            needs_item = needs_item or together <= optional
            chosen.append(tuple((cell_text(cell), "") for cell in cells))
            entries += len(cells) + 1
            if entries > MAX_ENTRIES:
                raise LimitError(f"the placements cover more than {MAX_ENTRIES} cells in all, too many for DLX text")
        if high == 0:
            continue
        if needs_item:
            names.append(name)
            if (members.minimum, high) != (1, 1):
                bounds[name] = (members.minimum, high)
            chosen = [((name, ""), *option) for option in chosen]
        options += chosen
    cells_wanted = [cell_text(cell) for cell in order if cell not in optional]
    cells_offered = [cell_text(cell) for cell in order if cell in optional]
    return ExactCover((*names, *cells_wanted), tuple(cells_offered), bounds, tuple(options))


def to_dlx(problem: Problem) -> str:
    """``problem`` as DLX text; multiplicities are written only where a bound is not exactly one."""
    return exact_cover(problem).to_text()


def _content_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("|"):
            yield number, stripped


def _parse_items(number: int, line: str) -> tuple[list[str], list[str], dict[str, tuple[int, int]]]:
    items: list[str] = []
    secondary: list[str] = []
    bounds: dict[str, tuple[int, int]] = {}
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


def _parse_entry(number: int, word: str) -> tuple[str, str]:
    if "|" in word:
        raise NotationError(
            f"line {number}: {quote(word)} is in an option; costs ('|3' in DLX5) are not supported, and a '|' "
            "belongs on the first line only"
        )
    name, colon, colour = word.partition(":")
    if not name or ":" in colour or (colon and not colour):
        raise NotationError(f"line {number}: {quote(word)} is neither an item nor an item with a colour like 'x:a'")
    return name, colour


def _option_fault(option: Option, known: set[str], primary: set[str], *, without_primary: bool = False) -> str | None:
    seen = set()
    covers_primary = without_primary
    for name, colour in option:
        if name not in known:
            return f"the option names {quote(name)}, which is not an item of the first line"
        if name in seen:
            return f"the option names the item {quote(name)} twice"
        seen.add(name)
        if name in primary:
            covers_primary = True
            if colour:
                return f"{quote(f'{name}:{colour}')} gives a colour, but only secondary items have colours"
    return None if covers_primary else "an option has no primary item"
