"""Random command lines over all verbs: each ends in time, with an exit code that stands in the documentation.

``benchmarks/random_commands.py`` runs thousands of them, each in a process of its own, and measures.
"""

from __future__ import annotations

import io
import shlex
import time
from pathlib import Path

import click
import pytest
from benchmarks.parts.command_lines import ENDLESS, NEVER, CommandLines, commands, furnish

from shapewright.cli import main

LIMIT = 0.1
# Ten times as wide as what is promised: half a second after the limit.
WIDEST = 10 * (LIMIT + 0.5)


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("random")
    furnish(folder)
    return folder


# An interrupt at the end of a time limit may fall into the callback with which Hypothesis times the collector.
@pytest.mark.filterwarnings("ignore:Exception ignored in. <function gc_cumulative_time")
@pytest.mark.parametrize("seed", range(10))
def test_random_command_lines_end_well(
    seed: int, furnished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(furnished)
    lines = CommandLines(seed, time_limit=[str(LIMIT)])
    for _ in range(20):
        words = lines.next()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
        started = time.process_time()
        code = main(words)
        seconds = time.process_time() - started
        captured = capsys.readouterr()
        assert code in (0, 1, 2, 3, 4), shlex.join(words)
        assert "Traceback" not in captured.err, shlex.join(words)
        # JSON Lines of a proven none are no lines, and quietly told the exit code alone says it.
        assert captured.out or captured.err or code == 0 or {"-q", "--quiet"} & set(words), shlex.join(words)
        if "--time-limit" in words:
            assert seconds < WIDEST, shlex.join(words)


def test_every_verb_is_met() -> None:
    lines = CommandLines(0)
    met = {_verb(lines.next(), lines) for _ in range(1500)}
    assert met == set(commands())
    assert set(ENDLESS) <= set(commands())


def test_what_may_run_long_has_a_time_limit() -> None:
    """Of the rest each ends by itself, soon: it shows, replays or counts something small."""
    without = {name for name, command in commands().items() if not _has_limit(command)}
    shown = {"tiling show", "clear show", "clear display", "stacking show", "packing show", "shapez show", "shapez op"}
    shown |= {"shapez blueprint"}
    replayed = {"packing verify"}
    others = {"clear demo", "clear fumen", "completion", "schema", "stacking play", "tiling daily"}
    assert without <= shown | replayed | others


def test_the_same_seed_gives_the_same_lines() -> None:
    one, other = CommandLines(7), CommandLines(7)
    assert [one.next() for _ in range(50)] == [other.next() for _ in range(50)]


def test_one_family_or_verb_can_be_asked_for() -> None:
    assert {name.split()[0] for name in CommandLines(0, ["clear"]).verbs} == {"clear"}
    assert list(CommandLines(0, ["tiling/count"]).verbs) == ["tiling count"]
    with pytest.raises(SystemExit, match="no verb is meant by nothing"):
        CommandLines(0, ["nothing"])


def test_what_is_left_out_exists() -> None:
    from shapewright.cli.root import OTHERS

    options = {word for command in commands().values() for one in command.params for word in one.opts}
    for name in NEVER:
        assert name == "--help" or name in options or name in OTHERS


def _verb(words: list[str], lines: CommandLines) -> str:
    return next(name for n in (3, 2, 1) if (name := " ".join(words[:n])) in lines.verbs)


def _has_limit(command: click.Command) -> bool:
    return any("--time-limit" in parameter.opts for parameter in command.params)
