"""Answers about a whole configuration: ``shapez count``, ``search``, ``list`` and ``random``."""

from __future__ import annotations

from array import array
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING

from shapewright.jobs.processors import alone
from shapewright.shapez.claims.question import configuration_of, prepare
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import NEEDS, SETS, need_of
from shapewright.shapez.data.count import Counts, known_numbers, recorded_counts
from shapewright.shapez.data.members import members
from shapewright.shapez.data.random import LIKE
from shapewright.shapez.data.random import random as draw
from shapewright.shapez.data.sets import count_shapes, halves_up_to_symmetry
from shapewright.shapez.verdicts.verdicts import verdicts_for

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.shapez.data.configuration import Configuration, Need
    from shapewright.shapez.data.known_shapes import Data


# Configurations of so few cells are searched again instead of read from what is kept: a second or less.
SMALL = 8
# Of a longer list of shapes so many are judged one by one.
JUDGED = 1 << 20


def count(case: Case) -> None:
    """An answer of ``shapez count --json``."""
    configuration = _begun(case)
    record = recorded_counts(configuration) if case.answer.get("recorded") else None
    case.compare("recorded", None if record is None else record.to_json(), "by the record")
    if record is not None:
        numbers, words = record.counts, "by the record"
        case.findings.unchecked("recorded", f"nothing was counted again; '{record.command}' does")
    else:
        data, words = _made(case, configuration, "full")
        numbers = _counts(configuration, data)
    for key, number in asdict(numbers).items():
        case.compare(key, number, words)


def search(case: Case) -> None:
    """An answer of ``shapez search --json``."""
    configuration = _begun(case)
    only = case.asked.text("only") or "full"
    case.compare("only", only, "what was asked")
    if only == "total":
        if alone() or source.is_at_hand(configuration, "full"):
            data, words = _made(case, configuration, "full")
            counts = _counts(configuration, data)
        else:
            from shapewright.shapez.data.total import total  # which a browser cannot

            counts, words = total(configuration, threads=case.threads, time_limit=case.left()), "searched again"
        numbers = asdict(counts)
    else:
        need = next(need for need in NEEDS if need == only)
        # A search that is kept may know more than was asked for.
        more: Need = "pp" if "pp_essential" in case.answer and need == "halves" else need
        data, words = _made(case, configuration, "full" if "total" in case.answer else more)
        numbers = asdict(_counts(configuration, data)) if data.full is not None else known_numbers(data)
    always = {"halves", "halves_canonical"} | ({"pp_essential"} if only != "halves" else set())
    for key, number in numbers.items():
        if key in case.answer or key in always or only in ("full", "total"):
            case.compare(key, number, words)
    if case.claimed("file") is None:
        case.findings.right("file", "nothing was written")
    elif only == "total":
        case.findings.wrong("file", "a search for numbers alone writes none")
    else:
        case.findings.unchecked("file", "the file is not in the answer; 'shapez verify' checks it")


def _begun(case: Case) -> Configuration:
    """Compare what all answers but lists have, and return the configuration."""
    configuration = configuration_of(case)
    case.compare("complete", True, "nothing was left out")
    case.findings.verdict(case.answer, "found")
    case.compare("configuration", configuration.name, "what was asked")
    return configuration


def _made(case: Case, configuration: Configuration, need: Need) -> tuple[Data, str]:
    """The data of a configuration, searched for again if it is small, and how they came."""
    if configuration.cells <= SMALL and not alone():
        from shapewright.shapez.data.search import search as search_again  # which a browser cannot

        return search_again(configuration, need, threads=case.threads, time_limit=case.left()), "searched again"
    data = prepare(case, configuration, need)
    return data, "recounted from the diagram" if data.full is not None else "by the data on this machine"


def _counts(configuration: Configuration, data: Data) -> Counts:
    """The numbers, counted anew from the diagram instead of read from the file."""
    assert data.full is not None
    assert data.pin is not None
    numbers = count_shapes(configuration, data.halves.keys, data.full)
    total, swappable = numbers["total"], numbers["swappable"]
    return Counts(
        len(data.halves),
        halves_up_to_symmetry(configuration, data.halves.keys),
        total,
        swappable,
        total - swappable,
        len(data.pin),
        numbers["oriented_total"],
    )


def list_(case: Case) -> None:
    """An answer of ``shapez list --json``."""
    configuration = configuration_of(case)
    which = case.asked.text("set") or "all"
    canonical, limit = case.asked.flag("canonical"), case.asked.whole("limit")
    known = next(name for name in SETS if name == which)
    case.compare("configuration", configuration.name, "what was asked")
    case.compare("set", which, "what was asked")
    case.findings.verdict(case.answer, "found")
    data = prepare(case, configuration, need_of(known))
    most = len(case.answer["shapes"]) + 1  # one more tells whether these are all
    shapes = list(islice(members(configuration, known, canonical=canonical, limit=most, data=data), most))
    expected = [{"code": str(shape)} for shape in shapes[: len(shapes) if limit is None else limit]]
    words = "listed again"
    if data.pin is not None and len(shapes) <= JUDGED:  # halves are shapes that can be built, too
        packed = array("Q", [shape.packed() for shape in shapes if shape.layers])
        if all(verdicts_for(configuration, data).ways(packed).tolist()):
            words = "listed again, and checked one by one"
    case.compare_listed("shapes", expected, limit is None or len(shapes) <= limit, words)


def random(case: Case) -> None:
    """An answer of ``shapez random --json``."""
    configuration = _begun(case)
    seed, said = case.claimed("seed"), case.asked.whole("seed")
    if said is not None:
        case.compare("seed", said, "what was asked")
    limit = case.asked.whole("limit") or 1
    if len(codes := [record["code"] for record in case.answer["shapes"]]) != limit:
        case.findings.wrong("shapes", f"there are {len(codes)}, and {limit} were asked for")
        return
    said_like, level = case.asked.text("like") or "uniform", case.asked.whole("level")
    like = next(way for way in LIKE if way == said_like)
    data = prepare(case, configuration, "full") if like == "uniform" else None
    shapes = draw(configuration, seed=seed, limit=limit, like=like, level=level, data=data)
    if case.compare("shapes", [{"code": str(shape)} for shape in shapes], "drawn again by the seed"):
        case.findings.right("seed", "the shapes are drawn by it")
    else:
        case.findings.wrong("seed", "other shapes are drawn by it")
