"""Questions about all shapes of a configuration: how many, which, some at random, and whether the data are right."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shapewright.errors import FileError, ProblemError
from shapewright.shapez.configuration import NEEDS, SETS, need_of
from shapewright.web import views
from shapewright.web.fields import Choice, Content, Flag, Upload, Whole
from shapewright.web.questions import Answer, Question
from shapewright.web.shapez_shape import CONFIGURATION, SEED, TIME, picture_of, require

if TYPE_CHECKING:
    from shapewright.shapez import Configuration, Data
    from shapewright.web.desk import Desk

MAX_SHAPES = 500
MAX_LISTED = 10_000
MAX_SAMPLES = 10_000
# Of a list so many shapes are drawn; the files have them all.
MAX_DRAWN = 60


def _configuration(asked: dict[str, Any]) -> Configuration:
    from shapewright.shapez import Configuration

    return Configuration.from_name(asked["configuration"])


def _data(configuration: Configuration, need: str, desk: Desk) -> Data:
    from shapewright.shapez import cache

    require(configuration, need)
    return cache.load(configuration, need, progress=desk.progress, threads=desk.threads)  # type: ignore[arg-type]


def _count(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.shapez.count import count

    configuration = _configuration(asked)
    data = _data(configuration, "full", desk)
    counts = asdict(count(configuration, data=data, threads=desk.threads))
    shown = views.view(f"{counts['total']:,} shapes of {configuration}", "good", sections=[_numbers(counts)])
    return Answer({"configuration": configuration.name, **counts}, shown)


def _numbers(counts: dict[str, Any]) -> dict[str, Any]:
    return views.table(["", "number"], [[name.replace("_", " "), number] for name, number in counts.items()])


def _search(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.shapez.count import known_numbers

    configuration, only = _configuration(asked), asked["only"]
    started = time.monotonic()
    numbers = known_numbers(_data(configuration, only, desk))
    shown = views.view(f"what can be built in {configuration}", "good", sections=[_numbers(numbers)])
    # Where the data are kept is this machine's business.
    keys = {"configuration": configuration.name, "only": only, "file": None, **numbers}
    return Answer(keys, shown, seconds=time.monotonic() - started)


def _list(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.shapez.members import members

    configuration, which, limit = _configuration(asked), asked["set"], asked["limit"]
    started = time.monotonic()
    data = _data(configuration, need_of(which), desk)
    some = list(islice(members(configuration, which, canonical=asked["canonical"], data=data), limit + 1))
    shapes = some[:limit]
    codes = [str(shape) for shape in shapes]
    drawn = [picture_of(shape, put=True) for shape in shapes[:MAX_DRAWN]]
    notes = [f"the first {MAX_DRAWN} are drawn; the files have all {len(codes):,}"] if len(codes) > MAX_DRAWN else []
    words = f"{len(codes):,} shapes" + (", and there are more" if len(some) > limit else "")
    shown = views.view(words, "good", notes=notes, sections=[views.pictures(drawn, size="small")])
    keys = {"configuration": configuration.name, "set": which, "shapes": [{"code": code} for code in codes]}
    files: dict[str, str | bytes] = {"shapes.txt": "".join(f"{code}\n" for code in codes)}
    if drawn:
        files["shapes.svg"] = views.whole(drawn)
    complete, seconds = len(some) <= limit, time.monotonic() - started
    return Answer(keys, shown, files, complete, seconds, told={"limit": limit})


def _random(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.shapez.random import random

    configuration = _configuration(asked)
    seed = int.from_bytes(os.urandom(4), "big") if asked["seed"] is None else asked["seed"]
    data = _data(configuration, "full", desk)
    shapes = list(islice(random(configuration, seed=seed, limit=asked["limit"], data=data), asked["limit"]))
    drawn = [picture_of(shape, put=True) for shape in shapes]
    shown = views.view("", notes=[f"seed {seed}"], sections=[views.pictures(drawn, size="small")])
    codes = [{"code": str(shape)} for shape in shapes]
    files: dict[str, str | bytes] = {"shapes.txt": "".join(f"{shape}\n" for shape in shapes)}
    if drawn:
        files["shapes.svg"] = views.whole(drawn)
    keys = {"configuration": configuration.name, "seed": seed, "shapes": codes}
    return Answer(keys, shown, files, told={"seed": seed})


def _verify(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.shapez.verify import verify
    from shapewright.shapez.verify_data import verify_data

    if (asked["answer"] is None) == (asked["file"] is None):
        raise ProblemError("give 'answer' (the JSON answer of a question) or 'file' (data of a search), one of them")
    started = time.monotonic()
    if asked["answer"] is not None:
        from shapewright.claims.recheck import parse
        from shapewright.web.verdicts import verified_answer

        answer = parse(asked["answer"].encode())
        found = verify(answer, time_limit=desk.seconds, threads=desk.threads)
        return verified_answer(found, time.monotonic() - started)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "data.h5"
        place.write_bytes(asked["file"])
        how: dict[str, Any] = {"seed": asked["seed"] or 0, "progress": desk.progress, "time_limit": desk.seconds}
        try:
            report = verify_data(str(place), samples=asked["samples"], **how)
        except FileError as error:  # a path of this machine is nobody's business
            raise FileError(str(error).replace(f"'{place}'", "the file").replace(str(place), "the file")) from None
    shown = views.view(
        "all checks pass" if report.passed else "a check fails",
        "good" if report.passed else "bad",
        sections=[views.text(str(report), label="checks")],
    )
    seconds, code = time.monotonic() - started, 0 if report.passed else 1
    return Answer(report.to_json(), shown, {}, not report.skipped, seconds, code)


QUESTIONS = (
    Question(
        "count", "How many shapes can be built?", (CONFIGURATION, TIME), _count, example={"configuration": "quad3"}
    ),
    Question(
        "list",
        "Which shapes can be built?",
        (
            CONFIGURATION,
            Choice("set", "which shapes", default="all", choices=SETS),
            Flag("canonical", "of rotations and mirror images of each other one only"),
            Whole("limit", "at most so many", minimum=1, maximum=MAX_LISTED, default=1000),
            TIME,
        ),
        _list,
        example={"configuration": "quad2", "set": "pp", "limit": 10},
    ),
    Question(
        "random",
        "Draw buildable shapes at random, each equally likely.",
        (CONFIGURATION, SEED, Whole("limit", "so many", minimum=1, maximum=MAX_SHAPES, default=1), TIME),
        _random,
        example={"configuration": "quad3", "seed": 1, "limit": 4},
    ),
    Question(
        "search",
        "Find everything that can be built in a small configuration, or tell what is known of a larger one.",
        (
            CONFIGURATION,
            Choice("only", "what is to be found", default="full", choices=NEEDS),
            TIME,
        ),
        _search,
        example={"configuration": "quad2"},
    ),
    Question(
        "verify",
        "Are the data of a search right, from several sides, or is all that an answer says?",
        (
            Content("file", "a data file of 'shapez search'"),
            Upload("answer", "the JSON answer of another question, instead"),
            Whole("samples", "random shapes tried by the slow rules", minimum=1, maximum=MAX_SAMPLES, default=200),
            SEED,
            TIME,
        ),
        _verify,
    ),
)
