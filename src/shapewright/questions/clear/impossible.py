"""Which queues cannot clear four lines of the empty field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from shapewright import clear
from shapewright.clear.notation.field_lines import without_comment
from shapewright.clear.search.impossible import judge
from shapewright.clear.search.impossible_list import HEIGHT, known
from shapewright.errors import NotationError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import HOLD, Game, game_of
from shapewright.questions.clear._asked.lists import limit_fields, listed, no_limit_without, queue_text
from shapewright.questions.clear._asked.python import clear_program, islice_of
from shapewright.questions.desk import Desk
from shapewright.questions.fields import LIMIT, STRICT, TIME_LIMIT, File, Flag, TextsField
from shapewright.questions.listing import MAX_KEPT, Listing
from shapewright.questions.parts import Table
from shapewright.questions.python import Expression, call, content, literal
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.source import Source, Unread
from shapewright.questions.words import STDIN, named_source

MAX_STUDIO_QUEUES = 1000
MAX_SHOWN = 1000
"""The number of verdicts that a page shows; its files have all of them."""


@dataclass(frozen=True, repr=False, eq=False)
class _Queues(TextsField["tuple[str | Source, ...]"]):
    """Queues; text of several lines has one a line, as standard input has."""

    def word(self, word: Sequence[str]) -> list[str | Source]:
        return [named_source(each) if each == STDIN else each for each in word]

    def check(self, value: object, door: str) -> tuple[str | Source, ...]:
        values = value if isinstance(value, (list, tuple)) else [value]
        streams = [each for each in values if isinstance(each, Source)]
        return (*self._texts([each for each in values if not isinstance(each, Source)], door), *streams)

    def value(self, checked: Sequence[str | Source]) -> tuple[str | Source, ...]:
        return tuple([Source.of_text(each) if isinstance(each, str) and "\n" in each else each for each in checked])

    def repeated(self, checked: Sequence[str | Source]) -> list[object]:
        return [each.to_json() if isinstance(each, Source) else each for each in checked]


QUEUES = _Queues(
    "queues", "Queues such as TIOLJSZTIOL or [T]IOLJSZTIOL; - reads them from standard input, one a line.",
    argument=True, metavar="QUEUE", most=MAX_STUDIO_QUEUES,
)  # fmt: skip
FILE = File("file", "Check each queue of FILE (or -), one a line (# begins a comment).", metavar="FILE")
LIST = Flag("list", "List the impossible queues: [held]current, in either order, and the rest.")


def answer(asked: Asked, desk: Desk) -> Listing:
    """A verdict on each queue, or the list of all that are impossible."""
    queues, file = asked[QUEUES], asked[FILE]
    if asked[LIST]:
        if queues or file is not None or asked[HOLD] is not None:
            raise ProblemError("--list lists all of them; leave out the queues, --file and --hold")
        found = known()
        keys = {"sequences": found.sequences, "impossible": len(found)}
        some = (queue_text(pair, rest) for pair, rest in found)
        return listed(some, asked, desk, of=len(found), keys=keys)
    no_limit_without(LIST, asked, desk)
    if not queues and file is None:
        others = "'file' or 'list'" if desk.studio else "--file or --list"
        raise ProblemError(f"there is no queue; give one such as TIOLJSZTIOL, or {others}")
    judge_of = _Judge(asked, desk)
    return Listing(
        judge_of.verdicts(), lambda one, _: judge_of.text(one), _record, judge_of.answer, seconds=desk.seconds
    )


def _game(asked: Asked) -> Game:
    game = game_of(asked)
    if not game.hold:
        raise NotationError(
            f"the list is of queues with hold; 'clear solve --height {HEIGHT} --no-hold' answers without"
        )
    return game


def _queue_in(game: Game, line: str) -> clear.Queue | None:
    text = without_comment(line)
    return game.read_queue(text) if text else None


class _Judge:
    """Gives the verdicts one after the other, those on what was typed first, and counts the impossible queues."""

    def __init__(self, asked: Asked, desk: Desk) -> None:
        self._game = game = _game(asked)
        self._clock = Clock(desk.seconds)
        # All that was typed is read before the first answer.
        self._queues = [game.read_queue(each) for each in asked[QUEUES] if not isinstance(each, Source)]
        self._sources = [each for each in (*asked[QUEUES], asked[FILE]) if isinstance(each, Source)]
        self._strict = asked[STRICT]
        if self._strict and not self._sources:
            raise ProblemError("--strict only applies with --file, or with - for standard input")
        self._is_single = len(self._queues) == 1 and not self._sources
        self._impossible = self._wrong = 0

    def verdicts(self) -> Iterator[list[clear.Verdict | Unread]]:
        for queue in self._queues:
            yield [self._judged(queue)]
        for source in self._sources:
            for lines in source.read(partial(_queue_in, self._game), strict=self._strict):
                for one in lines:
                    self._wrong += isinstance(one, Unread)
                    yield [one if isinstance(one, Unread) else self._judged(one)]

    def _judged(self, queue: clear.Queue) -> clear.Verdict:
        verdict = judge(queue, time_limit=self._clock.left())
        self._impossible += verdict.is_impossible
        return verdict

    def text(self, verdict: clear.Verdict | Unread) -> str:
        """A verdict in a line; one alone says why."""
        if isinstance(verdict, Unread):
            return str(verdict)
        word = "impossible" if verdict.is_impossible else "possible"
        return f"{word}: {verdict.reason}" if self._is_single else f"{verdict.queue} {word}"

    def answer(self, verdicts: Sequence[clear.Verdict | Unread], number: int) -> Answer:
        """The answer when all have been judged; that on a list of queues is never a proven none."""
        is_none = self._impossible > 0 and not self._sources
        all_of_it = f"{self._impossible} of {number} queues cannot clear {HEIGHT} lines"
        has_one = self._is_single and len(verdicts) == 1
        reason = verdicts[0].reason if has_one else all_of_it
        return Answer(
            {"verdicts": [_record(verdict) for verdict in verdicts]},
            self.text(verdicts[0]) if has_one else all_of_it,
            "none" if is_none else "found",
            reason=reason if is_none else "",
            text=lambda _: "\n".join(map(self.text, verdicts)),
            parts=lambda: [] if has_one else [Table(["queue", "verdict", "reason"], map(_row, verdicts[:MAX_SHOWN]))],
            exit_code=1 if self._wrong else None,
            tone="" if has_one else "plain",
        )


def _row(verdict: clear.Verdict | Unread) -> tuple[str, str, str]:
    if isinstance(verdict, Unread):
        return verdict.line, "cannot be read", verdict.reason
    return str(verdict.queue), "impossible" if verdict.is_impossible else "possible", verdict.reason


def _record(verdict: clear.Verdict | Unread) -> dict[str, object]:
    if isinstance(verdict, Unread):
        return {"line": verdict.line, "impossible": None, "reason": verdict.reason}
    queue = verdict.queue
    return {
        "queue": queue.pieces,
        "hold": queue.hold,
        "impossible": verdict.is_impossible,
        "method": verdict.method,
        "reason": verdict.reason,
    }


def _python(asked: Asked) -> str:
    if asked[LIST]:
        listed = islice_of("known()", asked[LIMIT])
        return clear_program(f"for pair, rest in {listed}:", '    print(f"[{pair[0]}]{pair[1:]}{rest}")')
    rows = [*cast("Sequence[str]", asked.plain(QUEUES)), *([content(asked.plain(FILE))] if FILE in asked else [])]
    queues = [str(queue) for queue in Source.of_text("\n".join(rows)).readable(partial(_queue_in, _game(asked)))]
    found = call("judge", Expression("queue"), **asked.some(TIME_LIMIT))
    return clear_program(
        f"for queue in {literal(queues)}:",
        f"    verdict = {found}",
        '    print(queue, "impossible" if verdict.is_impossible else "possible", verdict.reason)',
    )


QUESTION = Question(
    "clear",
    "impossible",
    "Find out whether a queue cannot clear four lines of the empty field.",
    (
        QUEUES, FILE, STRICT, LIST, replace(HOLD, help="The piece in hold of each queue."),
        *limit_fields("Maximum number of queues to list.", MAX_KEPT), TIME_LIMIT,
    ),
    answer,
    about="""
    The rules are SRS, soft drop and hold. For queues that bags of seven can deal, a list of all impossible ones
    answers at once; other queues are searched. The exit code is 1 if a QUEUE on the command line is impossible.

    \b
    shapewright clear impossible TIOLJSZTIOL [I]IOTSZIOSZT
    shapewright clear impossible --file queues.txt
    shapewright clear impossible --list --limit 10""",
    rule="shapewright.clear.claims.everything:impossible",
    claims="""
    verdicts? | [Verdict or Unread] | For each queue whether it is proven that it cannot clear four lines. | again:
        judged again; a possible queue by a clear, an impossible one by all boards
    sequences? | whole | Number of queues. | again: counted again
    impossible? | whole | Number of those that cannot. | again: counted again
    queues? | [text] | Those that cannot. | again: judged again""",
    example={"queues": ["TIOLJSZTIOL", "[I]IOTSZIOSZT"]},
    formats=Formats((".txt", ".json", ".jsonl")),
    downloads=(".txt",),
    lists=True,
    python=_python,
)  # fmt: skip
