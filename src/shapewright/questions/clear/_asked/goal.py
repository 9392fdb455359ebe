"""The fields that state what must happen on the way, in solution-finder's spellings as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.clear import Goal
from shapewright.clear.orders.goals import MODES, T_MODES, read_mode, read_t_mode
from shapewright.clear.spins import SPIN_RULES
from shapewright.questions.fields import Choice, Text, Whole
from shapewright.questions.python import call, some

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.questions.fields import Field

__all__ = ["GOAL", "MIRROR", "PATH_GOAL", "PRIORITY", "goal_in_python", "goal_of"]

_NO_YES = ("no", "yes")


class _Mode(Text):
    """One of ``MODES``, or a word of solution-finder's for it."""

    def check(self, value: Any, door: str) -> str:
        """The mode that the word stands for."""
        return read_mode(super().check(value, door))

    def schema(self) -> dict[str, Any]:
        """One of the modes."""
        return {"type": "string", "enum": list(MODES)}


class _EveryT(Text):
    """One of ``T_MODES``, or a word of solution-finder's for it."""

    def check(self, value: Any, door: str) -> str:
        """The mode that the word stands for."""
        return read_t_mode(super().check(value, door))

    def schema(self) -> dict[str, Any]:
        """One of the modes of T."""
        return {"type": "string", "enum": list(T_MODES)}


GOAL: tuple[Field, ...] = (
    _Mode(
        "mode", "What must happen on the way: tetris, tsd, b2b, 2L-or-PC or another mode.",
        default="normal", short="-M", metavar="MODE", limit=20,
    ),
    Choice("spins", "What counts as a spin, by the name of the rule.", default="t", choices=SPIN_RULES),
    Whole(
        "start_b2b", "The first N line clears must be there, each a tetris or a spin.", default=0, metavar="N",
        old=("--starting-b2b", "-sb"), maximum=20,
    ),
    _EveryT(
        "every_t", "What every T must do: tsz (a spin), tsm, tss, tsd or tst.", usual="nothing", metavar="MODE",
        limit=20,
    ),
    Whole(
        "max_clears", "At most N placements may clear lines.", metavar="N", old=("--max-clearline", "-mc"),
        usual="any", maximum=20,
    ),
    Whole(
        "max_soft", "At most N placements may need soft drop.", metavar="N", old=("--max-softdrop", "-ms"),
        usual="any", maximum=20,
    ),
    Whole(
        "last_soft", "The last N pieces may be dropped softly, whatever --drop says.", default=0, metavar="N",
        old=("--last-sd", "-l"), maximum=20,
    ),
)  # fmt: skip
"""The fields that :func:`goal_of` reads."""

PATH_GOAL: tuple[Field, ...] = tuple([one for one in GOAL if one.name in ("mode", "spins")])
"""The two that a list of solutions takes."""

MIRROR = Choice("mirror", "Whether each solution is reflected, too.", default="no", choices=_NO_YES, short="-m")
PRIORITY = Choice(
    "priority",
    "Whether a queue counts for the first solution alone that it can build.",
    default="no",
    choices=_NO_YES,
    short="-P",
)


def goal_of(asked: Mapping[str, Any]) -> Goal:
    """What those fields of :data:`GOAL` that a question has state."""
    return Goal(**{field.name: asked[field.name] for field in GOAL if field.name in asked})


def goal_in_python(asked: dict[str, Any]) -> dict[str, Any]:
    """The keyword of a goal that is not the usual one."""
    said = some(asked, *[field.name for field in GOAL if asked.get(field.name) != field.default])
    mode = said.pop("mode", "normal")
    if said:
        return {"goal": call("clear.Goal", mode, **said)}
    return {} if mode == "normal" else {"goal": mode}
