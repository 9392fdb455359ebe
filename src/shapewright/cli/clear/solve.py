"""One perfect clear for a queue, or some, or the news that there is none."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.clear.game import Game, game, net, no_list, read_game
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.errors import FileError, NotationError, ProblemError, ShapewrightError, StoppedError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.clear import Solution
    from shapewright.clear.nets.net import Net
    from shapewright.clear.problem import Problem
    from shapewright.clear.rules import Drop

_MOST = 100_000


@click.command()
@click.argument("queue", metavar="[QUEUE]", required=False)
@game
@click.option("--file", "file", metavar="FILE", help="Solve each queue of a file, one a line (# comments), or of -.")
@click.option("--keys", is_flag=True, help="Tell the key presses of every placement.")
@net
@no_list
@options.seed
@click.option(
    "--limit", callback=options.whole_number(1, _MOST), metavar="N", help="At most so many solutions; 1 unless given."
)
@options.time_limit
@options.threads
@options.json_output
@options.jsonl_output
@options.output
@options.quiet
@options.verbose
def solve(
    queue: str | None,
    field: str | None,
    page: int | None,
    hold: str | None,
    no_hold: bool,
    height: int | None,
    kicks: str,
    drop: Drop,
    save: str | None,
    file: str | None,
    keys: bool,
    net: str | None,
    no_list: bool,
    seed: int | None,
    limit: int | None,
    time_limit: float | None,
    threads: int | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Find a perfect clear for QUEUE, such as TIOLJSZTIOL or [T]IOLJSZ, and show it step by step; it has been checked.

    It has as few lines as the queue allows, or --height of them. QUEUE may be a fumen with the comment
    #Q=[hold](current)next and the field. If there is no perfect clear, that is proven, or known from a list (of the
    empty field and 4 lines): the exit code is 1.

    \b
    shapewright clear solve TIOLJSZTIOL
    shapewright clear solve LIJO --field XXXXXX____/XXXXXX____/XXXXXX____ --keys
    shapewright clear solve TIOLJSZTIOL -o clear.gif         (.pc .fumen .json .jsonl .txt .svg .png .html)
    """
    from shapewright.clear.notation.fumen import is_fumen
    from shapewright.cli.clear.files import FORMATS

    suffix = None if output is None else output_format(output, FORMATS)
    if queue is not None and is_fumen(queue):
        if field is not None:
            raise NotationError("the queue is a fumen, which has its own field; leave out --field")
        queue, field = None, queue
    asked = read_game(field, hold, no_hold, height, kicks, drop, save, page)
    order = None if net is None else _read_net(net)
    if file is not None:
        if queue is not None or keys or limit is not None or output is not None or as_json:
            raise NotationError("--file takes neither a queue nor --keys, --limit, --json and -o; use --jsonl")
        return _batch(asked, file, seed or 0, time_limit, threads, not no_list, as_jsonl, order)
    if threads is not None:
        raise NotationError("--threads is for --file; one queue is solved on one thread")
    if queue is not None:
        pieces = asked.read_queue(queue)
    elif asked.queue is not None:
        pieces = asked.queue
    else:
        raise NotationError("no queue is given; write it like TIOLJSZTIOL, or give a fumen with the comment #Q=[](T)IO")
    problem = asked.problem(pieces)
    short = problem.shortage()
    if short is not None:
        raise ProblemError(short)
    answer = _Answer(asked, problem, keys, not no_list)
    answer.find(seed or 0, limit or 1, time_limit, order)
    if output is not None and suffix is not None and (answer.solutions or suffix == ".json"):
        answer.write(output, suffix, limit)
    if as_json:
        print_text(json_text(answer.whole(limit)))
    elif as_jsonl:
        print_text("".join([json_text(answer.record(solution)) + "\n" for solution in answer.solutions]))
    elif output is None and answer.solutions:
        print_text("\n\n".join([answer.text(solution) for solution in answer.solutions]))
    if answer.stopped is not None:
        raise answer.stopped
    if answer.solutions:
        remark(f"{len(answer.solutions[0])} placements, {answer.seconds * 1000:.1f} ms, replayed by the rules")
        return ANSWER
    if as_json or as_jsonl:
        remark(f"impossible: {answer.reason}")
    else:
        print_text(f"impossible: {answer.reason}")
    return NONE_EXISTS


class _Answer:
    """What was found for one queue, and how it is shown."""

    def __init__(self, game: Game, problem: Problem, with_keys: bool, use_list: bool) -> None:
        self._game = game
        self._problem = problem
        self._with_keys = with_keys
        self._use_list = use_list
        self.solutions: list[Solution] = []
        self.seconds = 0.0
        self.stopped: StoppedError | None = None

    def find(self, seed: int, limit: int, time_limit: float | None, net: Net | None = None) -> None:
        from shapewright.clear.solve import solve as solutions_of

        started = time.monotonic()
        try:
            found = solutions_of(
                self._problem, seed=seed, limit=limit, time_limit=time_limit, net=net, use_list=self._use_list
            )
            for solution in found:
                self.solutions.append(solution)
        except StoppedError as error:
            self.stopped = error
        finally:
            self.seconds = time.monotonic() - started

    @property
    def reason(self) -> str:
        from shapewright.clear.reason import why_none

        return why_none(self._problem, use_list=self._use_list)

    def method(self) -> dict[str, Any]:
        """How the answer was found, and how it is known that lower heights have no clear."""
        from shapewright.clear.reason import method, refuted

        height = self.solutions[0].height if self.solutions else None
        lower = refuted(self._problem, height, use_list=self._use_list)
        return {
            "method": method(self._problem, height, use_list=self._use_list),
            "refuted": {str(height): known for height, known in lower.items()},
        }

    def fumen(self, solution: Solution) -> str:
        """The solution as a fumen, after the pages of the one given."""
        from shapewright.clear.notation.fumen import Fumen

        given = self._game.fumen
        return (Fumen.from_solution(solution) if given is None else given.appended(solution)).to_text()

    def keys(self, solution: Solution) -> list[list[str]]:
        from shapewright.clear.finesse import presses

        found = []
        for frame in solution.frames():
            row = presses(frame.before, frame.placement, self._problem.kicks, solution.drop)
            found.append((["hold"] if frame.held else []) + list(row or ()))
        return found

    def record(self, solution: Solution) -> dict[str, Any]:
        from shapewright.clear.notation.jsonl import to_record

        more: dict[str, Any] = {"height": solution.height, "saved": solution.saved, "fumen": self.fumen(solution)}
        if self._with_keys:
            more["keys"] = self.keys(solution)
        return to_record(solution) | more

    def whole(self, limit: int | None) -> dict[str, Any]:
        keys: dict[str, Any] = {"found": bool(self.solutions), "solutions": list(map(self.record, self.solutions))}
        if self.solutions:
            keys["height"] = self.solutions[0].height
        elif self.stopped is None:
            keys["reason"] = self.reason
        if self.stopped is None:
            keys |= self.method()
        # One is all that was asked for, unless more were.
        complete = self.stopped is None and (limit is None or len(self.solutions) < limit)
        return envelope(complete=complete, seconds=self.seconds, **keys)

    def text(self, solution: Solution) -> str:
        from shapewright.clear.picture import solution_text
        from shapewright.drawing import terminal_options

        how = terminal_options(sys.stdout)
        parts = [solution_text(solution, color=how["color"], width=how["width"], truecolor=how["truecolor"])]
        if self._with_keys:
            steps = zip(solution.placements, self.keys(solution), strict=True)
            parts.append(
                "\n".join(
                    [f"{number:>2} {step.piece}  {', '.join(row)}" for number, (step, row) in enumerate(steps, 1)]
                )
            )
        return "\n\n".join([*parts, self.fumen(solution)])

    def write(self, output: str, suffix: str, limit: int | None) -> None:
        from shapewright.cli.clear.files import content_of
        from shapewright.storage.files import write_file

        if suffix == ".json":
            content: str | bytes = json_text(self.whole(limit)) + "\n"
        elif suffix == ".jsonl":
            content = "".join([json_text(self.record(solution)) + "\n" for solution in self.solutions])
        elif suffix == ".fumen":
            content = "".join([self.fumen(solution) + "\n" for solution in self.solutions])
        else:
            content = content_of(self.solutions, suffix)
        write_file(output, content)
        remark(f"wrote {output!r}")


def _read_net(path: str) -> Net:
    from shapewright.clear.nets.net import Net

    return Net.load(path)


def _batch(
    game: Game,
    file: str,
    seed: int,
    time_limit: float | None,
    threads: int | None,
    use_list: bool,
    as_jsonl: bool,
    net: Net | None,
) -> int:
    """Each queue of a file, in their order; what was read is answered at once, so that a slow pipe need not wait."""
    from shapewright.cli.input import place, read_lines

    started = time.monotonic()
    done = 0
    for lines in read_lines(file):
        asked: list[tuple[str, Problem]] = []
        wrong: FileError | None = None
        for number, line in lines:
            text = _without_comment(line)
            if not text:
                continue
            try:
                asked.append((text, game.problem(game.read_queue(text))))
            except ShapewrightError as error:
                wrong = FileError(f"{place(file)}, line {number}: {error}")
                break
        left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
        unknown = 0
        for (text, _), answer in zip(asked, _answers(game, asked, seed, left, threads, use_list, net), strict=True):
            _print_answer(answer, text, as_jsonl)
            unknown += answer.stopped is not None
        done += len(asked) - unknown
        if unknown:
            raise StoppedError(
                f"the time limit of {time_limit:g} s is over; answered: {done} of {done + unknown} queues"
            )
        if wrong is not None:
            raise wrong
    return ANSWER


def _without_comment(line: str) -> str:
    """The queue in a line; ``#Q=`` begins one, any other ``#`` at the start or after a blank a comment."""
    if line.startswith("#") and not line.startswith("#Q="):
        return ""
    return line.partition(" #")[0].rstrip()


def _answers(
    game: Game,
    asked: list[tuple[str, Problem]],
    seed: int,
    left: float | None,
    threads: int | None,
    use_list: bool,
    net: Net | None,
) -> Iterator[_Answer]:
    from shapewright.clear.many import Unknown, solve_many

    if not asked:
        return
    queues = [problem.queue for _, problem in asked]
    found = solve_many(asked[0][1], queues, seed=seed, threads=threads, time_limit=left, net=net, use_list=use_list)
    for (_, problem), solution in zip(asked, found, strict=True):
        answer = _Answer(game, problem, False, use_list)
        if isinstance(solution, Unknown):
            answer.stopped = StoppedError(solution.reason)
        elif solution is not None:
            answer.solutions.append(solution)
        yield answer


def _print_answer(answer: _Answer, line: str, as_jsonl: bool) -> None:
    if as_jsonl:
        record: dict[str, Any] = {"line": line, "found": bool(answer.solutions)}
        if answer.solutions:
            record |= answer.record(answer.solutions[0]) | answer.method()
        elif answer.stopped is not None:
            record |= {"found": None, "reason": str(answer.stopped)}
        else:
            record |= {"reason": answer.reason} | answer.method()
        print_text(json_text(record))
    elif answer.solutions:
        print_text(f"{line} {answer.fumen(answer.solutions[0])}")
    elif answer.stopped is not None:
        print_text(f"{line} unknown: {answer.stopped}")
    else:
        print_text(f"{line} impossible: {answer.reason}")
