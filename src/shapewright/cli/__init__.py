"""The command line's frame: whatever a command does, the process ends with one clear line and the right exit code.

========  ==============================================================================================
0         any answer: also a count of 0, a feasible answer with its bound, a batch
1         only a proven "none", or a failed verification
2         malformed arguments
3         stopped without an answer: by a time limit, by Ctrl-C with a checkpoint kept, or for lack of memory, threads
          or open files; Ctrl-C with the best answer so far; or 'verify' found nothing wrong and could not check
          everything
4         a file that is malformed, damaged, unreadable, or another job's checkpoint
70        an error of ours
130       Ctrl-C before there was anything to show or to keep, or a second Ctrl-C
========  ==============================================================================================

A command returns its exit code (``None`` is 0) or raises; it never prints its own errors. With ``--json`` an error is
an object on standard output, too, unless an answer stands there already: ``error``, ``exit_code``, and ``where`` if the
place is known.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from click import ClickException

    from shapewright.cli.deadline import Deadline
    from shapewright.errors import ShapewrightError, StoppedError

PROGRAM = "shapewright"

ANSWER, NONE_EXISTS, MALFORMED, STOPPED, BAD_FILE, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (default: the process's own) and return its exit code; nothing escapes."""
    try:
        arguments = list(sys.argv[1:] if argv is None else argv)
        _forget_what_was_printed()
        _open_closed_streams()
        _start_fewer_threads()
        return _guarded(arguments)
    except MemoryError:
        # There was not even memory to say so; by now much has been let go.
        return _report(STOPPED, "error: not enough memory")


def _guarded(arguments: list[str]) -> int:
    from shapewright.shortage import guard_imports  # nothing is loaded before errors are caught

    guard_imports()
    unraisable = sys.unraisablehook
    sys.unraisablehook = partial(_unraisable, unraisable)
    try:
        try:
            code = _answered(arguments)
        finally:
            over = _end_of_time_limit()
        sys.stdout.flush()
    except BrokenPipeError:
        return _reader_has_gone()
    except KeyboardInterrupt as interrupt:
        if over is not None and getattr(interrupt, "checkpoint", None) is None:
            return _report(STOPPED, f"stopped: {_one_line(over)}", over, arguments)
        return _report(*_interrupted(interrupt, arguments), interrupt, arguments)
    except Exception as error:
        told = _failed(error, arguments)
        _empty_stdout()
        return _report(*told, error, arguments)
    finally:
        sys.unraisablehook = unraisable
    return code


def _empty_stdout() -> None:
    """What cannot be written must not be met by the interpreter's last flush, which would change the exit code."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _let_go_of(sys.stdout)


def _unraisable(show: Callable[[sys.UnraisableHookArgs], object], problem: sys.UnraisableHookArgs) -> None:
    """Show what was raised where nobody can catch it, but for a lack of memory, which shows soon enough by itself."""
    from shapewright.shortage import shortage_behind  # nothing is loaded before errors are caught

    if problem.exc_value is None or shortage_behind(problem.exc_value) is None:
        show(problem)


def _end_of_time_limit() -> StoppedError | None:
    """Nothing is watched any more; what to say if it was the time limit that interrupted the command."""
    deadline = sys.modules.get("shapewright.cli.deadline")  # loaded by commands that ask a question
    ended: Deadline | None = None if deadline is None else deadline.end()
    if ended is None or ended.is_reached or not ended.struck:
        return None
    return ended.clock.stopped("the answer was complete")


def _forget_what_was_printed() -> None:
    """A process may carry out several commands."""
    output = sys.modules.get("shapewright.cli.output")
    if output is not None:
        output.begin()


def _open_closed_streams() -> None:
    """A stream that was closed by whoever called us swallows what is written to it."""
    import os

    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - as open as the process lives


def _start_fewer_threads() -> None:
    """NumPy's library for matrices, of which nothing here has any, starts a thread for each processor as it loads."""
    import os

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _answered(arguments: list[str]) -> int:
    import os

    from click.exceptions import Abort, Exit

    from shapewright.cli.root import COMPLETION_VARIABLE, root  # loads click

    _print_anything()
    instruction = os.environ.get(COMPLETION_VARIABLE)
    if instruction:
        from click.shell_completion import shell_complete

        return shell_complete(root, {}, PROGRAM, COMPLETION_VARIABLE, instruction)
    try:
        with root.make_context(PROGRAM, arguments.copy()) as context:
            code = root.invoke(context)
    except Exit as finished:
        return finished.exit_code
    except Abort:
        raise KeyboardInterrupt from None
    return code if isinstance(code, int) else ANSWER


def _print_anything() -> None:
    """An argument may hold bytes that the terminal's encoding does not know; quoting it must not fail."""
    from io import TextIOWrapper

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _reader_has_gone() -> int:
    """End quietly: the interpreter's last flush must not meet the broken pipe again."""
    _let_go_of(sys.stdout, sys.stderr)
    return ANSWER


def _let_go_of(*streams: TextIO) -> None:
    """What is still to be written to these streams goes nowhere."""
    import os

    null = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        try:
            os.dup2(null, stream.fileno())
        except (OSError, ValueError):  # a stream of a test has no file behind it
            continue
    os.close(null)


def _report(code: int, message: str, error: BaseException | None = None, arguments: Sequence[str] = ()) -> int:
    try:
        if "--json" in arguments:
            _print_error(code, message, error)
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
    except BrokenPipeError:
        _reader_has_gone()
    return code


def _print_error(code: int, message: str, error: BaseException | None) -> None:
    output = sys.modules.get("shapewright.cli.output")  # loaded by whatever prints an answer
    if output is not None and output.has_printed():
        return
    import json

    where = getattr(error, "where", "") or getattr(getattr(error, "param", None), "opts", [""])[0]
    record = {"error": message.removeprefix("error: "), "exit_code": code, **({"where": where} if where else {})}
    sys.stdout.write(json.dumps(record) + "\n")
    sys.stdout.flush()


def _interrupted(interrupt: KeyboardInterrupt, arguments: list[str]) -> tuple[int, str]:
    if getattr(interrupt, "checkpoint", None) is None:
        return INTERRUPTED, _how_far(interrupt)
    return STOPPED, _how_to_go_on(interrupt, arguments)


def _failed(error: Exception, arguments: list[str]) -> tuple[int, str]:
    code, message = _told(error, arguments)
    # Memory that is short makes whole files look damaged, and much else look like a fault of ours.
    from shapewright.errors import LimitError, ResourceError
    from shapewright.shortage import short_of, shortage_behind  # nothing is loaded before errors are caught

    if code == STOPPED or isinstance(error, LimitError):
        return code, message
    shortage = shortage_behind(error)
    if shortage is None:
        lacking = None if code == MALFORMED else short_of()
        if lacking is None:
            return code, message
        shortage = ResourceError(lacking)
    for name in ("checkpoint", "kept", "progress", "stage"):
        setattr(shortage, name, getattr(error, name, None))
    return STOPPED, f"error: {_one_line(shortage)}" + _continuation(shortage, arguments)


def _told(error: Exception, arguments: list[str]) -> tuple[int, str]:
    from click import ClickException
    from click.exceptions import NoArgsIsHelpError

    from shapewright.errors import InternalError, ShapewrightError, StoppedError  # as above

    if isinstance(error, NoArgsIsHelpError):
        return MALFORMED, error.format_message()
    if isinstance(error, ClickException):
        return MALFORMED, f"error: {_click_sentence(error, arguments)}"
    if isinstance(error, StoppedError):
        return STOPPED, _stopped(error, arguments)
    if isinstance(error, ShapewrightError) and not isinstance(error, InternalError):
        return error.exit_code, f"error: {_one_line(error)}" + _continuation(error, arguments)
    if isinstance(error, OSError) and error.strerror:
        place = f": {error.filename!r}" if error.filename is not None else ""
        return BAD_FILE, f"error: {error.strerror[:1].lower()}{error.strerror[1:]}{place}"
    if "-v" in arguments or "--verbose" in arguments:
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    return INTERNAL, f"error: a fault of {PROGRAM} itself; please report it (-v shows where): {_one_line(error)}"


def _click_sentence(error: ClickException, arguments: list[str]) -> str:
    message = " ".join(error.format_message().split()).removesuffix(".")
    if message[:2].istitle():
        message = message[:1].lower() + message[1:]
    context = getattr(error, "ctx", None)
    if "extra argument" in message and context is not None:
        message += _board_and_pieces({one.name for one in context.command.params}, arguments)
    if context is None:
        return message
    return f"{message}{' See' if message.endswith('?') else '; see'} {context.command_path} --help"


def _board_and_pieces(options: set[str | None], arguments: list[str]) -> str:
    """The question whether two words are a board and its pieces, where a command has options for them."""
    import re  # only a mistake needs them
    from shlex import quote

    words = [word for word in arguments[2:] if not word.startswith("-")]
    if len(words) < 2 or not {"board", "pieces"} <= options or not re.fullmatch(r"([a-z]+:)?\d+([x×]\d+)+", words[0]):
        return ""
    return f"; did you mean --board {words[0]} --pieces {quote(words[1])}?"


def _stopped(error: StoppedError, arguments: list[str]) -> str:
    if getattr(error, "checkpoint", None) is None:
        said = _one_line(error)
        return said if said.startswith("stopped") else f"stopped: {said}"
    return _how_to_go_on(error, arguments)


def _continuation(error: ShapewrightError, arguments: list[str]) -> str:
    if getattr(error, "checkpoint", None) is None or error.exit_code != STOPPED:
        return ""
    return f"\n{_how_to_go_on(error, arguments)}"


def _how_to_go_on(cause: BaseException, arguments: list[str]) -> str:
    """The line of a job that left a checkpoint; the same command goes on where it stopped, if that holds any work."""
    from shlex import join

    if not getattr(cause, "kept", True):
        return f"{_how_far(cause)}; nothing was kept: the same command begins again"
    return f"{_how_far(cause)}; go on with:  {join([PROGRAM, *arguments])}"


def _how_far(cause: BaseException) -> str:
    progress, stage = getattr(cause, "progress", None), getattr(cause, "stage", None)
    stopped = "stopped" if stage is None else f"stopped in stage {stage!r}"
    return stopped if progress is None else f"{stopped} after {progress}"


def _one_line(error: BaseException) -> str:
    from shapewright.errors import ShapewrightError  # nothing is loaded before errors are caught

    message = " ".join(str(error).split())
    if isinstance(error, ShapewrightError) and message:
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
