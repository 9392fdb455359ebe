"""A perfect clear for a queue, some of them, or one for each of many queues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapewright import clear
from shapewright.clear.certificate import certificate, check_rules
from shapewright.clear.notation.field_lines import without_comment
from shapewright.clear.notation.fumen import is_fumen
from shapewright.clear.problem import lines_text
from shapewright.clear.search.impossible import method, refuted, why_none
from shapewright.errors import FileError, NotationError, ProblemError, ShapewrightError, StoppedError, amount
from shapewright.jobs.limits import Clock, seconds_text
from shapewright.questions.asked import Asked
from shapewright.questions.batch import FILE, Batch, formats_of_many, with_batch
from shapewright.questions.certificate import with_certificate
from shapewright.questions.clear._asked.fields import FIELD, GAME, NET, NO_LIST, SAVE, Game, game_of, held_notes
from shapewright.questions.clear._asked.python import clear_program, game_in_python
from shapewright.questions.clear._shown.solutions import (
    FORMATS,
    contents,
    details,
    drawn_text,
    fumen_of,
    keys_text,
    see,
    ways,
)
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, STRICT, THREADS, TIME_LIMIT, Flag, Text, Whole
from shapewright.questions.listing import Listing
from shapewright.questions.python import Expression, call, content, literal
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.screen import Screen
from shapewright.questions.source import Source
from shapewright.storage.certificate import Certificate

MAX_SOLUTIONS = 100_000
MAX_STUDIO_SOLUTIONS = 100
_SEVERAL = {".gif": "an animation shows one solution, and there may be several; leave out --limit"}


QUEUE = Text(
    "queue", "The pieces in their order, such as TIOLJSZTIOL; [T]IO has a T in hold.", argument=True, limit=400
)
KEYS = Flag("keys", "Show the key presses of every placement.", shown_in=tuple(set(FORMATS) - {".pc"}))
LIMIT = Whole(
    "limit", "Maximum number of solutions.", usual="1", metavar="N", minimum=1, maximum=MAX_SOLUTIONS,
    studio_maximum=MAX_STUDIO_SOLUTIONS,
)  # fmt: skip


def _formats(asked: Asked) -> Formats:
    if (asked[LIMIT] or 1) > 1:
        return Formats(tuple(one for one in FORMATS if one not in _SEVERAL), _SEVERAL)
    return Formats(FORMATS)


def answer(asked: Asked, desk: Desk) -> Answer:
    """A clear, or some."""
    game, problem = _stated(asked)
    short = problem.shortage()
    if short is not None:
        raise ProblemError(short)
    clock, limit, use_list = Clock(None), asked[LIMIT], not asked[NO_LIST]
    notes = [*game.notes, *held_notes(problem.queue, game)]
    found: list[clear.Solution] = []
    stopped: StoppedError | None = None
    solutions = clear.solve(
        problem, limit=limit or 1, seed=asked[SEED] or 0, net=asked[NET], use_list=use_list, time_limit=desk.seconds
    )
    try:
        for solution in solutions:
            found.append(solution)
            desk.say(f"{len(found)} found")
    except StoppedError as error:
        if not found:
            raise
        stopped = error
    seconds = clock.seconds
    kicks = problem.kicks if asked[KEYS] else None
    records = [details(one, game.fumen, kicks) for one in found]
    keys: dict[str, object] = {"found": bool(found), "solutions": records}
    if found:
        keys["height"] = found[0].height
    if stopped is None:
        keys |= _method(problem, found, use_list)
    if not found:
        return Answer(keys, verdict="none", reason=why_none(problem, use_list=use_list), notes=notes)
    first = found[0]
    saved = f"; {' '.join(first.saved)} left over" if first.saved else ""
    took = f"{amount(len(first), 'placement')}, {seconds_text(seconds)}, replayed by the rules"
    return Answer(
        keys,
        f"a perfect clear of {lines_text(first.height)} in {amount(len(first), 'piece')}{saved}",
        text=lambda screen: "\n\n".join([_text(one, game, kicks, screen) for one in found]),
        parts=lambda: see(found, game.fumen),
        records=lambda: records,
        files=contents(found, game.fumen, kicks),
        notes=[*notes, took],
        # One is all that was asked for, unless more were.
        complete=limit is None or len(found) < limit,
        stopped=stopped,
        seconds=seconds,
        page=ways(found, game.fumen) if desk.studio else {},
    )


def _stated(asked: Asked) -> tuple[Game, clear.Problem]:
    """The game and the queue, which may stand in a fumen."""
    queue, field = asked[QUEUE], None
    if queue is not None and is_fumen(queue):
        if asked[FIELD] is not None:
            raise NotationError("the queue is a fumen, which has its own field; leave out --field")
        queue, field = None, queue
    game = game_of(asked, field)
    problem = game.problem(game.asked_queue(queue))
    return game, problem


def _certificate(asked: Asked, desk: Desk, _: Answer) -> Certificate:
    return certificate(_stated(asked)[1], time_limit=desk.seconds)


def _method(problem: clear.Problem, found: Sequence[clear.Solution], use_list: bool) -> dict[str, object]:
    """How the answer was found, and how it is known that lower heights have no clear."""
    height = found[0].height if found else None
    lower = refuted(problem, height, use_list=use_list)
    return {"method": method(problem, height, use_list=use_list), "refuted": {str(at): lower[at] for at in lower}}


def _text(solution: clear.Solution, game: Game, kicks: clear.Kicks | None, screen: Screen) -> str:
    keys = [] if kicks is None else [keys_text(solution, kicks)]
    return "\n\n".join([drawn_text(solution, screen), *keys, fumen_of(solution, game.fumen)])


@dataclass(frozen=True, repr=False, eq=False)
class _Line:
    """A queue as its line has it, and what became of it."""

    text: str
    game: Game
    problem: clear.Problem | None
    """None for a line that cannot be read."""
    found: clear.Solution | clear.Unknown | None
    use_list: bool
    wrong: str = ""

    def words(self) -> str:
        if self.problem is None:
            return f"{self.text} cannot be read: {self.wrong}"
        if self.found is None:
            return f"{self.text} impossible: {why_none(self.problem, use_list=self.use_list)}"
        if isinstance(self.found, clear.Unknown):
            return f"{self.text} unknown: {self.found.reason}"
        return f"{self.text} {fumen_of(self.found, self.game.fumen)}"

    def record(self) -> dict[str, object]:
        if self.problem is None:
            return {"line": self.text, "found": None, "reason": self.wrong}
        if isinstance(self.found, clear.Unknown):
            return {"line": self.text, "found": None, "reason": self.found.reason}
        if self.found is None:
            none = {"line": self.text, "found": False, "reason": why_none(self.problem, use_list=self.use_list)}
            return none | _method(self.problem, [], self.use_list)
        known = _method(self.problem, [self.found], self.use_list)
        return {"line": self.text, "found": True} | details(self.found, self.game.fumen) | known


def _many(asked: Asked, desk: Desk) -> Listing:
    game, file = game_of(asked), asked[FILE]
    assert file is not None
    wrong: list[int] = []
    return Listing(
        _batches(file, asked, game, desk, wrong),
        lambda line, _: line.words(),
        lambda line: line.record(),
        lambda lines, number: Answer(
            {"answers": [line.record() for line in lines]},
            amount(number, "queue"),
            text=lambda _: "\n".join([line.words() for line in lines]),
            notes=game.notes,
            exit_code=1 if wrong else 0,
        ),
    )


def _batches(file: Source, asked: Asked, game: Game, desk: Desk, wrong: list[int]) -> Iterator[list[_Line]]:
    """What was read is answered at once, so that a slow pipe need not wait; lines that are ``wrong`` are noted."""
    clock, done, first = Clock(desk.seconds), 0, None
    for lines in file.lines():
        read: list[tuple[str, clear.Queue | str]] = []
        for number, line in lines:
            text = without_comment(line)
            if not text:
                continue
            try:
                queue = game.read_queue(text)
                game.problem(queue)
                read.append((text, queue))
            except ShapewrightError as error:
                first = first or FileError(f"{file.place}, line {number}: {error}")
                wrong.append(number)
                read.append((text, str(error)))
                if asked[STRICT]:
                    break
        good = [(text, queue) for text, queue in read if not isinstance(queue, str)]
        found = iter(_answered(good, asked, game, desk, clock))
        answered = [
            _Line(text, game, None, None, use_list=False, wrong=queue) if isinstance(queue, str) else next(found)
            for text, queue in read
            if not (isinstance(queue, str) and asked[STRICT])
        ]
        yield answered
        unknown = sum([isinstance(line.found, clear.Unknown) for line in answered])
        done += len(answered) - unknown
        if unknown:
            raise StoppedError(f"{clock.stopped()}; answered: {done} of {done + unknown} queues")
        if first is not None and asked[STRICT]:
            raise first


def _answered(
    read: Sequence[tuple[str, clear.Queue]], asked: Asked, game: Game, desk: Desk, clock: Clock
) -> list[_Line]:
    if not read:
        return []
    use_list = not asked[NO_LIST]
    found = clear.solve_many(
        game.problem(read[0][1]),
        [queue for _, queue in read],
        seed=asked[SEED] or 0,
        threads=desk.threads,
        time_limit=clock.left(),
        net=asked[NET],
        use_list=use_list,
    )
    return [
        _Line(text, game, game.problem(queue), one, use_list) for (text, queue), one in zip(read, found, strict=True)
    ]


_FUMEN = "clear.Fumen.from_solution(solution).to_text()"


def _python(asked: Asked) -> str:
    queue, field = asked[QUEUE], None
    if queue is not None and is_fumen(queue):
        queue, field = None, queue
    game = game_of(asked, field)
    rows, rules = game_in_python(asked if field is None else asked.replace({FIELD: field}), game)
    how = {**rules, **asked.some(SEED, TIME_LIMIT), **_searched(asked)}
    played = str(game.asked_queue(queue))
    if (asked[LIMIT] or 1) == 1:
        return clear_program(
            f"solution = {call('clear.first', rows, played, **how)}", f'print({_FUMEN} if solution else "impossible")'
        )
    several = {name: how.pop(name) for name in ("seed", "time_limit", "use_list") if name in how}
    problem = call("clear.Problem.of", rows, played, **how)
    found = call("clear.solve", Expression("problem"), limit=asked[LIMIT], **several)
    return clear_program(f"problem = {problem}", f"for solution in {found}:", f"    print({_FUMEN})")


def _many_in_python(asked: Asked) -> str:
    game = game_of(asked)
    rows, rules = game_in_python(asked, game)
    how = {**rules, **asked.some(SEED, TIME_LIMIT), **_searched(asked)}

    def read(line: str) -> str | None:
        text = without_comment(line)
        return str(game.problem(game.read_queue(text)).queue) if text else None

    return clear_program(
        f"for queue in {literal(Source.of_text(content(asked.plain(FILE))).readable(read))}:",
        f"    solution = {call('clear.first', rows, Expression('queue'), **how)}",
        f'    print({_FUMEN} if solution else "impossible")',
    )


def _searched(asked: Asked) -> dict[str, object]:
    return {"use_list": Expression("False")} if asked[NO_LIST] else {}


QUESTION = Question(
    "clear",
    "solve",
    "Find a perfect clear for a queue, or prove that there is none.",
    (QUEUE, *GAME, SAVE, KEYS, NET, NO_LIST, SEED, LIMIT, TIME_LIMIT),
    answer,
    about="""
    The perfect clear has as few lines as the queue allows, or --height lines, and has been replayed by the rules.
    QUEUE may also be a fumen with the comment #Q=[hold](current)next and the field. If there is no perfect clear,
    this is proven or known from a list (for the empty field and 4 lines), and the exit code is 1.

    \b
    shapewright clear solve TIOLJSZTIOL
    shapewright clear solve LIJO --field XXXXXX____/XXXXXX____/XXXXXX____ --keys
    shapewright clear solve TIOLJSZTIOL -o clear.gif         (.pc .fumen .json .jsonl .txt .svg .png .pdf .html)""",
    rule="shapewright.clear.claims.solving:solve",
    claims="""
    found? | flag | Whether there is a solution. | again: each height without one is refuted by all boards on the way
    solutions?  height?  method?
    refuted? | {*: text} | Lower heights, and how each was refuted. | again: by all boards on the way, not by the
        search
    answers? | [Found or Refuted or Unknown] | With --file: the answer to each line. | again: each line as an
        answer by itself""",
    example={"queue": "TIOLJSZTIOL"},
    formats=_formats,
    downloads=(".svg", ".pdf", ".fumen", ".txt", ".pc"),
    lists=True,
    stem="clear",
    python=_python,
)  # fmt: skip
QUESTION = with_certificate(QUESTION, _certificate, lambda asked, _: check_rules(_stated(asked)[1]))
QUESTION = with_batch(
    QUESTION,
    Batch(
        "Solve each queue of FILE (or -), one a line (# begins a comment).",
        about="",
        alone=("queue", "keys", "limit"),
        others=(STRICT, THREADS),
        formats=formats_of_many(
            "this format holds clears of one queue; solve one queue at a time, or write .txt, .json or .jsonl"
        ),
        answer=_many,
        python=_many_in_python,
    ),
)
