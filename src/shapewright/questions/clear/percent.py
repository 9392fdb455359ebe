"""The chance of a perfect clear over the queues of a pattern."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice

from shapewright import clear, drawing
from shapewright.clear.certificate import certificate, check_rules
from shapewright.clear.chances.percent import percentage
from shapewright.clear.patterns.save_conditions import read_conditions
from shapewright.clear.picture import field_mosaic
from shapewright.errors import CertificateError, LimitError, NotationError, ProblemError, amount
from shapewright.jobs.limits import Clock, seconds_text
from shapewright.questions.asked import Asked
from shapewright.questions.batch import csv_of
from shapewright.questions.certificate import with_certificate
from shapewright.questions.clear._asked.fields import NO_LIST, SAVE
from shapewright.questions.clear._asked.many import of_many
from shapewright.questions.clear._asked.pattern import SETUP, live_notes, setup_of
from shapewright.questions.clear._asked.python import clear_program, setup_in_python
from shapewright.questions.clear._asked.solution_finder import PERCENT
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Flag, Whole
from shapewright.questions.parts import Bars, Part, Table, Text
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Question, without_pictures
from shapewright.storage.certificate import Certificate

MAX_LISTED = 5_000_000
MAX_STUDIO_LISTED = 20_000
MAX_TREE, MAX_STUDIO_TREE = 4, 3
SHOWN = 5
"""So many failing queues are shown unless all are asked for."""
MAX_SHOWN = 1000
"""The number of failing queues that a page shows."""

BEST_SAVE = Flag(
    "best_save",
    "Take the save conditions in order, the best first: each queue counts for the first that holds for it.",
    old=("-bs",),
)
LEFTOVERS = Flag("leftovers", "List every set of pieces that can be left over, and how many queues can leave it.")
FAILED = Flag("failed", "List every failing queue.", doors=("shell",), repeated_in=False)
FAILED_COUNT = Whole(
    "failed_count",
    "Number of failing queues to list; -1 lists all.",
    usual=str(SHOWN),
    short="-fc",
    metavar="N",
    minimum=-1,
    maximum=MAX_LISTED,
    doors=("shell",),
    repeated_in=False,
)
TREE = Whole(
    "tree",
    "Number of first pieces that the tree distinguishes.",
    old=("--tree-depth", "-td"),
    metavar="N",
    maximum=MAX_TREE,
    studio_maximum=MAX_STUDIO_TREE,
).with_default(1)


def answer(asked: Asked, desk: Desk) -> Answer:
    """How many queues can clear the field, and which cannot."""
    save = asked[SAVE]
    if save is not None:
        read_conditions(save)
    elif asked[BEST_SAVE]:
        raise NotationError("--best-save only applies with --save, which names the saves, the best one first")
    setup, notes = setup_of(asked)
    clock = Clock(None)
    chance = clear.percent(
        setup,
        save=save,
        best_save=asked[BEST_SAVE],
        use_list=not (asked[NO_LIST] or asked[LEFTOVERS]),
        time_limit=desk.seconds,
        progress=desk.progress,
    )
    seconds = clock.seconds
    length = setup.length if save is None else setup.pattern.length
    is_left = chance.boards and save is None and setup.hold and length > setup.needed
    if asked[LEFTOVERS] and (nothing := setup.nothing_left()) is not None:
        raise ProblemError(f"--leftovers has nothing to list: {nothing}")
    table = chance.leftovers() if asked[LEFTOVERS] else None
    never = setup.nothing_left() or setup.never_saved(save) if save else None
    note = never if save else setup.cut()
    shown = _Shown(setup, chance, chance.by_saved() if is_left else {}, table, note, best=asked[BEST_SAVE])
    desk.at_most(shown.failing, MAX_STUDIO_LISTED, "{} queues fail")
    how = (
        f"{amount(chance.boards, 'board', thousands=True)} reached"
        if chance.boards
        else "known from the list of queues without a perfect clear"
    )
    number = asked[FAILED_COUNT]
    listed = SHOWN if number is None else number
    if desk.studio or asked[FAILED] or listed == -1:
        listed = MAX_LISTED
    text = "\n".join(shown.lines(listed, asked[TREE])) + "\n"
    return Answer(
        lambda: shown.keys(asked[TREE]),
        str(chance),
        "found" if chance.solved else "none",
        reason="" if chance.solved else never or "",
        text=lambda _: text,
        parts=lambda: shown.parts(max(1, asked[TREE])),
        files={".csv": lambda: shown.csv(asked[TREE]), ".html": lambda: shown.page(max(2, asked[TREE]))},
        notes=[*notes, f"clear: {how}, {seconds_text(seconds)}", *live_notes(setup, seconds, desk)],
        exit_code=0,
    )


@dataclass(frozen=True)
class _Shown:
    setup: clear.Setup
    chance: clear.Chance
    saved: dict[str, clear.Chance]
    leftovers: dict[str, clear.Chance] | None
    note: str | None
    best: bool

    @property
    def failing(self) -> int:
        return self.chance.queues - self.chance.solved

    def keys(self, tree: int) -> dict[str, object]:
        chance, setup = self.chance, self.setup
        table: dict[str, object] = {}
        if self.leftovers is not None:
            table["leftovers"] = [[left, of.solved, of.queues] for left, of in self.leftovers.items()]
        if tree > 1:
            levels = [chance.by_first(level) for level in range(1, tree + 1)]
            table["tree"] = {first: [of.solved, of.queues] for level in levels for first, of in level.items()}
        return {
            "solved": chance.solved,
            "queues": chance.queues,
            "chance": chance.fraction,
            "cleared": chance.cleared,
            "conditions": [saved.keys() for saved in chance.conditions],
            "pieces": setup.pattern.length,
            "pieces_counted": setup.pattern.length if chance.conditions else setup.length,
            "height": setup.height,
            "first": {prefix: [of.solved, of.queues] for prefix, of in chance.by_first().items()},
            "saved": {piece: of.solved for piece, of in self.saved.items()},
            "method": "search" if chance.boards else "list",
            "failed": list(self._failing()),
            **table,
        }

    def csv(self, tree: int) -> str:
        """A row for each queue; with leftovers or a tree of several pieces the rows of that table."""
        if tree > 1 and self.leftovers is not None:
            raise ProblemError("a .csv file has one table; give either --leftovers or --tree")
        if tree > 1:
            return csv_of([("first", "solved", "queues"), *[row[:3] for row in _branches(self.chance, tree)]])
        if self.leftovers is not None:
            rows = [(left, of.solved, of.queues) for left, of in self.leftovers.items()]
            return csv_of([("leftover", "solved", "queues"), *rows])
        chance = self.chance
        if chance.queues > MAX_LISTED:
            raise LimitError(f"{chance.queues} queues are more than the limit of {MAX_LISTED} lines of a .csv file")
        if self.best:
            # The first condition that holds for a queue is its best save.
            saves = dict.fromkeys([queue for queue, _ in chance.table()], "")
            for saved in chance.conditions:
                saves |= dict.fromkeys(saved.chance.solving(), saved.label)
            return csv_of([("queue", "best_save"), *saves.items()])
        several = chance.conditions if len(chance.conditions) > 1 else ()
        tables = zip(*[one.table() for one in (chance, *[saved.chance for saved in several])], strict=True)
        each = ([entries[0][0], *["yes" if can else "no" for _, can in entries]] for entries in tables)
        return csv_of(chain([["queue", "solved", *[saved.label for saved in several]]], each))

    def lines(self, listed: int, tree: int) -> Iterator[str]:
        """The text, with so many failing queues and first pieces."""
        yield str(self.chance)
        yield from condition_lines(self.chance, best=self.best)
        if self.note is not None:
            yield self.note
        if tree:
            yield ""
            yield from _tree_lines(self.chance, tree)
        if self.saved:
            yield ""
            each = "  ".join([f"{piece} {percentage(of.solved, of.queues)} %" for piece, of in self.saved.items()])
            yield f"can be saved{self._held()}: {each}"
        if self.leftovers is not None:
            yield ""
            yield from leftover_lines(self.leftovers)
        if self.failing and listed:
            yield ""
            more = f"{self.failing - listed} more (--failed lists them)" if self.failing > listed else ""
            if listed > SHOWN:
                yield from islice(self._failing(min(listed, self.failing)), listed)
                yield from [f"and {more}"] if more else []
            else:
                yield f"failing: {' '.join(islice(self.chance.failing(), listed))}{f', and {more}' if more else ''}"

    def _held(self) -> str:
        """Which queues the chances to save are of, where they are not whole: then only the held piece counts."""
        return "" if self.setup.cut() is None else f" in hold, of the {self.chance.queues} shortened queues"

    def parts(self, tree: int) -> list[Part]:
        parts: list[Part] = [Bars(_branches(self.chance, tree), title="After the first pieces")]
        if len(self.chance.conditions) > 1:
            each = [(one.label, one.chance.solved, one.chance.queues, 0) for one in self.chance.conditions]
            title = "The best save of each queue" if self.best else "Each condition; above: at least one of them"
            parts.insert(0, Bars(each, title=title))
        if self.saved:
            left = [(piece, of.solved, of.queues, 0) for piece, of in self.saved.items()]
            parts.append(Bars(left, title=f"Chance to save{self._held()}"))
        if self.leftovers is not None:
            columns = ("left over", "queues", "of all", "of clears")
            parts.append(Table(columns, leftover_rows(self.leftovers), _number_of(self.leftovers)))
        said = [*condition_lines(self.chance, best=self.best), *([] if self.note is None else [self.note])]
        if said:
            parts.append(Text("\n".join(said), label="about the chance"))
        if self.failing:
            first = list(islice(self.chance.failing(), MAX_SHOWN))
            more = f", the first {MAX_SHOWN}" if self.failing > MAX_SHOWN else ""
            title = f"{self.failing} failing queues{more}"
            parts.append(Text(_in_rows(first, 6), title=title, label="failing queues", folded=True))
        return parts

    def page(self, tree: int) -> str:
        setup, chance, figure, section = self.setup, self.chance, drawing.Figure, drawing.Section
        field = figure(field_mosaic(setup.start, height=setup.height).scene(), str(chance), command=str(setup.pattern))
        texts = {
            "Left over": "\n".join(condition_lines(chance, best=self.best)),
            "First pieces": "\n".join(_tree_lines(chance, tree)),
            f"Chance to save{self._held()}": "\n".join([f"{piece} {of}" for piece, of in self.saved.items()]),
            "All leftovers": "\n".join(leftover_lines(self.leftovers or {})),
            f"{self.failing} failing queues": _in_rows(list(self._failing()), 8),
        }
        sections = [section(heading, figures=(figure(text=text),)) for heading, text in texts.items() if text]
        return drawing.to_html("Chance of a perfect clear", [section("Field", figures=(field,)), *sections])

    def _failing(self, wanted: int | None = None) -> Iterator[str]:
        number = self.failing if wanted is None else wanted
        if number > MAX_LISTED:
            raise LimitError(f"{number} queues fail, more than the limit of {MAX_LISTED} to list")
        return self.chance.failing()


def _in_rows(queues: list[str], across: int) -> str:
    return "\n".join([" ".join(queues[start : start + across]) for start in range(0, len(queues), across)])


def _branches(chance: clear.Chance, depth: int) -> list[tuple[str, int, int, int]]:
    """The tree of first pieces in reading order: a beginning, its queues that can, its queues, how deep it is."""
    levels = [chance.by_first(level) for level in range(1, depth + 1)]
    places = {prefix: number for level in levels for number, prefix in enumerate(level)}
    found = {prefix: of for level in levels for prefix, of in level.items()}
    order = sorted(found, key=lambda prefix: [places[prefix[: end + 1]] for end in range(len(prefix))])
    return [(prefix, found[prefix].solved, found[prefix].queues, len(prefix) - 1) for prefix in order]


def _tree_lines(chance: clear.Chance, depth: int) -> Iterator[str]:
    """The same as lines, each level two columns further in."""
    branches = _branches(chance, depth)
    width = max([len(str(queues)) for _, _, queues, _ in branches])
    for prefix, solved, queues, level in branches:
        share = f"{percentage(solved, queues)} %"
        yield f"{'  ' * level + prefix:{3 * depth - 1}} {solved:>{width}} / {queues:>{width}}  {share:>8}"


def condition_lines(chance: clear.Chance, *, best: bool) -> Iterator[str]:
    """What save conditions add to the headline."""
    if not chance.conditions:
        return
    if len(chance.conditions) > 1:
        each = "each queue counts for the first of these that holds for it" if best else "each condition"
        yield f"queues for which at least one condition holds; {each}:"
        yield ""
        width = max([len(saved.label) for saved in chance.conditions])
        for saved in chance.conditions:
            yield f"{saved.label:{width}}  {saved.chance}"
        yield ""
    part = percentage(chance.solved, chance.cleared)
    yield f"{chance.cleared} queues can clear the field; this is {part} % of them"


def _number_of(leftovers: Mapping[str, clear.Chance]) -> str:
    number = len(leftovers)
    return f"{number} set{'' if number == 1 else 's'} of pieces can be left over"


def leftover_lines(leftovers: Mapping[str, clear.Chance]) -> Iterator[str]:
    """Each set of pieces, how many queues can leave it, and their share of all and of those that clear the field."""
    if not leftovers:
        return
    one = next(iter(leftovers.values()))
    shares = f"per cent of all {one.queues} queues, and of the {one.cleared} that clear the field"
    yield f"{_number_of(leftovers)}; {shares}:"
    width = max(map(len, leftovers))
    digits = max([len(str(of.solved)) for of in leftovers.values()])
    for left, number, of_all, of_clears in leftover_rows(leftovers):
        yield f"{left:{width}}  {number:>{digits}}  {of_all:>8}  {of_clears:>8}"


def leftover_rows(leftovers: Mapping[str, clear.Chance]) -> list[tuple[str, int, str, str]]:
    """The same as the rows of a table."""
    return [
        (left, of.solved, f"{percentage(of.solved, of.queues)} %", f"{percentage(of.solved, of.cleared)} %")
        for left, of in leftovers.items()
    ]


def _python(asked: Asked) -> str:
    where, how = setup_in_python(asked)
    how |= {"best_save": asked[BEST_SAVE]}
    how |= {"use_list": Expression("False")} if asked[NO_LIST] or asked[LEFTOVERS] else {}
    chance = call("clear.percent", *where, **how)
    if not asked[LEFTOVERS]:
        return clear_program(f"print({chance})")
    each = ("for left, of in chance.leftovers().items():", "    print(left, of)")
    return clear_program(f"chance = {chance}", "print(chance)", *each)


def _check_certificate(asked: Asked, desk: Desk) -> None:
    if asked[SAVE] is not None:
        raise CertificateError(f"there are no certificates with {desk.option('save')}")
    check_rules(setup_of(asked)[0])


def _certificate(asked: Asked, desk: Desk, _: Answer) -> Certificate:
    return certificate(setup_of(asked)[0], time_limit=desk.seconds)


_SAVE = replace(
    SAVE,
    help="Count the queues that can save these pieces: T, TL, T&&L, !T, ^T, /regular expression/; separate several by "
    "commas; #label names one.",
    limit=1000,
)

QUESTION = Question(
    "clear",
    "percent",
    "Compute the chance of a perfect clear over the queues of a pattern.",
    (*SETUP, _SAVE, BEST_SAVE, LEFTOVERS, FAILED, FAILED_COUNT, TREE, NO_LIST, TIME_LIMIT),
    answer,
    about="""
    The player knows the whole queue from the start. Only the pieces that can be placed count (and one more with hold);
    queues that agree in those are counted once.

    --save asks which pieces each queue can save, that is, leave over, in the notation of PC-Saves-Get. T: a T can be
    saved; TL: a T and an L together; T&&L: a T can be saved, and an L can, perhaps by another solution; !T: the field
    is cleared, but never with a T left over; ^T: it is cleared without a T left over; ^!(T&&!S): one outcome has a T
    and no S. All pieces of the queue count, and no others. --best-save and --leftovers tell more.

    \b
    shapewright clear percent -t 'v115@...' -p 'I,*p4'
    shapewright clear percent --field ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI -p '*p4' --saves 'T||I'
    shapewright clear percent -p 'I,*p7,*p3'           answered from the list of 'clear impossible'

    An answer from that list does not report which pieces are left over; --no-list searches instead.""",
    rule="shapewright.clear.claims.patterns:percent",
    claims="""
    solved?  queues?
    chance? | number | Their share. | again: from the numbers of queues
    cleared? | whole | Number of queues that clear the field, whatever is saved. | again
    conditions? | [record] | The chance of each condition on what is saved. | again
    pieces?  pieces_counted?  height?
    first? | {*: [whole]} | For each first piece the number of queues that can, and of all. | again
    saved? | {*: whole} | For each piece the number of queues that can save it. | again
    leftovers? | any | For each set of leftover pieces the number of queues. | again
    tree? | any | The chance for each beginning. | again
    method?  failed?  asked?  fields?""",
    example={"field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "patterns": "I,*p4"},
    formats=without_pictures("a chance is not a picture; 'clear path' draws solutions", ".csv", ".html"),
    downloads=(".txt", ".csv"),
    python=_python,
    foreign=PERCENT,
)
QUESTION = with_certificate(QUESTION, _certificate, _check_certificate)
QUESTION = of_many(QUESTION, "failed", "failed_count", "tree", "best_save", "leftovers", counted=(SAVE,))
