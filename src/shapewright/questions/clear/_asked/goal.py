"""The fields that state what must happen on the way, in solution-finder's spellings as well."""

from __future__ import annotations

from shapewright.clear import Goal
from shapewright.clear.orders.goals import MODES, T_MODES, read_mode, read_t_mode
from shapewright.clear.spins import SPIN_RULES
from shapewright.questions.asked import Asked
from shapewright.questions.fields import Choice, Field, Text, Whole
from shapewright.questions.python import call

_NO_YES = ("no", "yes")


class _Mode(Text):
    """One of ``MODES``, or a word of solution-finder's for it."""

    def check(self, value: object, door: str) -> str:
        return read_mode(super().check(value, door))

    def schema(self) -> dict[str, object]:
        return {"type": "string", "enum": list(MODES)}


class _EveryT(Text):
    """One of ``T_MODES``, or a word of solution-finder's for it."""

    def check(self, value: object, door: str) -> str:
        return read_t_mode(super().check(value, door))

    def schema(self) -> dict[str, object]:
        return {"type": "string", "enum": list(T_MODES)}


MODE = _Mode(
    "mode", "What must happen on the way: tetris, tsd, b2b, 2L-or-PC or another mode.",
    short="-M", metavar="MODE", limit=20,
).with_default("normal")  # fmt: skip
SPINS = Choice("spins", "What counts as a spin, by the name of the rule.", choices=SPIN_RULES).with_default("t")
START_B2B = Whole(
    "start_b2b", "The first N line clears must be there, each a tetris or a spin.", metavar="N",
    old=("--starting-b2b", "-sb"), maximum=20,
).with_default(0)  # fmt: skip
EVERY_T = _EveryT(
    "every_t", "What every T must do: tsz (a spin), tsm, tss, tsd or tst.", usual="nothing", metavar="MODE", limit=20,
)  # fmt: skip
MAX_CLEARS = Whole(
    "max_clears", "At most N placements may clear lines.", metavar="N", old=("--max-clearline", "-mc"),
    usual="any", maximum=20,
)  # fmt: skip
MAX_SOFT = Whole(
    "max_soft", "At most N placements may need soft drop.", metavar="N", old=("--max-softdrop", "-ms"),
    usual="any", maximum=20,
)  # fmt: skip
LAST_SOFT = Whole(
    "last_soft", "The last N pieces may be dropped softly, whatever --drop says.", metavar="N",
    old=("--last-sd", "-l"), maximum=20,
).with_default(0)  # fmt: skip
GOAL: tuple[Field[object], ...] = (MODE, SPINS, START_B2B, EVERY_T, MAX_CLEARS, MAX_SOFT, LAST_SOFT)
"""The fields that :func:`goal_of` reads; a list of solutions takes the first two."""

MIRROR = Choice("mirror", "Whether each solution is reflected, too.", choices=_NO_YES, short="-m").with_default("no")
PRIORITY = Choice(
    "priority", "Whether a queue counts for the first solution alone that it can build.", choices=_NO_YES, short="-P"
).with_default("no")


def goal_of(asked: Asked) -> Goal:
    """What those fields of :data:`GOAL` that a question has state."""
    return Goal(
        asked.get(MODE, "normal"),
        asked.get(SPINS, "t"),
        asked.get(START_B2B, 0),
        asked.get(MAX_CLEARS, None),
        asked.get(MAX_SOFT, None),
        asked.get(LAST_SOFT, 0),
        asked.get(EVERY_T, None),
    )


def goal_in_python(asked: Asked) -> dict[str, object]:
    """The keyword of a goal that is not the usual one."""
    said = asked.some(*[field for field in GOAL if field in asked and asked.plain(field) != field.default])
    mode = said.pop("mode", "normal")
    if said:
        return {"goal": call("clear.Goal", mode, **said)}
    return {} if mode == "normal" else {"goal": mode}
