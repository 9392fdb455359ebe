"""Two checkers of one form, of which the second was written from its page alone: they find the same to be proven."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.certificates import changed_covers
from tests.certificates.changes import changed
from tests.certificates.test_survival import GAMES, is_true, lines_of, outcome, well
from tests.reference.certificates import cover, survival

from shapewright import stacking
from shapewright.stacking.certificate import certificate as of_game
from shapewright.tiling import Problem
from shapewright.tiling.certificate import certificate

COVERS = changed_covers.cases() | {
    "solids": list(certificate(Problem("2x2x3", "any*V3"), up_to_symmetry=True).lines),
    "glued": list(certificate(Problem.from_text("board torus:3x3\noptional 0,0\npieces any*I2")).lines),
    "rests": list(certificate(Problem.from_text("board 4x4\noptional 0,0\npieces 3*I4, T4"), "none").lines),
}


def proves(lines: list[str], checker: Any) -> bool:
    """Return whether a second checker accepts lines."""
    try:
        checker.proven(lines)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("name", COVERS)
def test_both_find_the_same_number_of_covers(name: str) -> None:
    head = json.loads(COVERS[name][0])
    assert cover.proven(COVERS[name]) == (head["claim"], head["number"])
    assert changed_covers.proves(COVERS[name])
    wrong = [json.dumps({**head, "number": head["number"] + 1}), *COVERS[name][1:]]
    assert not proves(wrong, cover)
    newer = [json.dumps({**head, "version": 2}), *COVERS[name][1:]]
    assert not proves(newer, cover)
    assert not changed_covers.proves(newer)


def test_a_changed_certificate_of_covers_proves_nothing_false() -> None:
    accepted = 0
    for seed in range(300):
        name = list(COVERS)[seed % len(COVERS)]
        lines = changed_covers.changed(COVERS[name], Random(f"second {seed}"))
        if proves(lines, cover):
            accepted += 1
            assert changed_covers.is_fair(lines), lines
            assert changed_covers.proves(lines), lines
    assert accepted > 5


ONE, FREE = {"least": 1, "most": 1}, {"least": 0, "most": None}
FALSE = {
    "more copies than most": (
        1,
        {
            "cells": 2,
            "optional": [],
            "pieces": [{"least": 0, "most": 2}],
            "options": [[[k], [[0, 2]], 0] for k in (0, 1)],
        },
        ["1 *", "0 1", "root 1"],
    ),
    "more copies than cells": (
        0,
        {"cells": 1, "optional": [], "pieces": [FREE], "options": [[[0], [[0, 3]], 0]]},
        ["root !0"],
    ),
    "an optional cell that does not exist": (
        1,
        {"cells": 1, "optional": [1], "pieces": [ONE, ONE], "options": [[[0], [[k, 1]], 0] for k in (0, 1)]},
        ["0 *", "1 !2 1", "root 1"],
    ),
    "no translations": (
        1,
        {
            "cells": [[0, 0], [1, 0]],
            "optional": [],
            "turns": {"fixed": [[1, 2]]},
            "translations": [],
            "pieces": [{**FREE, "cells": [[0, 0]], "turns": "fixed"}],
        },
        ["1 *", "0 1", "root 1"],
    ),
    "translations without turns": (
        1,
        {
            "cells": [[0, 0], [1, 0]],
            "optional": [],
            "translations": [[2, 0], [0, 1]],
            "pieces": [{**FREE, "cells": [[0, 0]], "turns": "fixed"}],
        },
        ["1 *", "0 1", "root 1"],
    ),
    "translations that cannot be taken away one after the other": (
        0,
        {
            "cells": [[0, 0], [0, 1]],
            "optional": [],
            "turns": {"fixed": [[1, 2]]},
            "translations": [[1, 1], [1, 0]],
            "pieces": [{"least": 2, "most": 2, "cells": [[0, 0]], "turns": "fixed"}],
        },
        ["root !1"],
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_both_refuse_statements_that_could_be_read_in_two_ways(name: str) -> None:
    number, statement, lines = FALSE[name]
    head = {"certificate": "cover", "version": 1, "claim": "covers", "number": number}
    file = [json.dumps(head), json.dumps(statement), *lines]
    assert not proves(file, cover)
    assert not changed_covers.proves(file)


def games() -> dict[str, list[str]]:
    """Return small certificates about games, as lines."""
    start = stacking.Problem("SZ", width=4, board=[(0, 0), (0, 1), (3, 1)], height_limit=5, clear_lines=True)
    found = {name: lines_of(name) for name in GAMES}
    return found | {"filled cells": list(of_game(start, stacking.survive(start, see=2)).lines)}


def test_both_find_the_same_about_games(tmp_path: Path) -> None:
    for lines in games().values():
        head = json.loads(lines[0])
        own = ("survive", head["drops"]) if head["claim"] == "survive" else ("deadly", head["sequence"], head["least"])
        assert survival.proven(lines) == own
        assert outcome(lines, tmp_path) == 0
        key = "drops" if head["claim"] == "survive" else "least"
        wrong = [json.dumps({**head, key: (head[key] or 0) + 1}), *lines[1:]]
        assert not proves(wrong, survival)


def test_a_changed_certificate_about_a_game_proves_nothing_false(tmp_path: Path) -> None:
    draw, files, accepted = Random(2), [lines_of(name) for name in GAMES], 0
    for _ in range(300):
        lines = changed(draw.choice(files), draw)
        if proves(lines, survival):
            accepted += 1
            assert is_true(json.loads(lines[0])), lines
            assert outcome(lines, tmp_path) == 0, lines
    assert accepted > 5


def test_each_claim_about_a_hold_is_checked_by_both(tmp_path: Path) -> None:
    problem = well("IO", 4, 4, hold=True)
    lines = list(of_game(problem, stacking.survive(problem)).lines)
    assert survival.proven(lines) == ("survive", None)
    for number in range(1, len(lines)):
        shorter = [*lines[:number], *lines[number + 1 :]]
        assert proves(shorter, survival) == (outcome(shorter, tmp_path) == 0)


def test_both_refuse_a_text_in_place_of_a_list_of_drawings(tmp_path: Path) -> None:
    head = json.loads(lines_of("survives")[0])  # of O; a list of the letters of "##" would be two drawings of one cell
    file = [json.dumps({**head, "kinds": ["D"], "pieces": {"D": "##"}, "width": 1, "height": 2}), "d 0 - - 0 - 0:0"]
    assert proves([file[0].replace('"##"', '["#"]'), file[1]], survival)
    assert outcome([file[0].replace('"##"', '["#"]'), file[1]], tmp_path) == 0
    assert not proves(file, survival)
    assert outcome(file, tmp_path) != 0
