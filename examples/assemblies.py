"""All ways to assemble a puzzle of solid pieces that was drawn in BurrTools, each with its picture.

    python examples/assemblies.py assembled                       # the burr that lies beside this file
    python examples/assemblies.py assembled my_puzzle.xmpuzzle

An assembly says where the pieces are at the end. Not every one can be put together without pieces passing through each
other: the page says how many come apart by moves along the axes, and in how many moves. Of the four of the burr beside
this file one does, whose first piece takes four moves; the Soma cube always does. Assemblies that are rotations of each
other count once, and so do mirror images where the pieces allow them.

Writes a page ``index.html`` with the pieces, every assembly and its layers, an SVG of the first assembly, and
``assemblies.jsonl``, one assembly a line, in the form that ``shapewright tiling verify`` reads.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from shapewright import tiling
from shapewright.drawing import Figure, Mosaic, Section, to_html, to_svg
from shapewright.errors import LimitError, StoppedError

BURR = Path(__file__).with_name("burr.xmpuzzle")
DRAWN = 24  # no page shows more assemblies
SECONDS = 60  # for taking all assemblies apart


def pieces(problem: tiling.Problem) -> list[Figure]:
    """Each piece by itself, in the colour that it has in the assemblies."""
    solution = tiling.first(problem)
    if solution is None:
        return []
    whole = solution.mosaic()
    figures = []
    for number, name in enumerate(whole.labels):
        cells = {cell for cell, owner in whole.piece_at.items() if owner == number}
        alone = Mosaic(cells, dict.fromkeys(cells, 0), (name,), (whole.colour_of[number],), title=f"piece {name}")
        figures.append(Figure(alone.scene(cell=18), f"{name}, {len(cells)} cubes"))
    return figures


def facts(problem: tiling.Problem) -> str:
    number = sum(piece.minimum for piece in problem.pieces)
    cubes = sum(piece.minimum * piece.shape.area for piece in problem.pieces)
    board, size = problem.board, "x".join(map(str, problem.board.size))
    return f"{number} pieces of {cubes} cubes in all, for a shape of {len(board.cells)} cells within {size}."


def movable(problem: tiling.Problem) -> str:
    """How many assemblies come apart, and their levels: the moves to the first piece out, the second, and so on."""
    try:
        survey = tiling.takeapart(problem, time_limit=SECONDS)
    except (StoppedError, LimitError) as error:
        return f"Which of them come apart is not known: {error}."
    if not survey.apart:
        return "None of them comes apart by moves along the axes."
    levels = ", ".join(f"{number} of level {level}" for level, number in survey.table())
    come = "comes" if survey.apart == 1 else "come"
    return f"By moves along the axes {survey.apart} of them {come} apart: {levels}."


def main(folder: Path, file: Path = BURR, most: int = DRAWN) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    problem = tiling.Problem.from_xmpuzzle(file.read_bytes())
    number = tiling.count(problem, up_to_symmetry=True)
    found = list(tiling.solve(problem, up_to_symmetry=True, limit=most))
    drawn = [Figure(one.scene(), f"assembly {place}") for place, one in enumerate(found, 1)]
    shown = "" if len(found) == number else f" The first {len(found)} are shown."
    sections = [
        Section("The pieces", figures=tuple(pieces(problem))),
        Section(
            f"{number} assembl{'y' if number == 1 else 'ies'}",
            f"Up to symmetry, out of {tiling.count(problem)} in all.{shown} Each picture has the whole, and its layers "
            f"from the lowest up. {movable(problem)}",
            tuple(drawn),
        ),
    ]
    page = to_html(problem.title or file.stem, sections, introduction=facts(problem))
    (folder / "index.html").write_text(page, encoding="utf-8")
    lines = [json.dumps(solution.to_json()) for solution in found]
    (folder / "assemblies.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    if found:
        (folder / "assembly.svg").write_text(to_svg(found[0].scene()), encoding="utf-8")
    print(f"{number} assemblies of {problem.title or file.stem}; {len(found)} drawn")


if __name__ == "__main__":
    folder, *files = sys.argv[1:] or ["assembled"]
    main(Path(folder), Path(files[0]) if files else BURR)
