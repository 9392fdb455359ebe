"""Answers of ``shapez plan`` and ``shapez check``: plans are replayed by the checker, their bounds proven again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from shapewright.claims import ElsewhereError
from shapewright.errors import NotationError, quote
from shapewright.shapez.blueprints.blueprint import Blueprint
from shapewright.shapez.blueprints.simulate import simulate
from shapewright.shapez.blueprints.wiring import wired
from shapewright.shapez.check import faults
from shapewright.shapez.claims.choices import chosen, refused
from shapewright.shapez.claims.question import codes_of, data_of, game_of, layers_of, own_rates, prepare, rates_of
from shapewright.shapez.claims.situations import (
    bounded,
    compare_lost,
    compare_none,
    compare_situation,
    plain,
    situation_of,
)
from shapewright.shapez.claims.verdicts import agreed
from shapewright.shapez.data import source
from shapewright.shapez.game import GAMES
from shapewright.shapez.pattern import Pattern, wanted
from shapewright.shapez.plans.assemble import notes_of
from shapewright.shapez.plans.bounds import belt_bound, simple_bound, simple_depth
from shapewright.shapez.plans.depth import depth_bound
from shapewright.shapez.plans.known.table import Table, shipped_table
from shapewright.shapez.plans.own.player_plan import judge_plan, to_json
from shapewright.shapez.plans.proof import proven
from shapewright.shapez.plans.rates import demand, known
from shapewright.shapez.plans.steps import METHODS, SOURCES, Plan
from shapewright.shapez.problem import EFFORTS, Problem
from shapewright.shapez.verdicts.buildable import buildable
from shapewright.shapez.verdicts.nearest import configuration_of_nearest
from shapewright.shapez.verdicts.verdicts import configuration_for, enough_for

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.shapez.data.configuration import Configuration
    from shapewright.shapez.shape import Shape


def plan(case: Case) -> None:
    """An answer of ``shapez plan --json``."""
    case.asked.whole("seed")  # any plan may be found
    case.asked.flag("no_table")
    case.asked.flag("full_belt")
    lines = codes_of(case)
    if lines is None:
        raise ElsewhereError("the goals are in a file, which is not in the answer")
    asked = tuple(dict.fromkeys(wanted(line, game_of(case)) for line in lines))
    if not asked:
        raise NotationError("the parameters have no codes")
    if case.asked.flag("separate"):
        _separate(case, asked)
        return
    problem = situation_of(case, asked)
    if problem is not None and case.claimed("plan") is None:
        compare_none(case, problem)
        return
    case.compare("complete", True, "nothing was left out")
    if case.claimed("plan") is None:
        _compare_impossible(case, asked)
        return
    goals = tuple(dict.fromkeys((chosen(case, asked) if problem is None else plain(asked)).values()))
    if "impossible" in case.answer:
        raise NotationError("the answer has a plan and goals that cannot be built")
    made = _look_at(case, goals, case.answer["plan"], "plan")
    case.findings.verdict(case.answer, "found")
    rates = rates_of(case, "full_belt")
    if rates is not None and not case.findings.faults:
        case.compare("full_belt", demand(made, rates).to_json(made, rates))
    if not case.findings.faults:
        _compare_blueprint(case, made)


def _look_at(case: Case, goals: tuple[Shape, ...], record: object, name: str) -> Plan:
    """The plan of a record for these goals, which ``name`` calls it; it is replayed and its bound proven again."""
    made = Plan.from_json(record)
    faults_before = len(case.findings.faults)
    for fault in faults(made):
        case.findings.wrong(name, fault)
    if made.game not in (game_of(case), GAMES[0]):
        case.findings.wrong(name, "it takes what came with version 1.0 of the game")
    highest = max(goals, key=lambda goal: goal.height)
    configuration = configuration_for(highest.parts, highest.height, layers_of(case), data_of(case), highest.to_code())
    stated = {
        "goals": [str(goal) for goal in goals],
        "minimize": case.asked.text("minimize") or "machines",
        "inputs": case.asked.text("inputs") or "raw",
        "layers": configuration.layers,
    }
    said = made.to_json()
    for key, value in stated.items():
        case.findings.compare(f"{name}.{key}", said[key], value, "what was asked")
    no_trash = case.asked.flag("no_trash")
    case.findings.compare(f"{name}.notes", list(made.notes), list(notes_of(made, no_trash=no_trash)))
    compare_method(case, made, name)
    problem = situation_of(case, goals)
    if problem is None and made.have:
        case.findings.wrong(name, "it takes what is on hand, and nothing is")
    elif problem is not None:
        compare_situation(case, made, problem, name)
    case.findings.compare(f"{name}.optimal", made.optimal, made.lower_bound == made.reached, "by the bound")
    if made.minimize == "belt":
        rates = rates_of(case, f"{name}.belt")
        if rates is None:  # then nothing can be said of its bound either
            case.findings.right(name, "replayed by the rules")
            return made
        case.findings.compare(f"{name}.belt", made.belt, demand(made, rates).cost, "by the rates")
    if len(case.findings.faults) == faults_before and (problem is None or not bounded(case, made, problem, name)):
        compare_bound(case, made, configuration, f"{name}.lower_bound")
    case.findings.right(name, "replayed by the rules")
    return made


def _separate(case: Case, goals: tuple[Shape | Pattern, ...]) -> None:
    """Plans of goals by themselves, and their sum."""
    records = case.answer["plans"]
    if len(records) != len(goals):
        case.findings.wrong("plans", f"there are {len(records)} plans for {len(goals)} goals")
        return
    made = [goal for goal, record in zip(goals, records, strict=True) if record is not None]
    shapes = chosen(case, made) if situation_of(case, goals) is None else plain(made)
    plans, lost = [], []
    for number, (goal, record) in enumerate(zip(goals, records, strict=True), 1):
        if record is None:
            lost.append(goal)
        else:
            plans.append(_look_at(case, (shapes[goal],), record, f"plan {number}"))
    case.findings.right("plans", "replayed by the rules")
    case.asked.text("effort")  # a bound that less effort proves is lower, and holds
    case.compare("total", sum(plan.cost for plan in plans), "by the plans")
    situated = [situation_of(case, (goal,)) for goal in lost]
    if lost and any(situated):
        compare_lost(case, [problem for problem in situated if problem is not None])
        return
    case.compare("complete", True, "nothing was left out")
    if lost:
        _compare_impossible(case, tuple(lost), "impossible")
    else:
        case.compare("impossible", [], "by the plans")
        case.findings.verdict(case.answer, "found")
    rates = rates_of(case, "full_belts")
    if rates is not None and not case.findings.faults:
        belts = iter([demand(plan, rates).to_json(plan, rates) for plan in plans])
        case.compare("full_belts", [None if record is None else next(belts) for record in records])


# --- Bounds ---------------------------------------------------------------------------------------------------------


def compare_bound(case: Case, made: Plan, configuration: Configuration, key: str = "plan.lower_bound") -> None:
    """Prove the lower bound ``key`` again: right if as much is proven, not checked if there is no time for it."""
    bound, better = _proven(case, made, configuration)
    if better is not None and better < made.lower_bound:
        case.findings.wrong(key, f"it is {made.lower_bound}, and there is a plan of {better} machines")
    elif made.lower_bound <= bound:
        case.findings.right(key, "proven again")
    else:
        case.findings.unchecked(key, f"a bound of {bound} was proven, and the answer states {made.lower_bound}")


def _proven(case: Case, made: Plan, configuration: Configuration) -> tuple[int, int | None]:
    """A lower bound, and the machines of a better plan if there happened to be one."""
    if made.inputs == "halves":
        seeds = sum(not step.inputs and step.outputs[0] in made.goals for step in made.steps)
        rest = len(made.goals) - seeds
        return ((rest + 1) // 2 if made.minimize == "machines" else min(rest, 1)), None
    if made.minimize == "depth":
        deepest = max(depth_bound(goal, configuration) for goal in made.goals)
        return max(deepest, simple_depth(made.goals)), None
    if made.minimize == "belt":
        weights = (own_rates(case) or known()).completed().weights()

        def stated(machines: int) -> int:
            return belt_bound(made.goals, machines, weights)
    else:

        def stated(machines: int) -> int:
            return machines

    bound = simple_bound(made.goals)
    if stated(bound) >= made.lower_bound:
        return stated(bound), None
    effort = case.asked.text("effort") or "low"
    better = None
    for nodes in sorted({EFFORTS[effort].proof, EFFORTS["normal"].proof}):  # as it was proven, then with more effort
        least, steps, _ = proven(made.goals, configuration, made.cost, nodes, case.left())
        bound, better = max(bound, least), None if steps is None else len(steps)
        if stated(bound) >= made.lower_bound or better is not None:
            break
    # A plan of fewer machines may take more for a full belt.
    return stated(bound), None if made.minimize == "belt" else better


# --- The rest -------------------------------------------------------------------------------------------------------


def _compare_impossible(case: Case, goals: tuple[Shape | Pattern, ...], name: str = "plan") -> None:
    """The goals that cannot be built, which are why there is no plan; of separate plans each of them is named."""
    layers, given = layers_of(case), data_of(case)
    reasons: list[dict[str, Any]] = []
    is_sure = True
    for goal in goals:
        if isinstance(goal, Pattern) or case.asked.flag("vortex"):
            refusal = refused(case, goal)
            if refusal is None:
                continue
            if name == "plan":  # then nothing else was looked at
                reasons = [refusal]
                break
            reasons.append(refusal)
            continue
        configuration = configuration_for(goal.parts, goal.height, layers, given, goal.to_code())
        prepare(case, enough_for(goal.height, configuration, given), "pp")
        verdict = agreed(goal, buildable(goal, layers=layers, data=given, nearest=False), case)
        if verdict:
            continue
        near = configuration_of_nearest(goal, layers, given)
        prepare(case, near, "pp")
        is_sure = is_sure and (given is not None or source.ships(near))
        verdict = buildable(goal, layers=layers, data=given)
        reasons.append({"code": str(goal), "reason": verdict.reason, "nearest": list(map(str, verdict.nearest))})
    if not reasons:
        case.findings.wrong(name, "there is no plan, although every goal can be built")
        return
    case.findings.right(name, "a goal cannot be built")
    case.findings.verdict(case.answer, "none")
    if "reason" in case.answer:
        case.compare("reason", f"{reasons[0]['code']} cannot be built: {reasons[0]['reason']}")
    if is_sure or case.claimed("impossible") == reasons:
        case.compare("impossible", reasons)
    else:
        case.findings.unchecked("impossible", "the nearest shapes depend on the data on this machine")


def _compare_blueprint(case: Case, made: Plan) -> None:
    """Simulate the blueprint tile by tile from its string, and measure it again."""
    if not case.asked.flag("blueprint"):
        if "blueprint" in case.answer:
            raise NotationError("the answer has a blueprint, and none was asked for")
        return
    record = case.answer["blueprint"]
    read = Blueprint.from_text(record["string"])
    tiles = [tile for site in wired(read).sites for tile in site.tiles]
    columns, rows, floors = (
        max(places, default=0) - min(places, default=0) + 1
        for places in ([tile[axis] for tile in tiles] for axis in range(3))
    )
    for key, number in (("width", columns), ("height", rows), ("floors", floors), ("buildings", len(read.entries))):
        case.findings.compare(f"blueprint.{key}", record[key], number, "measured again")
    sources = [str(value) for step in made.steps if step.machine in SOURCES for value in step.outputs]
    inputs, outputs = ([(each["value"], each["x"], each["y"]) for each in record[key]] for key in ("inputs", "outputs"))
    for value, x, y in inputs:
        if value not in sources or x != 0:
            case.findings.wrong("blueprint.inputs", f"{quote(value)} at ({x}, {y}) is not an input of the plan")
            return
    arrivals = " ".join(f"{x},{y}={value}" for value, x, y in inputs)
    found = simulate(read, arrivals, goals=made.goals, layers=made.layers)
    for fault in found.faults:
        case.findings.wrong("blueprint", str(fault))
    leaving = sorted((value, *end.tile[:2]) for end in found.outputs for value in end.values)
    case.findings.compare("blueprint.outputs", sorted(outputs), leaving, "simulated")
    kinds = Counter(site.kind for site in wired(read).sites)
    counts = {name: kinds[name] for name in made.machines()}
    case.findings.compare("blueprint.string", counts, made.machines(), "by the plan's machines")
    case.findings.right("blueprint", "simulated tile by tile")


def compare_method(case: Case, made: Plan, name: str) -> None:
    """Whether a plan that is said to be of a table can be of the one that was named, or of that which ships."""
    if made.method == METHODS[0]:
        return
    key = f"{name}.method"
    if case.asked.flag("no_table"):
        case.findings.wrong(key, "it is of a table, and none was to be used")
        return
    content = case.asked.content("table")
    if content is None:
        table = shipped_table()
    elif isinstance(content, str) and "{" not in content:
        case.findings.unchecked(key, "the file of the table is not in the answer")
        return
    else:
        table = Table.from_text(content if isinstance(content, str) else content.decode())
    steps = table.steps(Problem(made.goals, made.layers, game=made.game), made.layers) if len(made.goals) == 1 else None
    if steps is None:
        case.findings.wrong(key, "the table has no plan for the goal")
    elif len(steps) != made.cost:
        case.findings.wrong(key, f"the table's plan has {len(steps)} machines")
    else:
        case.findings.right(key, "the table has a plan of as many machines")


# --- Plans of players -----------------------------------------------------------------------------------------------


def check(case: Case) -> None:
    """An answer of ``shapez check --json``."""
    content = case.asked.content("file")
    if content is None:
        raise NotationError("the parameters have no 'file'")
    text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    if "\n" not in text and ";" not in text and "{" not in text and "->" not in text:
        raise ElsewhereError("the plan is in a file, which is not in the answer")
    goals = [code for code in (case.asked.text("goals") or "").split(",") if code.strip()]
    judged = judge_plan(text, [code.strip() for code in goals], layers=layers_of(case), game=game_of(case))
    case.compare("complete", True, "nothing was left out")
    for key, value in to_json(judged).items():
        case.compare(key, value, "by the rules")
    case.findings.verdict(case.answer, "found" if judged else "none")
    if judged.plan is None:
        if "reason" in case.answer:
            case.compare("reason", str(judged.faults[0]), "by the rules")
        return
    own = Plan.from_json(case.claimed("plan"))
    kept = {"lower_bound", "optimal"}
    for key, value in judged.plan.to_json().items():
        if key not in kept:
            case.findings.compare(f"plan.{key}", case.answer["plan"][key], value, "by the rules")
    for fault in faults(own):
        case.findings.wrong("plan", fault)
    case.findings.right("plan", "carried out again")
    if case.claimed("known") is None:
        case.findings.unchecked("known", "that no other plan was found cannot be checked")
        return
    _known(case, own)


def _known(case: Case, own: Plan) -> None:
    """The plan beside it: for the same goals, replayed; its bound is that of both."""
    known = Plan.from_json(case.claimed("known"))
    for fault in faults(known):
        case.findings.wrong("known", fault)
    if known.game not in (own.game, GAMES[0]):
        case.findings.wrong("known", "it takes what came with version 1.0 of the game")
    case.findings.compare("known.goals", list(map(str, known.goals)), list(map(str, own.goals)), "by the plan")
    case.findings.compare("known.layers", known.layers, own.layers, "by the plan")
    bound = min(known.lower_bound, own.cost)
    case.findings.compare("plan.lower_bound", own.lower_bound, bound, "by the other plan")
    case.findings.compare("plan.optimal", own.optimal, known.lower_bound >= own.cost, "by the other plan")
    case.findings.compare("known.optimal", known.optimal, known.lower_bound == known.cost, "by the bound")
    case.findings.compare("known.have", list(map(str, known.have)), list(map(str, own.have)), "by the plan")
    if case.findings.faults:
        return
    problem = Problem(known.goals, known.layers, have=known.have, game=known.game) if known.have else None
    if problem is None or not bounded(case, known, problem, "known"):
        highest = max(known.goals, key=lambda goal: goal.height)
        configuration = configuration_for(highest.parts, highest.height, known.layers, None, highest.to_code())
        compare_bound(case, known, configuration, "known.lower_bound")
    case.findings.right("known", "replayed by the rules")
