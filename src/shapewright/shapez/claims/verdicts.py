"""Answers of ``shapez buildable``: verdicts are given again, and compared with the diagram of all shapes there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import InternalError, LimitError, NotationError, ProblemError
from shapewright.shapez.claims.question import codes_of, data_of, game_of, layers_of, prepare
from shapewright.shapez.data import source
from shapewright.shapez.pattern import wanted
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import buildable as judge
from shapewright.shapez.verdicts.matches import judge as judge_pattern
from shapewright.shapez.verdicts.nearest import configuration_of_nearest
from shapewright.shapez.verdicts.verdicts import configuration_for, data_for, enough_for, full_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Case
    from shapewright.shapez.verdicts.buildable import Verdict


_NEAREST = ("nearest", "changed", "nearest_proven")


def buildable(case: Case) -> None:
    """An answer of ``shapez buildable --json``."""
    records, lines = case.answer["verdicts"], codes_of(case)
    said = [record["code"] for record in records]
    is_cut = not case.claimed("complete") and (lines is None or len(said) < len(lines))
    case.compare("complete", not is_cut, "by the number of verdicts")
    if lines is not None and is_cut:
        lines = lines[: len(said)]
    if lines is None:
        case.findings.unchecked("verdicts", "the codes that were asked about are in a file, which is not in the answer")
    elif said != lines:
        case.findings.compare("verdicts.code", said, lines, "what was asked")
    numbered = enumerate(zip(records, said, strict=True), 1)
    found = [_compare(case, record, code, number) for number, (record, code) in numbered]
    case.findings.right("verdicts", "given again")
    # A list has an answer; codes that are typed must all be buildable.
    impossible = [record for record in found if record["buildable"] is False]
    is_list = any("\n" in text for text in case.asked.texts("codes"))
    is_none = bool(impossible) and not is_list
    case.findings.verdict(case.answer, "none" if is_none else "found")
    if is_none:
        case.compare("reason", impossible[0]["reason"])


def _compare(case: Case, record: Mapping[str, Any], code: str, number: int) -> dict[str, Any]:
    try:
        found, is_sure = _record(case, record, code)
    except (NotationError, ProblemError, LimitError) as error:
        found, is_sure = {"buildable": None, "reason": str(error)}, True  # malformed lines of a file are answered, too
    if set(record) != {"code", *found}:
        raise NotationError(f"verdict {number} has {', '.join(record)}, not {', '.join(['code', *found])}")
    for key, value in found.items():
        if key in _NEAREST and not is_sure and record[key] != value:
            case.findings.unchecked(f"verdicts.{key}", "it depends on the data on this machine")
        else:
            case.findings.compare(f"verdicts.{key}", record[key], value, verdict=number)
    return found


def _record(case: Case, record: Mapping[str, Any], code: str) -> tuple[dict[str, Any], bool]:
    """What is to be said of a code, and whether that would be the same on every machine."""
    layers, given, vortex = layers_of(case), data_of(case), case.asked.flag("vortex")
    asked = wanted(code, game_of(case))
    configuration = configuration_for(asked.parts, asked.height, layers, given, code)
    prepare(case, enough_for(asked.height, configuration, given), "pp")
    if not isinstance(asked, Shape):
        if vortex:
            raise ProblemError(f"--vortex checks shapes, and {code!r} is a pattern")
        return judge_pattern(asked, layers=layers, data=given).to_json(), True
    with_nearest = _wants_nearest(case, record)
    verdict = agreed(asked, judge(asked, layers=layers, data=given, nearest=False, vortex=vortex), case)
    is_sure = True
    if with_nearest and not verdict:
        near = configuration_of_nearest(asked, layers, given)
        prepare(case, near, "pp")
        is_sure = given is not None or source.ships(near)
        verdict = judge(asked, layers=layers, data=given, vortex=vortex)
    found: dict[str, Any] = {"buildable": verdict.buildable, "reason": verdict.reason}
    if verdict.buildable:
        found["via"] = verdict.via
        if vortex:
            found["variant"] = str(verdict.variant)
    elif not vortex:
        found["delivery"] = None if verdict.delivery is None else str(verdict.delivery)
    if not verdict.buildable and with_nearest:
        found |= {
            "nearest": list(map(str, verdict.nearest)),
            "changed": verdict.changed,
            "nearest_proven": verdict.nearest_proven,
        }
    return found, is_sure


def _wants_nearest(case: Case, record: Mapping[str, Any]) -> bool:
    """Whether nearest shapes were asked for; they are left out of lists unless they were."""
    said = case.asked.value("nearest")
    if said is not None:
        return case.asked.flag("nearest")
    is_list = any("\n" in text for text in case.asked.texts("codes"))
    return not case.asked.flag("no_nearest") and ("nearest" in record or not is_list)


def agreed(shape: Shape, verdict: Verdict, case: Case) -> Verdict:
    """The verdict, once the diagram of all shapes says so, too, where there is one.

    The diagram is a closure of all shapes, the verdict looks at halves and at what pushing pins makes.
    """
    given = data_of(case)
    configuration = configuration_for(shape.parts, shape.height, layers_of(case), given, shape.to_code())
    data = data_for(enough_for(shape.height, configuration, given), given)
    built = shape if verdict.variant is None else verdict.variant
    if data.full is not None and (built.packed() in full_set(data)) != verdict.buildable:
        raise InternalError(f"two methods disagree whether {built} can be built")
    return verdict
