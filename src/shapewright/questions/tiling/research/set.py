"""All solutions of a puzzle as one set: counted, filtered, drawn from, combined with others and kept in a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from operator import and_, or_, sub
from typing import Any

from shapewright import tiling
from shapewright.claims import Asked as Parameters
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.seeds import seed_of
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.drawings import drawings
from shapewright.questions.fields import SEED, TIME_LIMIT, Field, Files, Flag, Texts, Whole, limit_field
from shapewright.questions.listing import MAX_KEPT
from shapewright.questions.parts import Part, Picture, Pictures
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question, counted
from shapewright.questions.tiling._puzzle import FILE, PROBLEM, PUZZLE, about, added_by, puzzle, stated_by
from shapewright.questions.tiling._python import in_python
from shapewright.questions.tiling._shown.solutions import Shown, text_on
from shapewright.storage.sealed import is_sealed
from shapewright.tiling import SolutionSet
from shapewright.tiling.sets.conditions import asked_conditions, priced
from shapewright.tiling.sets.files import SUFFIX
from shapewright.tiling.sets.heat import heat_scene, table

# Pictures of so many pieces are drawn beside each other.
MAX_MAPS = 60
_PICTURES = (".svg", ".png", ".pdf")
_REFUSED = {
    ".gif": "a .gif file shows one step after the other, and a set of tilings has no steps",
    ".html": "no page is made of a set; write .svg or .pdf",
}
HAS = Texts[str](
    "has", "Keep solutions with this piece on this cell (or cells); repeatable.", metavar="'PIECE X,Y ...'",
    most=50, limit=400,
)  # fmt: skip
LACKS = Texts[str]("lacks", "Keep solutions without that; repeatable.", metavar="'PIECE X,Y ...'", most=50, limit=400)
FAULT_FREE = Flag("fault_free", "Keep tilings in which every straight line through the board cuts a piece.")
NO_CROSSROADS = Flag("no_crossroads", "Keep tilings in which no four pieces meet in a point.")
SYMMETRIC = Flag("symmetric", "Keep tilings that a rotation or reflection leaves as they are.")
ASYMMETRIC = Flag("asymmetric", "Keep the others.")
THREE_COLOURABLE = Flag(
    "three_colourable", "Keep tilings that three colours suffice for; pieces that share an edge differ."
)
_FILTERS: tuple[Field[object], ...] = (
    HAS,
    LACKS,
    FAULT_FREE,
    NO_CROSSROADS,
    SYMMETRIC,
    ASYMMETRIC,
    THREE_COLOURABLE,
)  # fmt: skip
UNION = Files("union", "Add the solutions in this file; repeatable.", metavar="FILE", doors=("shell",))
INTERSECTION = Files("intersection", "Keep only solutions in this file; repeatable.", metavar="FILE", doors=("shell",))
DIFFERENCE = Files("difference", "Leave out the solutions in this file; repeatable.", metavar="FILE", doors=("shell",))
_COMBINED: tuple[Field[object], ...] = (
    UNION,
    INTERSECTION,
    DIFFERENCE,
)


LIMIT = limit_field("Maximum number of solutions to list.", studio=2000)
RANDOM = Whole("random", "Number of solutions to draw at random.", metavar="N", minimum=1, studio_maximum=2000)
MARGINALS = Texts[str](
    "marginals", "Count the solutions with this piece on each cell; 'all': with each piece; repeatable.",
    metavar="PIECE", most=100, limit=100,
)  # fmt: skip
CHEAPEST = Whole("cheapest", "Number of solutions of least cost to list.", metavar="N", minimum=1, studio_maximum=2000)
COST = Texts[str](
    "cost", "What a piece costs on a cell (or cells, or anywhere), for --cheapest; costs add up; repeatable.",
    metavar="'PIECE X,Y N'", most=400, limit=400,
)  # fmt: skip
OPTIONS = Flag(
    "options", "Count the solutions with each placement, or with each option of an exact cover.",
    shown_in=(".txt", ".json", SUFFIX),
)  # fmt: skip
MEMORY = Whole("memory", "Megabytes that the diagram may take.", metavar="MB", minimum=1, doors=("shell",))


def answer(asked: Asked, desk: Desk) -> Answer:
    """How many solutions are in the set, and some of them, if they are wanted."""
    limit, drawn, cheapest = asked[LIMIT], asked[RANDOM], asked[CHEAPEST]
    if limit is not None and drawn is not None:
        raise ProblemError(f"{desk.option('limit')} lists and {desk.option('random')} draws; give one of them")
    if cheapest is not None and (limit is not None or drawn is not None):
        raise ProblemError(f"{desk.option('cheapest')} says which solutions are shown; leave out the other option")
    if cheapest is None and asked[COST]:
        raise ProblemError(f"{desk.option('cost')} is for {desk.option('cheapest')}, which is missing")
    if asked[SYMMETRIC] and asked[ASYMMETRIC]:
        raise ProblemError("no tiling is both symmetric and asymmetric; give one of the two")
    number = next((one for one in (drawn, cheapest, limit) if one is not None), None)
    if number is not None and number > MAX_KEPT:
        raise LimitError(f"at most {MAX_KEPT} solutions are shown at a time, not {number}")
    found, more = _filtered(asked, desk)
    keys: dict[str, Any] = {"count": found.count, "nodes": found.nodes, "puzzle": found.puzzle.to_text()}
    more["notes"].append(f"{found.nodes:,} nodes of a decision diagram")
    shown: Sequence[object] | None = None
    if drawn is not None:
        keys["seed"] = more["told"]["seed"] = seed_of(asked[SEED])
        shown = found.sample(drawn, seed=keys["seed"])
        more["notes"].append(f"seed {keys['seed']}")
    elif cheapest is not None:
        found_costs = _cheapest(asked, found, cheapest, desk)
        keys["costs"], shown = [cost for cost, _ in found_costs], [solution for _, solution in found_costs]
        more["notes"].append(f"costs {' '.join(map(str, keys['costs'][:20]))}")
    elif limit is not None:
        shown = [solution for _, solution in zip(range(limit), found, strict=False)]
    if asked[MARGINALS]:
        keys["marginals"] = found.marginal_records(_pieces(asked, found))
    if asked[OPTIONS]:
        keys["options"] = found.option_records()
    if desk.output is not None:
        found.save(desk.output)
    noun = "tiling" if isinstance(found.puzzle, tiling.Problem) else "exact cover"
    kept = counted(found.count, noun, keys, **more)
    if shown is None:
        if bool(asked[MARGINALS]) or asked[OPTIONS]:
            kept.text = lambda _: _numbers(asked, found)
        kept.parts, kept.files = (lambda: _maps(asked, found)), _drawn(asked, found)
        return kept
    listed = Shown(found.puzzle, [found.chosen(each) for each in shown])
    keys["solutions"] = listed.records()
    heads = [f"cost {cost}\n" for cost in keys.get("costs", ())] or [""] * len(listed.solutions)
    kept.text = lambda screen: "\n\n".join(
        [head + text_on(each, screen) for head, each in zip(heads, listed.solutions, strict=True)]
    )
    kept.parts, kept.records, kept.files = listed.parts, listed.records, listed.files()
    kept.headline = f"{len(shown):,} of {kept.headline}"
    return kept


def _cheapest(asked: Asked, found: SolutionSet, number: int, desk: Desk) -> list[tuple[int, object]]:
    """The cheapest solutions, by the costs asked for or those that an exact cover has."""
    if isinstance(found.puzzle, tiling.Problem):
        if not asked[COST]:
            raise ProblemError(f"nothing has a cost; {desk.option('cost')} 'X 2,3 5' says what a piece on a cell costs")
        return found.cheapest(priced(asked[COST], found.puzzle), number)
    if asked[COST]:
        raise ProblemError("the costs of an exact cover (DLX) are those of its options, such as 'x|3'")
    return found.cheapest(None, number)


def _numbers(asked: Asked, found: SolutionSet) -> str:
    """How many solutions have what, in columns."""
    tables = [_table(found, piece) for piece in _pieces(asked, found)] if asked[MARGINALS] else []
    if asked[OPTIONS]:
        counted = found.option_records()
        width = max([len(str(number)) for _, number in counted], default=0)
        tables.append("\n".join([f"{number:{width}} {option}" for option, number in counted]))
    return "\n\n".join(tables)


def _filtered(asked: Asked, desk: Desk) -> tuple[SolutionSet, dict[str, Any]]:
    """The set that is asked for, and what there is to say of the file of the puzzle."""
    source, room = asked[FILE], asked[MEMORY]
    clock = Clock(desk.seconds)
    memory = None if room is None else room << 20
    if source is not None and source.path is not None and is_sealed(source.path):
        ignored = stated_by(asked) + added_by(asked) + ["problem"] * (asked[PROBLEM] is not None)
        if ignored:
            raise ProblemError(
                f"{source.place} is a set of solutions, which holds its puzzle; leave out {desk.option(ignored[0])}"
            )
        found = tiling.SolutionSet.load(source.path)
        stored = source.stored()
        told = {"puzzle": {"name": os.path.basename(source.path), "bytes": stored.length, "sha256": stored.digest}}
        more: dict[str, object] = {"notes": [], "told": told}
    else:
        stated = puzzle(asked, desk)
        found = tiling.solution_set(
            stated, time_limit=clock.left(), memory=memory,
            progress=lambda done, of: desk.say(f"{done} of {of} cells", done / max(of, 1)),
        )  # fmt: skip
        more = about(asked)
    conditions = asked_conditions(Parameters(asked.some(*_FILTERS)))
    if conditions:
        if not isinstance(found.puzzle, tiling.Problem):
            raise ProblemError("these filters are about boards with pieces, and this puzzle is an exact cover (DLX)")
        found = found.where(**conditions, time_limit=clock.left(), memory=memory)
    for field, combine in _COMBINE:
        for other in asked[field]:
            if other.path is None:
                raise ProblemError(f"sets are combined with files of sets ({SUFFIX}), and {other.place} is none")
            found = combine(found, tiling.SolutionSet.load(other.path))
    return found, more


_COMBINE: tuple[tuple[Files, Callable[[SolutionSet, SolutionSet], SolutionSet]], ...] = (
    (UNION, or_),
    (INTERSECTION, and_),
    (DIFFERENCE, sub),
)


def _pieces(asked: Asked, found: SolutionSet) -> list[str]:
    """The pieces whose places are asked for: some by their names, or all of them."""
    names = [*asked[MARGINALS]]
    return list(found.piece_names) if not names or "all" in names else names


def _table(found: SolutionSet, piece: str) -> str:
    counts = {cell: str(number) for cell, number in found.cell_counts(piece).items()}
    return table(piece, counts, counts, max(map(len, counts.values())))


def _maps(asked: Asked, found: SolutionSet) -> Iterator[Part]:
    """Maps of where the pieces lie."""
    if not found or not isinstance(found.puzzle, tiling.Problem):
        return
    pieces = _pieces(asked, found)[:MAX_MAPS]
    pictures = [Picture(found.heat_map(piece), caption=piece) for piece in pieces]
    title = "How many percent have each piece on each cell"
    yield Pictures(pictures, title=title, size="large" if len(pieces) == 1 else "medium")


def _drawn(asked: Asked, found: SolutionSet) -> dict[str, Callable[[], str | bytes]]:
    if not isinstance(found.puzzle, tiling.Problem):
        return {}

    def pictures() -> list[Any]:
        if not found:
            raise ProblemError("the set is empty, so there is nothing to draw")
        return [(heat_scene(found, piece), "") for piece in _pieces(asked, found)[:MAX_MAPS]]

    return drawings(pictures, getattr(found.puzzle, "title", "") or "Where the pieces lie")


def _python(asked: Asked) -> str:
    conditions = asked_conditions(Parameters(asked.some(*_FILTERS)))
    stated = in_python(asked)
    made = call("tiling.solution_set", stated.name, **asked.some(TIME_LIMIT))
    lines = [f"solutions = {made}"]
    if conditions:
        lines.append(f"solutions = {call('solutions.where', **conditions)}")
    if RANDOM in asked:
        drawn = call("solutions.sample", asked[RANDOM], **asked.some(SEED))
        return stated.program(*lines, f"for solution in {drawn}:", '    print(solution, end="\\n\\n")')
    if CHEAPEST in asked:
        each = '    print(f"cost {cost}", solution, sep="\\n", end="\\n\\n")'
        if not asked[COST]:
            return stated.program(
                *lines, f"for cost, solution in {call('solutions.cheapest', limit=asked[CHEAPEST])}:", each
            )
        lines.append(f"costs = {call('priced', list(asked[COST]), Expression(stated.name))}")
        found = call("solutions.cheapest", Expression("costs"), asked[CHEAPEST])
        imports = ("from shapewright.tiling.sets.conditions import priced",)
        return stated.program(*lines, f"for cost, solution in {found}:", each, imports=imports)
    if asked[OPTIONS]:
        return stated.program(*lines, "for option, number in solutions.option_counts():", "    print(number, option)")
    if LIMIT in asked:
        each = f"for solution, _ in zip(solutions, range({asked[LIMIT]})):"
        return stated.program(*lines, each, '    print(solution, end="\\n\\n")')
    if asked[MARGINALS]:
        lines.append("print(solutions.piece_names)")
        lines.append("print(solutions.marginals())")
        return stated.program(*lines)
    return stated.program(*lines, f"print({Expression('solutions.count')})")


QUESTION = Question(
    "tiling",
    "set",
    "Gather all solutions in a set: count, filter, draw, combine, keep.",
    (
        *PUZZLE,
        *_FILTERS,
        *_COMBINED,
        LIMIT,
        RANDOM,
        SEED,
        MARGINALS,
        CHEAPEST,
        COST,
        OPTIONS,
        MEMORY,
        TIME_LIMIT,
    ),
    answer,
    about=f"""
    All solutions are held in a decision diagram, which has far fewer nodes than there are solutions: 8x8 dominoes have
    12,988,816 tilings and 2,298 nodes. FILE is a puzzle, or a set that was kept by -o FILE{SUFFIX}. Filters come first,
    then --union, --intersection and --difference with other sets of the same puzzle. Without --limit or --random a
    picture (-o) shows how often each piece lies on each cell, in percent.

    \b
    shapewright tiling set --board 6x10 --pieces pentominoes -o all{SUFFIX}
    shapewright tiling set all{SUFFIX} --no-crossroads --three-colourable
    shapewright tiling set all{SUFFIX} --has 'X 2,3' --random 3 --seed 1 -o three.svg
    shapewright tiling set all{SUFFIX} --marginals X -o where.svg
    shapewright tiling set all{SUFFIX} --cheapest 1 --cost 'X 2,3 -1' --cost 'I 0,0 5'""",
    rule="shapewright.tiling.claims.sets:set_of_solutions",
    claims="""
    count | whole | Number of tilings in the set. | again: all tilings are listed, or the set is made again
    nodes | whole | Number of nodes of the decision diagram. | how
    seed? | whole | The seed of what was drawn. | again: drawn again
    costs? | [number] | Costs of the solutions that are listed. | again: added up
    marginals? | record | Number of solutions with a piece on each cell. | again: all are listed, or the set is made
        again
    options? | [list] | Number of solutions with each placement. | again: all are listed, or the set is made again
    solutions? | [Solution] | Solutions of the set. | rules: each by the rules alone
    puzzle""",
    example={"board": "8x8", "pieces": "any*I2", "fault_free": True},
    formats=Formats((".txt", ".json", ".jsonl", *_PICTURES, SUFFIX), _REFUSED, own=(SUFFIX,)),
    downloads=(".txt", ".svg"),
    lists=True,
    python=_python,
)  # fmt: skip
