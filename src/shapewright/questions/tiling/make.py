"""A puzzle with exactly one solution, or a booklet of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from shapewright import tiling
from shapewright.drawing import Scene, terminal_options
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.seeds import seed_of
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.drawings import drawings
from shapewright.questions.fields import SEED, TIME_LIMIT, Choice, Flag, Whole
from shapewright.questions.parts import Part, Picture, Pictures, Text
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.screen import Screen
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.tiling import Made, Problem, picture
from shapewright.tiling.making.clues import CLUE_KINDS
from shapewright.tiling.making.grading import GRADES
from shapewright.tiling.making.make import CHOICES

MOST = 200
_STUDIO_MOST = 12


CHOOSE = Choice(
    "choose", "What the maker chooses: clues, pieces for the board, or a board for the pieces.", choices=CHOICES
).with_default(CHOICES[0])
CLUES = Choice(
    "clues",
    "The clues: pieces that lie there, cells with their piece's letter, or cells that stay empty.",
    choices=CLUE_KINDS,
).with_default(CLUE_KINDS[0])
BEST = Flag("best", "Of all solutions, take one that needs the fewest clues.")
HARDEST = Choice("hardest", "The hardest grade that the puzzles may have.", choices=GRADES)
STEPS = Flag("steps", "Say how to solve the puzzles, step by step.", shown_in=(".json", ".html"))
NUMBER = Whole("number", "Number of puzzles.", metavar="N", minimum=1, maximum=MOST).with_default(1)


def answer(asked: Asked, desk: Desk) -> Answer:
    """Different puzzles made by the seed and the seeds that follow it."""
    stated = puzzle(asked, desk)
    if not isinstance(stated, tiling.Problem):
        raise ProblemError("a puzzle is made of a board and pieces, and this is an exact cover (DLX)")
    desk.at_most(asked[NUMBER], _STUDIO_MOST, "{} puzzles are asked for")
    seed = seed_of(asked[SEED])
    if seed + asked[NUMBER] > 1 << 64:
        raise LimitError("each puzzle takes the next seed, and these would go beyond 64 bits")
    made = tiling.booklet(
        stated,
        asked[NUMBER],
        choose=asked[CHOOSE],
        clues=asked[CLUES],
        best=asked[BEST],
        hardest=asked[HARDEST],
        seed=seed,
        time_limit=desk.seconds,
        progress=lambda number: desk.say(f"{number} of {asked[NUMBER]} made"),
    )
    more = about(asked)
    more["told"]["seed"] = seed
    more["notes"].append(f"seed {seed}")
    return Answer(
        {
            "seed": seed,
            "puzzles": [each.to_json() | ({"steps": each.explained()} if asked[STEPS] else {}) for each in made],
            "puzzle": stated.to_text(),
        },
        _words(made[0]) if len(made) == 1 else f"{len(made)} puzzles, each with exactly one solution",
        text=lambda screen: "\n\n".join(_text(each, asked[STEPS], screen) for each in made),
        parts=lambda: _parts(made, asked[STEPS]),
        files=_files(made, asked[STEPS]),
        **more,
    )


def _words(made: Made) -> str:
    """What is known of the puzzle, in one sentence."""
    noun = "hole" if made.kind == "holes" else "clue"
    clues = f"{made.clues} {noun}" if made.clues == 1 else f"{made.clues} {noun}s"
    given = {
        "answer": f"exactly one solution with {clues}, and fewer {noun}s leave others",
        "all": f"exactly one solution with {clues}; no solution of these pieces needs fewer",
        "": f"exactly one solution with {clues}" if made.choose == "clues" else "exactly one solution up to symmetry",
    }[made.fewest]
    return f"{given}; grade: {made.grade.name}"


def _text(made: Made, steps: bool, screen: Screen) -> str:
    """On a terminal a picture and what is known; elsewhere the notation, for the next program to read."""
    lines = made.explained() if steps else []
    if not screen.is_terminal:
        return "\n".join([*(f"% {line}" for line in lines), made.problem.to_text().rstrip("\n")])
    drawn = picture.sheet_text(made.problem, terminal_options(sys.stdout))
    return "\n".join([drawn, "", _words(made), *lines])


def _parts(made: Sequence[Made], steps: bool) -> list[Part]:
    puzzles = [Picture(_Sheet(each), caption=each.grade.name, put=_put(each.problem)) for each in made]
    solutions = [Picture(each.solution.mosaic()) for each in made]
    found: list[Part] = [
        Pictures(puzzles, size="whole" if len(made) == 1 else "medium"),
        Pictures(solutions, title="Solutions", size="small"),
    ]
    if steps:
        found += [Text("\n".join(each.explained()), title="Step by step", folded=True) for each in made]
    return found


def _put(problem: Problem) -> dict[str, object]:
    """The puzzle as the fields of a page, which begins to play it: in its notation, in place of what they stated."""
    return {"puzzle": problem.to_text(), "puzzle_file": "", "problem": None, "fixed": [], "given": 0, "mode": "play"}


class _Sheet:
    """The board with the pieces below it; for a page the board alone."""

    def __init__(self, made: Made) -> None:
        self._made = made

    def scene(self) -> Scene:
        """Board and pieces."""
        return picture.sheet(*self._made.drawn)

    def to_json(self) -> dict[str, object]:
        """The board."""
        return self._made.drawn[1].to_json()


def _files(made: Sequence[Made], steps: bool) -> dict[str, Callable[[], str | bytes]]:
    def drawn() -> list[tuple[Scene, str]]:
        sheets = [(picture.sheet(*each.drawn), f"{k}, {each.grade.name}") for k, each in enumerate(made, 1)]
        return [*sheets, *((each.solution.scene(), f"solution {k}") for k, each in enumerate(made, 1))]

    def booklet() -> bytes:
        from shapewright.drawing import to_pdf  # who prints text never loads the drawing of files

        scenes, captions = zip(*drawn(), strict=True)
        return to_pdf(scenes, captions=captions, title="Puzzles", breaks=range(len(made) + 1))

    def page() -> str:
        from shapewright.drawing import Figure, Section, to_html  # as above

        puzzles = tuple(Figure(picture.sheet(*each.drawn), f"{k}, {_words(each)}") for k, each in enumerate(made, 1))
        solutions = tuple(Figure(each.solution.scene(), str(k)) for k, each in enumerate(made, 1))
        reasons = [
            Section(f"Step by step: {k}", text=" ".join(f"{line}." for line in each.explained()))
            for k, each in enumerate(made, 1)
            if steps
        ]
        sections = [Section("Puzzles", figures=puzzles), Section("Solutions", figures=solutions), *reasons]
        return to_html("Puzzles", sections)

    def pictures() -> list[tuple[Scene, str]]:
        if len(made) == 1:
            return [(picture.sheet(*made[0].drawn), made[0].grade.name)]
        # A booklet on one sheet, with the solutions at the end.
        return [(scene.captioned(caption), caption) for scene, caption in drawn()]

    return {
        **drawings(pictures, "Puzzles"),
        ".pdf": booklet,
        ".html": page,
        ".txt": lambda: "\n".join(each.problem.to_text() for each in made),
        ".dlx": made[0].problem.to_dlx,
        ".xmpuzzle": made[0].problem.to_xmpuzzle,
    }


def _formats(asked: Asked) -> Formats:
    one = (".dlx", ".xmpuzzle")
    every = (".txt", ".json", ".svg", ".png", ".pdf", ".html")
    if asked[NUMBER] == 1:
        return Formats((*every, *one))
    return Formats(every, dict.fromkeys(one, "this format holds one puzzle; use .txt or .json, or a booklet as .pdf"))


def _python(asked: Asked) -> str:
    stated = in_python(asked)
    how = asked.some(CHOOSE, CLUES, BEST, HARDEST, TIME_LIMIT)
    first, number = (asked[SEED] or 0), asked[NUMBER]
    if number == 1:
        made = call("tiling.make", stated.name, **how, seed=first)
        return stated.program(f"print({made}.problem.to_text())")
    made = call("tiling.booklet", stated.name, number, **how, seed=first)
    return stated.program(f"for made in {made}:", "    print(made.problem.to_text())")


QUESTION = Question(
    "tiling",
    "make",
    "Make puzzles that have exactly one solution.",
    (
        *PUZZLE,
        CHOOSE,
        CLUES,
        BEST,
        HARDEST,
        STEPS,
        NUMBER,
        SEED,
        TIME_LIMIT,
    ),
    answer,
    about="""
    With clues, a solution is drawn, and the puzzle gives the fewest clues that leave no other; that fewer do leave
    others is proven. Holes are for a board that has more cells than the pieces: they say which cells stay empty. With
    pieces, the maker takes some of the pieces, such that the board has one solution up to symmetry. With a board, it
    lays the pieces beside each other within the board that is given.

    A grade says what a person needs to find the solution: easy (a cell or a piece with one place left), medium
    (places that cut off cells which nothing fills), hard (places that soon leave a cell without a piece), very hard
    (such cases within such cases), or search.

    Several puzzles differ, also from mirror images of each other.

    \b
    shapewright tiling make --board 6x10 --pieces pentominoes --seed 1
    shapewright tiling make --board 5x8 --pieces 0-1*pentominoes --number 12 --hardest hard -o booklet.pdf
    shapewright tiling make --board 6x7 --pieces tetrominoes,F5,W5 --clues holes --seed 1
    shapewright tiling make --board 9x9 --pieces F5,L5,P5,W5,Y5 --choose board | shapewright tiling solve -""",
    rule="shapewright.tiling.claims.made:make",
    claims="""
    seed
    puzzles | [{puzzle: text, solution: Solution, choose: text, clues: whole, fewest: text, tries: whole, grade?:
        text?, reasons?: {*: whole}?, steps?: [text]}] | The puzzles that were made, each with its solution, clues and
        grade. | again: solutions by the rules, a second one is searched for by another engine; with one clue fewer
        each set of clues is tried
    puzzle""",
    example={"board": "5x8", "pieces": "0-1*pentominoes", "seed": 1},
    formats=_formats,
    downloads=(".txt", ".pdf", ".svg", ".html"),
    stem="puzzles",
    python=_python,
)  # fmt: skip
