"""The machines that build shapes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from shapewright import shapez
from shapewright.errors import CertificateError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, TIME_LIMIT, Choice, File, Flag
from shapewright.questions.parts import Pictures
from shapewright.questions.python import Expression, call, content, literal
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez import _layout
from shapewright.questions.shapez._data import given
from shapewright.questions.shapez._fields import (
    CODES,
    DATA,
    GAME,
    LAYERS,
    VORTEX,
    CodeList,
    MachineList,
    goals,
    of_game,
)
from shapewright.questions.shapez._page import bar, bar_of_plan, shapes_to_page
from shapewright.questions.shapez._plans import asked_of, least_of, nearest_of, no_plan, refusal, seen
from shapewright.questions.shapez._python import codes_of, shapez_program
from shapewright.questions.shapez._separate import FORMATS as SEVERAL
from shapewright.questions.shapez._separate import separately
from shapewright.questions.shapez._shapes import picture
from shapewright.shapez.certificate import certificate
from shapewright.shapez.colours import disputed
from shapewright.shapez.drawing.flowchart import to_dot
from shapewright.shapez.drawing.skins import SKINS
from shapewright.shapez.layouts.layout import Layout
from shapewright.shapez.machines import PLANNED
from shapewright.shapez.pattern import Pattern
from shapewright.shapez.plans.known.table import Table
from shapewright.shapez.plans.rates import Rates, demand, known, parse
from shapewright.shapez.plans.situation.search import NoPlan
from shapewright.shapez.problem import EFFORTS, INPUTS, MINIMIZE, Problem
from shapewright.shapez.shape import Shape
from shapewright.storage.certificate import Certificate

HAVE = CodeList(
    "have",
    "Shapes and colours that you have on hand, at no cost.",
    metavar="CODE,...",
    colours=True,
    usual="what miners and pumps give",
)
MACHINES = MachineList(
    "machines",
    "The machines that are unlocked, such as cut,rotate,stack,paint.",
    metavar="NAME,...",
    usual="all",
    names=tuple(PLANNED),
)


GOAL = Choice(
    "minimize", "What to minimize: the machines in the plan, those one after the other, or those for a full "
        "belt without merging belts (by --rates, or by what is publicly known).", choices=MINIMIZE,
).with_default("machines")  # fmt: skip
START = Choice(
    "inputs", "Where the plan starts: from raw shapes of the miners, or from the seeds of halves (printed "
        "as a tree).", choices=INPUTS,
).with_default("raw")  # fmt: skip
EFFORT = Choice(
    "effort", "How long to search for a better plan, and for a proof that there is none.",
    choices=tuple(EFFORTS),
).with_default("low")  # fmt: skip
RATES = File(
    "rates", "A TOML file of your machines' rates; computes how many machines the plan "
        "needs for a full belt without merging belts.", metavar="FILE",
    limit=20_000,
)  # fmt: skip
FULL_BELT = Flag(
    "full_belt", "Also count the machines that the plan needs for a full belt without merging belts, as far as "
        "their rates are publicly known; for your own rates see --rates.",
)  # fmt: skip
NO_TRASH = Flag("no_trash", "Throw nothing away; as few shapes as can be are left over, and are named.")
SEPARATE = Flag("separate", "Plan each CODE by itself, with a table above; otherwise one factory makes all.")
BLUEPRINT = Flag(
    "blueprint", "Lay the machines out with their belts and pipes, and write that as a blueprint string.",
    shown_in=(".txt", ".json", ".svg", ".png", ".pdf", ".html", _layout.SUFFIX),
)  # fmt: skip
SKIN = Choice(
    "skin", "What colours look like in the flowchart: as in the settings of the game, or for "
        "colour-blind people.", choices=tuple(SKINS),
).with_default("rgb")  # fmt: skip
TABLE = File(
    "table", "A file of known plans, as this verb writes them (.jsonl or JSON); one that has fewer machines "
        "than the search finds is taken. Without it there is the table of the package, empty so far.",
    metavar="FILE", limit=2_000_000,
)  # fmt: skip
NO_TABLE = Flag("no_table", "Only search; take no plan that is known already.")


def answer(asked: Asked, desk: Desk) -> Answer:
    """A plan with every step replayed, or why there is none."""
    wanted = list(dict.fromkeys(goals(asked[CODES], asked[GAME])))
    of_game(asked[HAVE], asked[GAME], HAVE.name)
    if not wanted:
        raise ProblemError("there is no shape to plan for; give at least one code")
    file = asked[RATES]
    if file is not None and asked[FULL_BELT]:
        own, shipped = desk.option("rates"), desk.option("full_belt")
        raise ProblemError(f"{own} states your own rates and {shipped} takes those that are known; leave one out")
    rates = known() if asked[FULL_BELT] else None if file is None else parse(file.bytes(), file.place)
    for_belt = asked[GOAL] == "belt"
    own_rates = rates if for_belt and file is not None else None
    if for_belt:
        rates = (rates or known()).completed()
    table = _table(asked, desk)
    desk.say("searching for machines")
    clock = Clock(desk.seconds)
    if asked[SEPARATE]:
        if asked[BLUEPRINT]:
            alone, apart = desk.option("blueprint"), desk.option("separate")
            raise ProblemError(f"{alone} lays out one factory; leave out {apart}, or ask for one shape at a time")
        each = [(goal, _found([goal], asked, own_rates, table, desk, clock)) for goal in wanted]
        return separately(each, rates, asked[SKIN])
    found = _found(wanted, asked, own_rates, table, desk, clock)
    if isinstance(found, NoPlan):
        return no_plan(found)
    if found.plan is None:
        first, code, nearest = found.refused[0], str(asked_of(found.refused[0])), nearest_of(found.refused[0])
        near = [picture(shape, put=True) for shape in nearest]
        none = Answer(
            {"plan": None, "impossible": [refusal(verdict) for verdict in found.refused]},
            "\n".join(f"{asked_of(verdict)}: {verdict}" for verdict in found.refused),
            "none",
            reason=f"{code} cannot be built: {first.reason}",
            parts=lambda: [Pictures(near, title="Nearest buildable", size="small")] if near else [],
            page={
                "bar": bar(f"{code} cannot be built", "bad", first.reason or ""),
                "shapes": shapes_to_page(verdict for verdict in found.refused if isinstance(verdict, shapez.Verdict)),
            },
        )
        none.certificate = partial(_certificate, found.refused, asked, desk)
        return none
    layout = _layout.laid_out(found.plan, asked[SEED] or 0, asked[EFFORT], desk, clock) if asked[BLUEPRINT] else None
    planned = _planned(found.plan, found.choices, rates, layout, asked[SKIN], asked[GAME])
    every_way = asked[MACHINES] is None and not asked[NO_TRASH]  # or fewer machines may do than the answer says
    planned.certificate = partial(certificate, found.plan, fewest=every_way)
    return planned


def _certificate(refused: Sequence[shapez.Verdict | shapez.PatternVerdict], asked: Asked, desk: Desk) -> Certificate:
    for verdict in refused:
        if isinstance(verdict, shapez.Verdict):
            return certificate(verdict.shape, layers=asked[LAYERS], game=asked[GAME], time_limit=desk.seconds)
    raise CertificateError("there are no certificates that no shape of a pattern can be built")


def _check_certificate(asked: Asked, desk: Desk) -> None:
    if asked[SEPARATE]:
        raise CertificateError(f"there are no certificates with {desk.option('separate')}; ask for one shape at a time")


def _table(asked: Asked, desk: Desk) -> Table | bool:
    """The known plans of the file that was named, or whether those that ship count."""
    file = asked[TABLE]
    if file is None:
        return not asked[NO_TABLE]
    if asked[NO_TABLE]:
        named, none = desk.option("table"), desk.option("no_table")
        raise ProblemError(f"{named} names known plans and {none} takes none; leave one out")
    if asked[GOAL] != "machines" or asked[START] != "raw" or _is_situation(asked):
        raise ProblemError(
            f"{desk.option('table')} is for plans of the fewest machines from raw shapes, with all machines and "
            "nothing on hand; leave it out"
        )
    return Table.from_text(file.text(), file.place)


def _found(
    wanted: Sequence[Shape | Pattern],
    asked: Asked,
    own_rates: Rates | None,
    table: Table | bool,
    desk: Desk,
    clock: Clock,
) -> shapez.Planned | NoPlan:
    """A plan, or what says why there is none."""
    how: dict[str, Any] = {
        "data": given(asked[DATA]),
        "effort": asked[EFFORT],
        "seed": asked[SEED] or 0,
        "time_limit": clock.left(),
        "progress": desk.progress,
    }
    kind: dict[str, Any] = {
        "layers": asked[LAYERS],
        "minimize": asked[GOAL],
        "inputs": asked[START],
        "rates": own_rates,
    }
    if not _is_situation(asked):
        return shapez.planned(wanted, **kind, vortex=asked[VORTEX], table=table, **how)
    shapes = [goal for goal in wanted if isinstance(goal, Shape)]
    if len(shapes) < len(wanted) or asked[VORTEX]:
        raise ProblemError(
            "with what is on hand, with some machines or without trash a plan is for codes that state every part, "
            "as they are written"
        )
    situation: dict[str, Any] = {
        "have": asked[HAVE] or (),
        "machines": asked[MACHINES],
        "no_trash": asked[NO_TRASH],
        "game": asked[GAME],
    }
    found = shapez.plan_or_why(Problem(shapes, **kind, **situation), **how)
    return found if isinstance(found, NoPlan) else shapez.Planned(found, (), ())


def _is_situation(asked: Asked) -> bool:
    return bool(asked[HAVE] or asked[MACHINES] or asked[NO_TRASH])


def _planned(
    plan: shapez.Plan,
    choices: Sequence[shapez.Choice],
    rates: Rates | None,
    layout: Layout | None,
    skin: str,
    game: str,
) -> Answer:
    belt = [] if rates is None else list(demand(plan, rates).lines(plan, rates))
    keys: dict[str, object] = {"plan": plan.to_json()}
    if choices:
        keys["choices"] = [choice.to_json() for choice in choices]
    notes = [*map(str, choices), *least_of(plan, choices), *plan.notes]
    if game == "1.0":
        notes += disputed(plan.mixtures)
    if rates is not None:
        keys["full_belt"] = demand(plan, rates).to_json(plan, rates)
    if layout is not None:
        keys |= _layout.keys(layout)
    replayed = f"{plan.verdict()}; every step replayed"
    is_tree = plan.inputs == "halves"

    def text(_: object) -> str:
        after = ["", *belt] if belt else []
        if layout is not None:
            after += ["", *_layout.lines(layout)]
        if is_tree:
            return "\n".join([plan.to_tree(), *after])
        return "\n".join([*plan.lines(), replayed, *[f"note: {note}" for note in notes], *after])

    files: dict[str, Callable[[], str | bytes]] = {".dot": lambda: to_dot(plan) + "\n"}
    if layout is not None:
        files[_layout.SUFFIX] = lambda: _layout.file(layout)
    return Answer(
        keys,
        replayed,
        text=text,
        parts=lambda: [*seen(plan, belt, skin), *(_layout.parts(layout) if layout is not None else ())],
        files=files,
        notes=[replayed, *notes] if is_tree else notes,
        page={"bar": bar_of_plan(plan)},
    )


def _formats(asked: Asked) -> Formats:
    """The files of a plan, or of several; with a blueprint the game's own, too."""
    if asked[SEPARATE]:
        return SEVERAL
    suffixes = (".txt", ".json", ".svg", ".png", ".pdf", ".html", ".dot")
    refused = {
        ".gif": "a .gif file shows one step after the other; a plan is drawn as one chart, in .svg or .png",
        ".jsonl": "a .jsonl file is a list of answers, and a plan is one answer; use .json, or --separate",
        ".csv": "a .csv file has a line for each plan; plan several goals with --separate",
    }
    if asked[BLUEPRINT]:
        return Formats((*suffixes, _layout.SUFFIX), refused)
    return Formats(
        suffixes,
        {**refused, _layout.SUFFIX: f"a {_layout.SUFFIX} file holds a blueprint; ask for one with --blueprint"},
    )


def _python(asked: Asked) -> str:
    codes = codes_of(asked[CODES])
    how = asked.some(LAYERS, GOAL, START, VORTEX, NO_TRASH, GAME, EFFORT, SEED, TIME_LIMIT)
    if TABLE in asked:
        how["table"] = call("Table.from_text", Expression(literal(content(asked.plain(TABLE)))))
    elif NO_TABLE in asked:
        how["table"] = False
    if HAVE in asked:
        have = asked[HAVE] or ()
        how["have"] = list(map(str, have))
    if MACHINES in asked:
        machines = asked[MACHINES] or ()
        how["machines"] = list(machines)
    if SEPARATE in asked:
        return _python_separately(codes, how, asked)
    for_belt = asked[GOAL] == "belt"
    rates = _rates(asked) if RATES in asked or FULL_BELT in asked or for_belt else None
    own = []
    if for_belt and RATES in asked:
        own, rates = [f"own = {rates}"], Expression("own")
        how["rates"] = rates
    found = call("shapez.plan", codes[0] if len(codes) == 1 else codes, **how)
    shown = "plan.to_tree()" if asked[START] == "halves" else '*plan.lines(), plan.verdict(), sep="\\n"'
    lines = [*own, f"plan = {found}", "if plan is None:", '    print("impossible")', "else:", f"    print({shown})"]
    if rates is not None:
        every = ".completed()" if for_belt else ""
        lines += [f"    rates = {rates}{every}", '    print(*demand(plan, rates).lines(plan, rates), sep="\\n")']
    if BLUEPRINT in asked:
        lines.append(_layout.python(asked.some(SEED), asked[EFFORT]))
    return shapez_program(*lines)


def _rates(asked: Asked) -> Expression:
    if RATES not in asked:
        return call("known")
    return call("parse", Expression(f"{literal(content(asked.plain(RATES)))}.encode()"), "rates")


def _python_separately(codes: list[str], how: dict[str, object], asked: Asked) -> str:
    rates = []
    for_belt = asked[GOAL] == "belt"
    if RATES in asked or FULL_BELT in asked or for_belt:
        rates = [f"rates = {_rates(asked)}{'.completed()' if for_belt else ''}"]
        if for_belt and RATES in asked:
            how["rates"] = Expression("rates")
    lines = [
        *rates,
        f"for code in {literal(codes)}:",
        f"    plan = {call('shapez.plan', Expression('code'), **how)}".replace("\n", "\n    "),
        '    print(code, "impossible" if plan is None else plan.verdict(), sep=": ")',
    ]
    if rates:
        lines += ["    if plan is not None:", '        print(*demand(plan, rates).lines(plan, rates), sep="\\n")']
    return shapez_program(*lines)


QUESTION = Question(
    "shapez",
    "plan",
    "Plan the machines that build shapes from what the miners deliver.",
    (
        CODES,
        LAYERS,
        VORTEX,
        GOAL,
        START,
        EFFORT,
        RATES,
        FULL_BELT,
        HAVE,
        MACHINES,
        GAME,
        NO_TRASH,
        SEPARATE,
        BLUEPRINT,
        SKIN,
        SEED,
        TABLE,
        NO_TABLE,
        TIME_LIMIT,
        DATA,
    ),
    answer,
    about="""
    One factory makes all shapes CODE; with --separate each has its own. Each line is a machine, the lines that its
    inputs come from (a and b are the first and the second output), and what it makes; outputs in brackets go to the
    trash. A machine with x2 at its end runs twice for one shape. Every machine counts 1; miners and trash count
    nothing. Every step has been replayed by the rules. The exit code is 1 if a shape cannot be built.

    Of a CODE with wildcards the cheapest shape found is planned, of 16 at most; with --vortex, and where a shape cannot
    be built as written, the cheapest that a delivery to the vortex accepts in its place. A note names it. The
    documentation describes the file of --rates; examples/invented_rates.toml is an example.

    Some shapes have plans that are known already, from longer searches. A note and "method" in JSON say so when one is
    taken. To keep your own: plan with much --effort and --separate into a .jsonl file, and name that as --table later.

    With --blueprint the machines stand on a platform, with belts and pipes between them: shapes and colours enter from
    the west, goals leave to the east. The string is for the game to paste, and has been simulated tile by tile. More
    --effort looks for a smaller platform.

    \b
    shapewright shapez plan 'CrRg----:cbP---Sw'
    shapewright shapez plan 'CrRg----:cbP---Sw' -o plan.svg    (.png .pdf .html .dot .txt .json)
    shapewright shapez plan 'CrCuCrCu' --blueprint -o factory.spz2bp""",
    rule="shapewright.shapez.claims.plans:plan",
    claims="""
    plan? | Plan? | The machines, step by step. | rules: every step by the rules; machines, depth and notes are
        counted again, the lower bound is proved again
    proven? | flag | Whether it is proven that there is no plan. | again: searched again
    impossible? | [{code: text, reason: text, nearest?: [text], proven?: flag}] | Shapes that cannot be
        built, and why. | again: judged again
    plans? | [Plan?] | With --separate: a plan for each shape. | rules: every step by the rules
    total? | whole | With --separate: number of machines of all plans. | rules: added up
    full_belts? | [FullBelt?] | With --separate: the same for each shape. | again: counted again
    full_belt? | FullBelt | Machines and belts for a full belt. | again: counted again
    blueprint? | {string: text, width: whole, height: whole, floors: whole, buildings: whole, inputs: [Gate],
        outputs: [Gate]} | The plan as a blueprint. | again: simulated tile by tile
    choices? | [{asked: text, shape: text, why: pattern/delivery/vortex, reason: text?, count: whole, looked_at: whole,
        planned: whole}] | The shape that was chosen for each pattern. | again: listed and planned again""",
    example={"codes": ["CuCu----:RrRr----"]},
    formats=_formats,
    downloads=(".svg", ".pdf", ".txt", ".dot"),
    python=_python,
)  # fmt: skip
QUESTION = with_certificate(QUESTION, check=_check_certificate)
