"""All different solutions of a field, and the fewest that serve every queue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from shapewright import clear
from shapewright.clear.certificate import certificate, check_rules
from shapewright.clear.patterns.save_conditions import read_conditions
from shapewright.errors import CertificateError, NotationError, amount
from shapewright.jobs.limits import Clock
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.clear._asked.fields import SAVE
from shapewright.questions.clear._asked.goal import MODE, SPINS, goal_in_python, goal_of
from shapewright.questions.clear._asked.lists import MAX_STUDIO_LISTED as MAX_STUDIO_STREAMED
from shapewright.questions.clear._asked.lists import batches
from shapewright.questions.clear._asked.many import of_many
from shapewright.questions.clear._asked.pattern import SETUP, live_notes, setup_of
from shapewright.questions.clear._asked.python import clear_program, islice_of, setup_in_python
from shapewright.questions.clear._asked.solution_finder import PATH
from shapewright.questions.clear._shown.cards import DOWNLOADS, FORMATS
from shapewright.questions.clear._shown.paths import COVER_SECONDS, Group, Shown, minimal_notes, minimal_of
from shapewright.questions.clear._shown.solution_finder_csv import KEY, KEYED, keyed
from shapewright.questions.desk import Desk
from shapewright.questions.fields import LIMIT, TIME_LIMIT, Field, Flag
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Text
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.storage.certificate import Certificate

MAX_STUDIO_LISTED = 20_000


BEST_SAVE = Flag(
    "best_save",
    "Take the saves in order, the best first: a solution covers the queues for which it makes their best save.",
    old=("-bs",),
)
PER_SAVE = Flag("per_save", "Answer for each piece that can be left over by itself.")
MINIMAL = Flag("minimal", "Show only the minimal set: as few solutions as cover all queues.", off="--no-minimal")
MARK_MINIMAL = Flag(
    "mark_minimal",
    "Show all solutions, and mark those of the minimal set.",
    shown_in=(".txt", ".json", ".jsonl", ".csv", ".html", ".svg", ".png", ".pdf"),
)
NO_QUEUES = Flag(
    "no_queues",
    "List the solutions, a fumen a line, without the queues of each: for patterns of millions of queues. "
    "One --json holds at most 100,000 of them; --jsonl has no limit.",
)


def answer(asked: Asked, desk: Desk) -> Answer | Listing:
    """The solutions, or the fewest of them; where there are several saves, for each of them."""
    if asked[PER_SAVE] and asked[SAVE] is not None:
        raise NotationError("--per-save and --save cannot be combined; --save T,L has an answer for each of its saves")
    if asked[BEST_SAVE] and not goal_of(asked).is_plain:
        raise NotationError("--best-save and --mode cannot be combined; --save T takes a mode")
    if asked[BEST_SAVE] and asked[SAVE] is None:
        raise NotationError("--best-save only applies with --save, which names the saves, the best one first")
    setup, notes = setup_of(asked)
    if asked[NO_QUEUES]:
        return stream(setup, notes, asked, desk)
    clock = Clock(desk.seconds)
    save, best, goal = asked[SAVE], asked[BEST_SAVE], goal_of(asked)
    is_grouped = _is_grouped(asked)
    if is_grouped:
        paths = clear.paths_by_save(setup, save=save, time_limit=clock.left(), progress=desk.progress)
    else:
        paths = (clear.path(setup, save=save, best_save=best, time_limit=clock.left(), progress=desk.progress),)
    if not goal.is_plain:
        paths = tuple([clear.path_with_goal(one, goal, time_limit=clock.left()) for one in paths])
    notes += live_notes(setup, clock.seconds, desk)
    limit = MAX_STUDIO_LISTED if asked[LIMIT] is None and desk.studio else asked[LIMIT]
    groups, is_whole = [], True
    for number, found in enumerate(paths):
        minimal = None
        if asked[MINIMAL] or asked[MARK_MINIMAL]:
            minimal = minimal_of(found, desk, clock, len(paths) - number)
        chosen: Sequence[clear.PathSolution] = minimal if asked[MINIMAL] and minimal is not None else found
        label = (found.saves[0].label or found.saves[0].text) if is_grouped else ""
        groups.append(Group(label, found, minimal, chosen[:limit]))
        is_whole &= len(groups[-1].shown) == len(chosen)
        notes += minimal_notes(minimal, label)
    heading = ""
    if not any(paths) and not goal.is_plain:
        heading = "no solution reaches the goal"
    elif is_grouped and not groups:
        heading = "no solution: none of the queues clears the field"
    elif is_grouped:
        number = sum([bool(group.found) for group in groups])
        some = "1 save is possible" if number == 1 else f"{number} saves are possible"
        heading = f"{some} with {amount(setup.pattern.length, 'piece')}; solutions of each by itself:"
    shown = Shown(groups, clock, heading=heading)
    made = Answer(
        shown.keys,
        shown.heading(),
        "found" if any(paths) else "none",
        text=shown.text,
        parts=shown.parts,
        files=shown.files(),
        notes=notes,
        complete=is_whole,
        seconds=clock.seconds,
        exit_code=0,
        page=shown.page() if desk.studio and groups else {},
    )
    shown.answer = made
    return keyed(made, paths, asked[KEY])


def _is_grouped(asked: Asked) -> bool:
    """Whether several saves are asked for, each by itself."""
    save = asked[SAVE]
    return asked[PER_SAVE] if asked[BEST_SAVE] or save is None else len(read_conditions(save)) > 1


STREAMED = Formats(
    (".txt", ".json", ".jsonl"),
    dict.fromkeys(
        (".csv", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf"),
        "with --no-queues solutions are written as they come; write .txt (a fumen a line) or .jsonl",
    ),
)
BATCH = 500
_OTHERS: tuple[Field[object], ...] = (SAVE, BEST_SAVE, PER_SAVE, MINIMAL, MARK_MINIMAL, KEY)


def stream(setup: clear.Setup, notes: list[str], asked: Asked, desk: Desk) -> Listing:
    """The solutions, a fumen a line."""
    for field in (*_OTHERS, MODE):
        if not goal_of(asked).is_plain if field is MODE else asked[field]:
            raise NotationError(
                f"{desk.option(field.name)} and {desk.option('no_queues')} cannot be combined; it needs the queues"
            )
    clock = Clock(desk.seconds)
    found = clear.list_path(setup, time_limit=clock.left(), progress=desk.progress)
    limit = MAX_STUDIO_STREAMED if asked[LIMIT] is None and desk.studio else asked[LIMIT]
    number = len(found)
    headline = f"{number} unique solutions for {found.solved} of {found.queues} queues"
    keys = {
        "unique": number,
        "solved": found.solved,
        "queues": found.queues,
        "pieces": setup.pattern.length,
        "pieces_counted": setup.length,
        "height": setup.height,
    }
    return Listing(
        batches(islice(found, limit), BATCH),
        text=lambda solution, _: solution.fumen().to_text(),
        record=record_of,
        end=lambda kept, listed: Answer(
            {**keys, "solutions": list(map(record_of, kept))},
            headline,
            "found" if number else "none",
            text=lambda _: "\n".join([solution.fumen().to_text() for solution in kept]),
            parts=lambda: [Text("\n".join([solution.to_text(one_line=True) for solution in kept]), label="solutions")],
            notes=[*notes, f"clear: {headline}"],
            complete=listed == number,
            exit_code=0,
        ),
        seconds=clock.left(),
        of=number if limit is None else min(limit, number),
    )


def record_of(solution: clear.ListedSolution) -> dict[str, object]:
    """A solution as plain data."""
    return {
        "pieces": solution.pieces,
        "rows": solution.to_text(one_line=True),
        "tucked": solution.tucked,
        "fumen": solution.fumen().to_text(),
    }


def _python(asked: Asked) -> str:
    where, how = setup_in_python(asked)
    if asked[NO_QUEUES]:
        found = islice_of("found", asked[LIMIT])
        return clear_program(
            f"found = {call('clear.list_path', *where, **how)}",
            "print(len(found), found.solved, found.queues)",
            f"for solution in {found}:",
            "    print(solution.fumen().to_text())",
        )
    goal = goal_in_python(asked).get("goal")
    filtered = [] if goal is None else [call("found = clear.path_with_goal", Expression("found"), goal)]
    how |= {"best_save": Expression("True")} if asked[BEST_SAVE] else {}
    chosen = f"found.minimal(time_limit={COVER_SECONDS})" if asked[MINIMAL] else "found"
    chosen += "" if asked[LIMIT] is None else f"[:{asked[LIMIT]}]"
    inside = [
        *filtered,
        "print(len(found), found.solved, found.queues)",
        f"for solution in {chosen}:",
        "    print(solution.served, solution.fumen().to_text())",
    ]
    if _is_grouped(asked):
        each = [f"    {line}" for line in ("print(found.saves[0])", *inside)]
        return clear_program(f"for found in {call('clear.paths_by_save', *where, **how)}:", *each)
    return clear_program(f"found = {call('clear.path', *where, **how)}", *inside)


def _formats(asked: Asked) -> Formats:
    """Solutions that are written as they come, and tables, have few."""
    if asked[NO_QUEUES]:
        return STREAMED
    return KEYED if asked[KEY] else FORMATS


def _check_certificate(asked: Asked, desk: Desk) -> None:
    for field in (SAVE, BEST_SAVE, PER_SAVE, MARK_MINIMAL, KEY, NO_QUEUES, MODE, SPINS):
        if asked[field] not in (None, False, field.default):
            raise CertificateError(f"there are no certificates with {desk.option(field.name)}")
    check_rules(setup_of(asked)[0])


def _certificate(asked: Asked, desk: Desk, _: Answer) -> Certificate:
    return certificate(setup_of(asked)[0], fewest=asked[MINIMAL], time_limit=desk.seconds)


_SAVE = replace(
    SAVE,
    help="Let a solution cover only the queues for which it saves these pieces: T, TL, !T, T||I; each of several "
    "(T,L#an L) has its own answer.",
    limit=1000,
)

_LIMIT = replace(
    LIMIT, help="Maximum number of solutions; 0 for the counts alone.", minimum=0, studio_maximum=MAX_STUDIO_LISTED
)

QUESTION = Question(
    "clear",
    "path",
    "List all unique solutions, or a minimal set that covers every queue.",
    (*SETUP, _SAVE, BEST_SAVE, MODE, SPINS, PER_SAVE, MINIMAL, MARK_MINIMAL, KEY, NO_QUEUES, _LIMIT, TIME_LIMIT),
    answer,
    about="""
    A unique solution is a set of pieces with their cells in the rows of the field, whatever their order. Solutions
    that cover most queues are listed first.

    The minimal set is searched for only with --minimal or --mark-minimal, for 10 seconds without --time-limit; if that
    is too short, the best set so far and a bound are reported. Of equally small sets the one with fewest tucked pieces
    is taken, then the one whose solutions need hold for the fewest queues (in per cent), then the one whose pieces can
    be placed in most orders; "minimal_ties" of --json has each sum, and whether it is proven to be the least.

    With --mode, a solution covers only the queues that build it so that this happens on the way, as with 'clear cover'.

    \b
    shapewright clear path -t 'v115@...' -p 'I,*p4'
    shapewright clear path --field XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX -p '*p5' -o path.html (.fumen .png)
    shapewright clear path -t 'v115@...' -p '*p7' --per-save --minimal -o saves.html""",
    rule="shapewright.clear.claims.paths:path",
    claims="""
    unique? | whole | Number of solutions. | again
    minimal? | whole? | Least number of solutions that serve all queues. | rules: they must serve all queues
    minimal_bound? | whole? | Number that no fewer solutions do. | again: proven again
    minimal_ties? | [list]? | Ties among the fewest, and how each was decided. | again: decided again
    solved?  queues?  pieces?  pieces_counted?  height?
    best_saves? | [any] | Conditions on what is saved, the best one first. | asked
    solutions? | [Path or Listed] | Solutions, each with the queues that can build it. | again: recomputed; each
        solution is built by itself
    saves? | [Saved] | The same for each condition on what is saved. | again: recomputed; each solution is built by
        itself
    asked?  fields?""",
    example={"field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "patterns": "I,*p4"},
    formats=_formats,
    downloads=DOWNLOADS,
    python=_python,
    foreign=PATH,
)
QUESTION = with_certificate(QUESTION, _certificate, _check_certificate)
_ALONE = ("limit", "best_save", "per_save", "mark_minimal", "key", "mode", "spins", "no_queues")
QUESTION = of_many(QUESTION, *_ALONE, counted=(SAVE, MINIMAL))
