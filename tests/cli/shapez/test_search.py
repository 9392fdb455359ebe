"""``shapewright shapez search``: what is found is told and kept, in a file or in the cache."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.cli import main
from shapewright.shapez import Configuration, search
from shapewright.shapez.data import data_file, source

Run = Callable[..., tuple[int, str, str]]

QUAD2 = {
    "halves": 181,
    "halves_canonical": 97,
    "total": 5092,
    "swappable": 5047,
    "non_swappable": 45,
    "pp_essential": 0,
    "oriented_total": 35281,
}


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(source, "_loaded", {})


def test_a_search_fills_the_cache(run: Run, tmp_path: Path) -> None:
    code, out, err = run("search", "Quad2")
    assert (code, err) == (0, "")
    *rows, last = out.splitlines()
    assert {row.rsplit(maxsplit=1)[0].replace(" ", "_"): int(row.rsplit(maxsplit=1)[1]) for row in rows} == QUAD2
    place = Path(last.removeprefix("kept in "))
    assert tmp_path in place.parents
    assert data_file.read(place).extent == "full"
    assert run("search", "quad2")[1] == out


def test_what_came_with_the_package_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("search", "quad1", "-o", "quad1.h5")[0] == 0
    data = data_file.read("quad1.h5")
    monkeypatch.setattr(source, "shipped", lambda configuration: data)
    code, out, err = run("search", "quad1")
    assert (code, err) == (0, "")
    assert out.endswith("known from the package; use -o FILE to search again\n")
    assert not source.cache_file(data.configuration).exists()


def test_what_no_cache_can_keep_is_not_said_to_be_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    code, out, _ = run("search", "quad1")
    assert code == 0
    assert out.endswith("not saved, because the cache cannot be written; use -o FILE to save them\n")


def test_a_file_for_what_is_found(run: Run, answer: Callable[..., Any]) -> None:
    whole = answer("search", "quad2", "-o", "quad2.h5")
    assert QUAD2.items() <= whole.items()
    assert whole["file"] == "quad2.h5"
    assert not source.cache_file(data_file.read("quad2.h5").configuration).exists()
    code, out, _ = run("count", "quad2", "--data", "quad2.h5", "--json")
    assert code == 0
    assert QUAD2.items() <= json.loads(out).items()
    assert run("verify", "quad2.h5", "--samples", "20")[0] == 0


@pytest.mark.parametrize(
    ("only", "names"),
    [("halves", ["halves", "halves canonical"]), ("pp", ["halves", "halves canonical", "pp essential"])],
)
def test_less_than_everything(run: Run, only: str, names: list[str]) -> None:
    code, out, _ = run("search", "quad2", "--only", only, "-o", "part.h5")
    assert code == 0
    assert [line.rsplit(maxsplit=1)[0] for line in out.splitlines()] == [*names, "kept in"]
    code, out, err = run("count", "quad2", "--data", "part.h5")
    if only == "halves":
        assert (code, out) == (4, "")
        assert "lacks data" in err


def test_a_stopped_search_goes_on(run: Run) -> None:
    arguments = ["search", "quad3", "--time-limit", "1e-9", "--checkpoint", "quad3.sqlite", "-o", "quad3.h5"]
    code, out, err = run(*arguments)
    assert (code, out) == (3, "")
    assert err.startswith("stopped in stage 'halves' after 0 of 1 task;")
    assert "nothing was kept: the same command begins again" in err
    search(Configuration.from_name("quad3"), "halves", checkpoint="quad3.sqlite")
    err = run(*arguments)[2]
    assert re.search(r"go on with:  shapewright shapez search quad3 .*--checkpoint quad3.sqlite", err)
    assert not Path("quad3.h5").exists()
    code, out, _ = run("search", "quad3", "--checkpoint", "quad3.sqlite", "-o", "quad3.h5")
    assert code == 0
    assert "502906" in out
    code, _, err = run("search", "quad2", "--checkpoint", "quad3.sqlite", "-o", "quad2.h5")
    assert code == 4
    assert "quad3.sqlite" in err


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (["quad2", "-o", "a.json"], 2, "'shapez list' and 'shapez count' print them as text"),
        (["quad2", "-o", "missing/a.h5"], 4, "there is no folder"),
        (["quad2", "--only", "some"], 2, "'some' is not one of"),
        (["quad2", "--cluster", "nowhere"], 2, "--cluster takes the address"),
        (["quad2", "--cluster", "tcp://a:1", "--threads", "2"], 2, "give one of them"),
        (["oct4"], 2, "'oct4' is not a configuration"),
        ([], 2, "missing argument 'CONFIG'"),
    ],
)
def test_what_is_refused(run: Run, arguments: list[str], exit_code: int, message: str) -> None:
    code, out, err = run("search", *arguments)
    assert (code, out) == (exit_code, "")
    assert message in err


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    Path("occupied").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "occupied"))
    code, out, err = run("search", "quad1", "--time-limit", "60")
    assert (code, out) == (4, "")
    assert "cannot write" in err
    assert main(["shapez", "count", "quad1"]) == 0
