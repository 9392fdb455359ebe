"""The packings of an answer of ``pack``, ``solve``, ``feasible`` and ``show``, one or a list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import flag, is_a_file, listed, text
from shapewright.errors import NotationError
from shapewright.packing.claims.nothing_better import number_there
from shapewright.packing.claims.packing import judge, verdict_of
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.notation import with_shared
from shapewright.packing.parameters import Asked, read_asked

if TYPE_CHECKING:
    from shapewright.packing.claims.answer import Answer


def packings(answer: Answer) -> None:
    """Look at every packing, and at what is said of them together."""
    is_open = is_a_file(answer.parameters.get("problem"))
    asked = read_asked(answer.parameters) if answer.verb in ("pack", "solve", "feasible") and not is_open else None
    if "packings" in answer.data:
        records = listed(answer.data, "packings")
        if not records:
            raise NotationError("its 'packings' is an empty list")
        shared = {
            key: answer.data[key]
            for key in ("bag", "pieces", "board", "goal", "values", "bonuses")
            if key in answer.data
        }
        for key in shared:
            answer.found.right(key, "the question")
        whole_records = [with_shared(one, shared) for one in records]
        judged = [
            Record(
                one,
                answer.place_of(position),
                asked,
                answer.found,
                position,
                answer.refutations,
                ours=bool(answer.verb),
            )
            for position, one in enumerate(whole_records, start=1)
        ]
        answer.found.packings = len(judged)
        for record in judged:
            judge(record)
        _several(answer, judged, asked)
        return
    answer.found.packings = 1
    record = Record(answer.data, answer.place, asked, answer.found, 1, answer.refutations, ours=bool(answer.verb))
    judge(record)
    if asked is not None and asked.limit not in (None, 1):
        answer.found.wrong("packings", f"{asked.limit} packings were asked for, and the answer has one")
    answer.found.verdict(answer.data, verdict_of(record.packing.status))
    _says_complete(answer, record.packing.status, 1, None)


def _several(answer: Answer, judged: list[Record], asked: Asked | None) -> None:
    """All packings are as good as the first, and different; the status is that of the first."""
    first = judged[0].packing
    if "status" in answer.data:
        answer.found.compare("status", text(answer.data, "status"), first.status, "the first packing")
    seen: dict[object, int] = {}
    for position, record in enumerate(judged, start=1):
        key = frozenset((one.piece, one.cells) for one in record.packing.placements)
        if seen.setdefault(key, position) != position:
            answer.found.wrong("packings", f"is packing {seen[key]} again", packing=position)
        if asked is not None and record.packing.value != first.value:
            answer.found.wrong("packings", "is not as good as the first", packing=position)
    count = None if asked is None else asked.limit
    if asked is not None and len(judged) > (count or 1):
        answer.found.wrong("packings", f"there are {len(judged)}, and {count or 1} were asked for")
    answer.found.right("packings", "each replayed by the rules, and compared with the others")
    answer.found.verdict(answer.data, verdict_of(first.status))
    # The reason of an answer with a list of packings is that of the only one there is.
    if answer.data.get("reason") is not None:
        answer.found.compare("reason", answer.data["reason"], judged[0].stated_reason, "by the first packing")
    no_more = "no_more" in answer.data and _no_more(answer, judged)
    _says_complete(answer, first.status, len(judged), len(judged) if no_more else count)


def _no_more(answer: Answer, judged: list[Record]) -> bool:
    """Whether the answer says that there are no more packings of its box or board; they are counted again."""
    if not flag(answer.data, "no_more"):
        raise NotationError("its 'no_more' is false; it is left out where there may be more")
    number = number_there(judged[0])
    if isinstance(number, str):
        answer.found.unchecked("no_more", number)
    else:
        answer.found.compare("no_more", len(judged), number, "counted by a sweep over the cells")
    return True


def _says_complete(answer: Answer, status: str, there: int, count: int | None) -> None:
    if "complete" not in answer.data:
        return
    whole_list = count in (None, there)
    if not answer.complete:
        answer.found.right("complete", "it states that something is missing")
    elif answer.verb != "show" and (status not in ("optimal", "infeasible") or not whole_list):
        why = f"the status is {status!r}" if whole_list else f"there are {there} of {count} packings"
        answer.found.wrong("complete", f"the answer is not complete: {why}")
    else:
        answer.found.right("complete", "by its status")
