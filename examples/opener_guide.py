"""A guide to an opener as one web page: how often it clears, which solutions to learn, what can be saved.

    python examples/opener_guide.py guide
    python examples/opener_guide.py guide 'XX________/XXX______X/XXXX____XX/XXX______X' '*p7'

The field is given top row first, a row for each part between slashes (or as a fumen), and the pattern says which
pieces may come. A number behind it says how many lines are to be cleared, if not 4. Without arguments the guide is
about the opener called PCO. Writes ``index.html``, which needs nothing else, and the solutions of the minimal set as
fumens in ``minimal.txt`` and as one picture in ``minimal.svg``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from shapewright import clear
from shapewright.drawing import Figure, Node, Scene, Section, Text, rectangle, to_html, to_sheet

OPENER = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"
PATTERN = "*p4"  # the four pieces that come next, in any order, all different
BAR, GROUND, INK = "#5fc178", "#e6e9ee", "#59616d"


def bars(shares: dict[str, clear.Chance], title: str) -> Scene:
    """A bar for each piece, the longest for the most queues."""
    nodes: list[Node] = []
    for row, (piece, chance) in enumerate(sorted(shares.items(), key=lambda item: -item[1].solved)):
        y = 8 + row * 26
        nodes.append(Text(10, y + 14, piece, 11, INK, "middle"))
        nodes.append(rectangle(26, y, 260, 18, fill=GROUND))
        nodes.append(rectangle(26, y, max(0.1, 260 * chance.fraction), 18, fill=BAR))
        nodes.append(Text(296, y + 14, str(chance).replace(" = ", "   "), 9, INK))
    return Scene(450, 16 + 26 * len(shares), tuple(nodes), title)


def sections(found: clear.Analysis, fumen: str) -> list[Section]:
    """The page from top to bottom."""
    chance, minimal = found.chance, found.minimal()
    field = Figure(found.setup.start.scene(), "The field after the opener", command=fumen)
    failing = list(chance.failing())
    some = ", ".join(failing[:12]) + (", ..." if len(failing) > 12 else "")
    coverage = Section(
        "How often does it clear?",
        f"{chance} of the queues can clear the field, if the player sees all their pieces and may hold."
        + (f"\nFor {len(failing)} it is impossible: {some}" if failing else ""),
        (Figure(bars(chance.by_first(), "chance by first piece"), "by the first piece of the queue"),),
    )
    met: set[str] = set()
    learn = []
    for number, solution in enumerate(minimal, 1):
        queues = set(solution.queues())
        words = f"{number}. serves {len(queues)} queues, {len(queues - met)} of them no solution above does"
        met |= queues
        learn.append(Figure(solution.scene(), words, command=str(solution.fumen())))
    proof = "no smaller set would do" if minimal.is_optimal else f"at least {minimal.bound} are needed"
    parts = [
        Section("The field", figures=(field,)),
        coverage,
        Section(
            f"{len(minimal)} solutions to learn",
            f"There are {len(found.path)} different solutions. These {len(minimal)} serve every queue that can be "
            f"served; {proof}. The text below each picture is its fumen.",
            tuple(learn),
        ),
    ]
    saved = chance.by_saved()
    if saved:
        text = "How many queues can clear the field so that this piece is left in hold."
        parts.append(Section("What can be saved?", text, (Figure(bars(saved, "queues by saved piece")),)))
    return parts


def main(folder: Path, field: str = OPENER, pattern: str = PATTERN, lines: int = 4) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    found = clear.analyse(field, pattern, lines)
    fumen = field
    if "/" in field and "@" not in field:
        # A page of a fumen has the lowest row first, and keeps the colours of the pieces that the field names.
        fumen = clear.Fumen((clear.Page(tuple(reversed(field.split("/"))), lock=False),)).to_text()
    introduction = f"Next pieces: {pattern}. Lines to clear: {lines}."
    page = to_html("Guide to an opener", sections(found, fumen), introduction=introduction)
    (folder / "index.html").write_text(page, encoding="utf-8")
    minimal = found.minimal()
    if minimal:  # some fields cannot be cleared at all
        (folder / "minimal.svg").write_text(to_sheet([one.scene() for one in minimal]), encoding="utf-8")
    (folder / "minimal.txt").write_text("".join(f"{one.fumen()}\n" for one in minimal), encoding="utf-8")
    print(f"{found.chance}; solutions: {len(found.path)}, fewest that serve all: {len(minimal)}")


if __name__ == "__main__":
    folder, *words = sys.argv[1:] or ["guide"]
    field, pattern, lines = [*words, *(OPENER, PATTERN, "4")[len(words) :]]
    main(Path(folder), field, pattern, int(lines))
