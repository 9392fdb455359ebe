"""However a command ends, the process ends with one clear line and the right exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.conftest import Run

from shapewright import __version__, errors
from shapewright.cli import main
from shapewright.cli.root import root
from shapewright.jobs.stage import Progress


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], object]], None]]:
    """Give the program a command ``end`` that ends in the way a test wants."""
    known = root.get_command

    def install(body: Callable[[], object]) -> None:
        @click.command("end")
        @click.option("--checkpoint")
        @click.option("-v", "--verbose", is_flag=True)
        def end(checkpoint: str | None, verbose: bool) -> object:
            return body()

        monkeypatch.setattr(root, "get_command", lambda context, name: end if name == "end" else known(context, name))

    return install


def raising(error: BaseException, **attributes: object) -> Callable[[], object]:
    def body() -> object:
        for name, value in attributes.items():
            setattr(error, name, value)
        raise error

    return body


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"shapewright {__version__}\n", "")


def test_help_shows_each_family_with_its_question(run: Run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert "tiling" in out
    assert "Cover a board exactly with pieces" in " ".join(out.split())
    assert "completion" in out


def test_without_arguments_the_help_is_shown_as_a_mistake(run: Run) -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert "Families:" in err


@pytest.mark.parametrize("answer", [None, 0, 1, 3])
def test_a_command_returns_its_exit_code(run: Run, ending: Callable[..., None], answer: int | None) -> None:
    ending(lambda: answer)
    assert run("end") == (answer or 0, "", "")


def test_a_context_may_exit(run: Run, ending: Callable[..., None]) -> None:
    ending(lambda: click.get_current_context().exit(1))
    assert run("end") == (1, "", "")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.NotationError, 2),
        (errors.ProblemError, 2),
        (errors.LimitError, 2),
        (errors.MissingExtraError, 2),
        (errors.WorkerError, 3),
        (errors.FileError, 4),
        (errors.CheckpointError, 4),
    ],
)
def test_our_errors_are_one_line_on_standard_error(
    run: Run, ending: Callable[..., None], error: type[errors.ShapewrightError], code: int
) -> None:
    ending(raising(error("'Q' at position 4\nis not a piece")))
    assert run("end") == (code, "", "error: 'Q' at position 4 is not a piece\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuch"], "error: no such command 'nosuch'; see shapewright --help\n"),
        (["percent"], "error: 'percent' belongs to a family: shapewright clear percent; see shapewright --help\n"),
        (
            ["count", "answer.json"],
            "error: 'count' belongs to a family: shapewright tiling count (or stacking, shapez); see",
        ),
        (["--nosuch"], "error: no such option '--nosuch'; see shapewright --help\n"),
        (["completion"], "error: missing argument '{bash|zsh|fish}'"),
        (["completion", "dos"], "'dos' is not one of 'bash', 'zsh', 'fish'; see shapewright completion --help\n"),
        (["completion", "bash", "spam"], "(spam); see shapewright completion --help\n"),
    ],
)
def test_misuse_is_answered_in_the_same_style(run: Run, arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    ("arguments", "code", "where"),
    [
        ("tiling count --board 4x --pieces 4*L4", 2, ""),
        ("tiling count --bord 4x4", 2, ""),
        ("packing pack LOJI --threads 0", 2, ""),
        ("tiling count puzzle.txt", 4, "'puzzle.txt'"),
        ("clear impossible --file puzzle.txt --strict", 4, "'puzzle.txt', line 1"),
        ("tiling solve nowhere.txt", 4, ""),
        ("tiling solve --board 20x20 --pieces any*F5 --time-limit 0.001", 3, ""),
        ("nosuch", 2, ""),
    ],
)
def test_with_json_an_error_is_an_object(
    capsys: pytest.CaptureFixture[str], arguments: str, code: int, where: str
) -> None:
    Path("puzzle.txt").write_text("board 4x\n")
    assert main([*arguments.split(), "--json"]) == code
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found["exit_code"] == code
    assert found.get("where", "") == where
    assert printed.err.removeprefix("error: ") == f"{found['error']}\n"


def test_a_fault_of_ours_is_one_line(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(KeyError("spam")))
    code, out, err = run("end")
    assert (code, out) == (70, "")
    assert err == "error: a fault of shapewright itself; please report it (-v shows where): KeyError: 'spam'\n"


def test_a_failed_self_check_is_a_fault_of_ours(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(errors.InternalError("the tiling leaves 3,4 empty")))
    code, _, err = run("end")
    assert code == 70
    assert err.endswith("the tiling leaves 3,4 empty\n")


@pytest.mark.parametrize("flag", ["-v", "--verbose"])
def test_a_traceback_is_shown_on_request(run: Run, ending: Callable[..., None], flag: str) -> None:
    ending(raising(KeyError("spam")))
    code, _, err = run("end", flag)
    assert code == 70
    assert err.startswith("Traceback (most recent call last)")
    assert err.splitlines()[-1].startswith("error: ")


def test_an_error_of_the_system_is_a_file_error(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(FileNotFoundError(2, "No such file or directory", "a.txt")))
    assert run("end") == (4, "", "error: no such file or directory: 'a.txt'\n")


def test_a_stop_is_no_error(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(errors.StoppedError("the time limit of 5 s came before an answer")))
    assert run("end") == (3, "", "stopped: the time limit of 5 s came before an answer\n")


def test_a_stop_is_called_one_once(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(errors.StoppedError("stopped before all boards were found")))
    assert run("end") == (3, "", "stopped before all boards were found\n")


def test_a_stop_with_a_checkpoint_says_how_to_go_on(run: Run, ending: Callable[..., None]) -> None:
    progress = Progress("count", done=12, total=169, fraction=0.071, seconds=41.3)
    ending(raising(errors.StoppedError("time limit"), progress=progress, checkpoint="my job.sqlite"))
    code, out, err = run("end", "--checkpoint", "my job.sqlite")
    assert (code, out) == (3, "")
    assert err == "stopped after 12 of 169 tasks; go on with:  shapewright end --checkpoint 'my job.sqlite'\n"


def test_dead_workers_leave_an_error_and_the_way_to_go_on(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(errors.WorkerError("a worker was killed 3 times"), progress="1 of 4 tasks", checkpoint="j.sqlite"))
    code, _, err = run("end", "--checkpoint", "j.sqlite")
    assert code == 3
    assert err.splitlines()[0] == "error: a worker was killed 3 times"
    assert err.splitlines()[1].startswith("stopped after 1 of 4 tasks; go on with:  ")


def test_ctrl_c_without_a_checkpoint(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(KeyboardInterrupt()))
    assert run("end") == (130, "", "stopped\n")
    ending(raising(KeyboardInterrupt(), progress="1 of 4 tasks", checkpoint=None))
    assert run("end") == (130, "", "stopped after 1 of 4 tasks\n")


def test_ctrl_c_at_a_question_of_click(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(click.Abort()))
    assert run("end") == (130, "", "stopped\n")


def test_ctrl_c_with_a_checkpoint(run: Run, ending: Callable[..., None]) -> None:
    ending(raising(KeyboardInterrupt(), progress="0 of 3 tasks", checkpoint="j.sqlite"))
    code, _, err = run("end", "--checkpoint", "j.sqlite")
    assert code == 3
    assert err == "stopped after 0 of 3 tasks; go on with:  shapewright end --checkpoint j.sqlite\n"


@pytest.mark.parametrize("cause", [KeyboardInterrupt(), errors.StoppedError("limit"), errors.WorkerError("killed")])
@pytest.mark.parametrize("kept", [True, False])
def test_only_kept_work_can_go_on(run: Run, ending: Callable[..., None], cause: BaseException, kept: bool) -> None:
    ending(raising(cause, progress="0 of 3 tasks", checkpoint="j.sqlite", kept=kept))
    code, _, err = run("end", "--checkpoint", "j.sqlite")
    assert code == 3
    assert err.splitlines()[-1] == "stopped after 0 of 3 tasks; " + (
        "go on with:  shapewright end --checkpoint j.sqlite"
        if kept
        else "nothing was kept: the same command begins again"
    )


def test_an_answer_in_letters_the_terminal_lacks_is_still_printed() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    code = "import click, sys; from shapewright.cli import main; from shapewright.cli.root import root\n"
    code += "root.get_command = lambda context, name: click.Command('end', callback=lambda: print('4×5'))\n"
    code += "sys.exit(main(['end']))"
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment)
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, b"4?5\n", b"")


def test_an_argument_of_odd_bytes_is_quoted_back() -> None:
    finished = subprocess.run([sys.executable, "-m", "shapewright", b"\xff\xfe"], capture_output=True)
    assert finished.returncode == 2
    assert finished.stderr.startswith(b"error: no such command ")


ENDLESS = """
import click, sys
from shapewright.cli import main
from shapewright.cli.root import root

def body():
    while True:
        print("answer", flush=True)

root.get_command = lambda context, name: click.Command("end", callback=body)
sys.exit(main(["end"]))
"""


def test_a_broken_pipe_ends_quietly() -> None:
    process = subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"answer\n"
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_a_pipe_that_breaks_at_the_last_flush_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "shapewright", "completion", "fish"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


def test_a_real_ctrl_c_ends_with_130() -> None:
    process = subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"answer\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert (process.returncode, err) == (130, b"stopped\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs the device that is always full")
def test_a_full_disk_behind_standard_output_is_said() -> None:
    with open("/dev/full", "wb") as full:
        finished = subprocess.run(
            [sys.executable, "-m", "shapewright", "completion", "fish"], stdout=full, stderr=subprocess.PIPE
        )
    assert (finished.returncode, finished.stderr) == (4, b"error: no space left on device\n")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_script(run: Run, shell: str) -> None:
    code, out, _ = run("completion", shell)
    assert code == 0
    assert "_SHAPEWRIGHT_COMPLETE" in out


def test_completion_of_a_family_loads_no_family(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_SHAPEWRIGHT_COMPLETE", "fish_complete")
    monkeypatch.setenv("COMP_WORDS", "shapewright til")
    monkeypatch.setenv("COMP_CWORD", "til")
    code, out, _ = run()
    assert code == 0
    assert "tiling" in out
    assert "completion" not in out


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_characters="\0"), max_size=12), max_size=4))
def test_no_arguments_whatever_cause_a_traceback(run: Run, arguments: list[str]) -> None:
    code, out, err = run("completion", *arguments)
    assert code in (0, 2)
    assert "Traceback" not in out + err


def test_habits_of_other_programs(run: Run) -> None:
    assert run("help") == run("--help")
    assert run("help", "tiling") == run("tiling", "--help")
    assert run("help", "tiling", "count") == run("tiling", "count", "--help")
    assert run("version") == run("-V") == run("--version")
    assert run("--version")[0] == 0
