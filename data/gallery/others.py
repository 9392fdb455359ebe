"""The gallery's packings, stacks, perfect clears and shapes."""

from __future__ import annotations

from typing import Any

from data.gallery.entry import Entry, Fact

# --- Packings ---------------------------------------------------------------------------------------------------------


def _packing(name: str, title: str, sentence: str, verb: str, parameters: dict[str, Any], **more: Any) -> Entry:
    facts = {key: Fact(key) for key in ("width", "height", "boards") if f"{{{key}}}" in sentence}
    return Entry(name, title, sentence, "packing", verb, parameters, facts, **more)


PACKINGS = (
    _packing(
        "bag-64",
        "Sixty-four tetrominoes",
        "They fill a square of {width} by {height} without a gap.",
        "pack",
        {"bag": "I8 J13 L10 O13 S4 T8 Z8"},
        claims={"optimal": Fact("status")},
    ),
    _packing(
        "bag-odd-t",
        "Four pieces that do not fill a square",
        "Their 16 cells do not fill 4 by 4; {width} by {height} is the best box.",
        "pack",
        {"bag": "T1 I3"},
        claims={"optimal": Fact("status")},
    ),
    _packing(
        "bag-128",
        "A bag of the contest",
        "128 pieces drawn at random fit into {width} by {height}, and no better box is possible.",
        "pack",
        {"random": 128, "seed": 1},
        claims={"optimal": Fact("status")},
    ),
    _packing(
        "bag-odd-box",
        "A T too many",
        "One T and four I have the cells of a box of 4 by 5; on a chessboard their colours do not.",
        "feasible",
        {"bag": "T1 I4", "box": "5x4"},
        claims={"none": Fact("verdict")},
    ),
    _packing(
        "bag-five-t",
        "Five T in a box",
        "Twenty cells for twenty cells, and yet impossible.",
        "feasible",
        {"bag": "T5", "box": "5x4"},
        claims={"none": Fact("verdict")},
    ),
    _packing(
        "bag-pentominoes",
        "Pentominoes round a hole",
        "Copies of the pentominoes cover all but the middle of a board of 11 by 11.",
        "pack",
        {"pieces": "any*pentominoes", "board": "11x11", "hole": ["5,5"]},
        claims={"optimal": Fact("status")},
    ),
    _packing(
        "bins-squares",
        "Five squares, two boards",
        "Four squares fill a board of 4 by 4, so five need {boards}.",
        "bins",
        {"bag": "O5", "box": "4x4"},
        claims={"optimal": Fact("status")},
    ),
)


# --- Stacks -----------------------------------------------------------------------------------------------------------


def _stack(name: str, title: str, sentence: str, facts: dict[str, Fact] | None = None, **parameters: Any) -> Entry:
    known = {"height": Fact("height"), **(facts or {})}
    return Entry(
        name,
        title,
        sentence,
        "stacking",
        "solve",
        parameters,
        {key: fact for key, fact in known.items() if f"{{{key}}}" in sentence},
        claims={"optimal": Fact("optimal")},
        mode="play",
    )


STACKS = (
    _stack("stack-llll", "Four L on six columns", "The lowest stack is {height} high.", sequence="LLLL", width=6),
    _stack(
        "stack-three-bags",
        "Three bags of falling pieces",
        "The 21 pieces can be stacked to a height of {height}, and no lower.",
        sequence="LZOTJSIOTSZILJTIJLOZS",
        width=10,
    ),
    _stack(
        "stack-snakes",
        "S and Z alone",
        "Ten of them on six columns reach a height of {height} at best.",
        sequence="SZZSSZZSSZ",
        width=6,
    ),
    _stack(
        "stack-snakes-wide",
        "S and Z, one after the other",
        "Twelve of them on ten columns reach a height of {height} at best.",
        sequence="SZSZSZSZSZSZ",
        width=10,
    ),
    _stack(
        "stack-squares",
        "Squares on seven columns",
        "One column always stays empty, so six squares reach a height of {height}.",
        sequence="OOOOOO",
        width=7,
    ),
    _stack(
        "stack-hold",
        "One piece put aside",
        "With hold the stack is {height} high, without it {without}.",
        {"without": Fact("height", "solve", {"hold": False})},
        sequence="TOZISOS",
        width=6,
        hold=True,
    ),
    _stack(
        "stack-14",
        "Beat the solver",
        "Two bags of seven on ten columns: can you reach the proven best height of {height}?",
        sequence="IOTSLJZTZJSOLI",
        width=10,
    ),
)


# --- Perfect clears ---------------------------------------------------------------------------------------------------

_OPENER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"


def _chance(name: str, title: str, sentence: str, field: str, patterns: str, queue: str) -> Entry:
    facts = {key: Fact(key) for key in ("solved", "queues", "chance") if f"{{{key}" in sentence}
    return Entry(
        name,
        title,
        sentence,
        "clear",
        "percent",
        {"field": field, "patterns": patterns},
        facts,
        pictured=("path", {"field": field, "patterns": queue}),
    )


CLEARS = (
    Entry(
        "clear-first-bag",
        "Ten pieces, four lines",
        "A bag and four pieces of the next clear the empty field.",
        "clear",
        "solve",
        {"queue": "TIOLJSZTIOL"},
        claims={"found": Fact("found")},
        mode="play",
    ),
    _chance(
        "clear-opener",
        "The perfect clear opener",
        "With an I in hold, {chance:.2%} of the next four pieces clear it.",
        _OPENER,
        "I,*p4",
        "ILJTS",
    ),
    _chance(
        "clear-box",
        "Four columns left",
        "Any five different pieces clear it in {chance:.2%} of their orders.",
        "/".join(["XXXXXX____"] * 4),
        "*p5",
        "TLJSI",
    ),
    _chance(
        "clear-hook",
        "After five pieces",
        "The next bag clears this field in {solved:,} of its {queues:,} orders.",
        "J_________/JJJ_______/LLL_____OO/L_______OO",
        "*p7",
        "TIOLJSZ",
    ),
    Entry(
        "clear-two-lines",
        "Two lines",
        "Five pieces clear two lines; no order of a single bag can do it.",
        "clear",
        "solve",
        {"queue": "OIOTLJ", "height": 2},
        claims={"found": Fact("found"), "0": Fact("solved", "percent", {"queue": None, "patterns": "*p7"})},
        pictured=("path", {"patterns": "OIOTLJ", "height": 2}),
        mode="play",
    ),
    Entry(
        "clear-six-lines",
        "Six lines",
        "Fifteen pieces of these two bags and three more clear the empty field.",
        "clear",
        "solve",
        {"queue": "IOTSZLJIOTSZLJIOT", "height": 6},
        claims={"found": Fact("found")},
        mode="play",
    ),
    Entry(
        "clear-impossible",
        "A queue without a clear",
        "Two bags give this queue, and no play of it clears four lines.",
        "clear",
        "solve",
        {"queue": "IOTSZIOSZT", "hold": "I"},
        claims={"none": Fact("verdict")},
        pictured=("show", {"pages": ["/".join(["__________"] * 4)]}),
    ),
    Entry(
        "clear-score",
        "What a clear sends",
        "By the table of TETR.IO, season 2, the best play of this queue sends {lines} lines.",
        "clear",
        "score",
        {"field": "/".join(["XXX____XXX"] * 4), "queue": "TIOLJ", "table": "tetrio-s2"},
        facts={"lines": Fact("scores.0.total")},
    ),
    Entry(
        "clear-combo",
        "Four columns wide",
        "The longest combo of this queue has {clears} line clears in a row, in {number:,} ways.",
        "clear",
        "ren",
        {"queue": "TOLJISZ", "field": "/".join(["XXXXXX____"] * 7 + ["XXXXXXXXX_"]), "limit": 10},
        facts={"clears": Fact("clears"), "number": Fact("number")},
    ),
    Entry(
        "clear-t-spins",
        "Make room for a T",
        "An I and an L make a place into which the T spins, and clears two lines.",
        "clear",
        "spin",
        {"field": "X_________/XX________/X__X___XXX/XX_X_XXXXX", "patterns": "ILTZ", "top": 2, "margin": 5},
        claims={"TSD": Fact("ways.0.name"), "ILT": Fact("ways.0.pieces")},
    ),
    Entry(
        "clear-setups",
        "Fill these cells",
        "Blue cells must be filled, yellow ones may be: there are {setups} ways with two pieces.",
        "clear",
        "setup",
        {"field": "/".join(["XXXIOOOXXX"] * 4), "fill": "I", "margin": "O", "patterns": "*p3", "pieces": "2"},
        facts={"setups": Fact("setups")},
    ),
    Entry(
        "clear-to-learn",
        "Two boards to learn",
        "No two boards with one piece on them clear more than {solved} of {queues} queues.",
        "clear",
        "opener",
        {"field": "XXXX______/XXXX______", "height": 2, "patterns": "*p4", "pieces": "1", "boards": 2},
        facts={"solved": Fact("solved"), "queues": Fact("queues")},
    ),
    Entry(
        "clear-book",
        "Rules for every queue",
        "Rules such as 'S before Z' lead {solved:,} queues to the solutions that they can build.",
        "clear",
        "book",
        {"field": "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "patterns": "*p4"},
        facts={"solved": Fact("solved")},
    ),
)


# --- Shapes -----------------------------------------------------------------------------------------------------------


def _plan(name: str, title: str, sentence: str, code: str, *, minimal: bool = False) -> Entry:
    return Entry(
        name,
        title,
        sentence,
        "shapez",
        "plan",
        {"codes": [code]},
        {"machines": Fact("plan.cost")},
        claims={"optimal": Fact("plan.optimal")} if minimal else {},
        pictured=("show", {"codes": [code]}),
    )


def _impossible(name: str, title: str, sentence: str, code: str) -> Entry:
    claims = {"none": Fact("verdict")}
    facts = {"nearest": Fact("verdicts.0.nearest.0")} if "{nearest}" in sentence else {}
    return Entry(name, title, sentence, "shapez", "buildable", {"codes": [code]}, facts, claims=claims, mode="paint")


SHAPES = (
    _impossible(
        "shape-logo",
        "The logo of the first game",
        "In Shapez 2 it cannot be built, because a part of it would fall.",
        "RuCw--Cw:----Ru--",
    ),
    _impossible(
        "shape-rocket",
        "The rocket",
        "The first game asked for it; in Shapez 2 a part of it would fall.",
        "CbCuCbCu:Sr------:--CrSrCr:CwCwCwCw",
    ),
    _impossible(
        "shape-floating",
        "The floating crystal",
        "Nothing holds it. The nearest shape that can be built is {nearest}.",
        "cu------:--------:cu------",
    ),
    _impossible(
        "shape-crowned",
        "A crown that nobody can build",
        "Every part rests on another, and still no machines can make it.",
        "CrCgCbCy:P---P---:RwRwRwRw:cmcmcmcm",
    ),
    _plan(
        "shape-pin-tower",
        "A tower of pins",
        "Three pins under a quarter circle need {machines} machines, proven minimal.",
        "P-------:P-------:P-------:Cu------",
        minimal=True,
    ),
    _plan(
        "shape-ruby",
        "A crystal and a pin",
        "{machines} machines make it from what the miners give.",
        "CrRg----:cbP---Sw",
    ),
    _plan(
        "shape-crystals",
        "Four floors of crystal",
        "{machines} machines pour the four colours on top of each other.",
        "crcrcrcr:cgcgcgcg:cbcbcbcb:cycycycy",
    ),
    _plan(
        "shape-rainbow-ring",
        "The ring of six colours",
        "In the hexagonal mode {machines} machines make it.",
        "HrHyHgHcHbHm",
    ),
    _plan(
        "shape-half-ring",
        "Half and half of six",
        "{machines} machines make it, proven minimal.",
        "HrHrHrFgFgFg",
        minimal=True,
    ),
    Entry(
        "shape-count",
        "Any of all shapes",
        "{total:,} shapes of four layers can be built; this one was drawn at random.",
        "shapez",
        "random",
        {"configuration": "quad4", "seed": 7, "limit": 1},
        {"total": Fact("total", "count", {"seed": None, "limit": None})},
    ),
)
