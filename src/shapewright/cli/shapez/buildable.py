"""Whether shapes can be built, and if not, why, and what comes nearest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.input import names_file
from shapewright.cli.shapez import known
from shapewright.cli.shapez.codes import CONTEXT, batches, codes, is_batch
from shapewright.cli.shapez.lines import answer
from shapewright.errors import FileError, LimitError, NotationError, ProblemError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.shapez import Data, Pattern, Shape, Verdict
    from shapewright.shapez.configuration import Configuration
    from shapewright.shapez.notation import Code

EXAMPLES = 3


@click.command(context_settings=CONTEXT)
@codes()
@known.layers
@click.option("--vortex", is_flag=True, help="Judge deliveries: below other parts the vortex takes a pin for a gap.")
@click.option(
    "--nearest/--no-nearest", default=None, help="Name the nearest buildable shapes, or not (as for lists of codes)."
)
@known.data
@options.time_limit
@options.json_output
@options.jsonl_output
@options.output
@options.quiet
@options.verbose
def buildable(
    codes: tuple[str, ...],
    layers: int | None,
    vortex: bool,
    nearest: bool | None,
    data: str | None,
    time_limit: float | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Say of each CODE whether the shape can be built from what the miners give (- reads one a line).

    Only kinds matter: normal part, pin, crystal, nothing. A code may have wildcards: ?? anything, A? any part, N? any
    normal part, C? (and so on) any colour, c? any crystal, ?r (and so on) anything of that colour, P? a pin or nothing.
    Then the question is whether any shape it stands for can be built, and how many can.

    The exit code is 1 if a CODE on the command line cannot be built; a list that was read is an answer in any case.
    """
    listed = is_batch(codes)
    clock = Clock(time_limit)
    judge = _Judge(layers, vortex, not listed if nearest is None else nearest, known.read(data), clock)
    for code in codes:
        if not names_file(code):
            judge.parsed(code)  # before the first answer
    answer(
        judge.verdicts(codes),
        text=str,
        record=_Verdict.to_json,
        key="verdicts",
        as_json=as_json,
        as_jsonl=as_jsonl,
        output=output,
        time_limit=clock.left(),
    )
    if judge.faults:
        first = judge.faults[0]
        if len(judge.faults) == 1:
            raise FileError(str(first))
        raise FileError(f"{first} (and {len(judge.faults) - 1} more of the {judge.seen} lines are malformed)")
    return NONE_EXISTS if judge.impossible and not listed else ANSWER


@dataclass(frozen=True)
class _Verdict:
    """What is said of one code."""

    code: str
    buildable: bool | None
    text: str
    keys: dict[str, Any]

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "buildable": self.buildable, **self.keys}


class _Judge:
    """Gives verdicts one after the other; malformed lines of a list are answered too, and counted."""

    def __init__(self, layers: int | None, vortex: bool, nearest: bool, data: Data | None, clock: Clock) -> None:
        self._layers, self._vortex, self._nearest, self._data = layers, vortex, nearest, data
        self._clock = clock
        self._prepared: set[Configuration] = set()
        self.seen = 0
        self.impossible = 0
        self.faults: list[FileError] = []

    def parsed(self, text: str) -> Shape | Pattern:
        """The shape, or the pattern if there are wildcards."""
        from shapewright.shapez.pattern import Pattern, is_pattern
        from shapewright.shapez.shape import Shape

        return Pattern.from_code(text) if is_pattern(text) else Shape.from_code(text)

    def verdicts(self, arguments: tuple[str, ...]) -> Iterator[list[_Verdict]]:
        """The verdicts, in batches as the codes come."""
        for batch in batches(arguments):
            yield [self._verdict(code) for code in batch]

    def _verdict(self, code: Code) -> _Verdict:
        self.seen += 1
        try:
            found = self._judged(code)
        except (NotationError, ProblemError, LimitError) as error:
            if not code.where:
                raise
            self.faults.append(FileError(f"{code.where}: {error}"))
            return _Verdict(code.text, None, f"error: {error}", {"reason": None, "error": str(error)})
        self.impossible += not found.buildable
        return found

    def _judged(self, code: Code) -> _Verdict:
        from shapewright.shapez import Shape
        from shapewright.shapez.buildable import buildable
        from shapewright.shapez.verdicts import configuration_for, enough_for

        asked = self.parsed(code.text)
        configuration = configuration_for(asked.parts, asked.height, self._layers, self._data, code.text)
        self._prepare(enough_for(asked.height, configuration, self._data))
        if not isinstance(asked, Shape):
            able, words, keys = matched_keys(code.text, asked, self._layers, self._data, self._vortex)
            return _Verdict(code.text, able, words, keys)
        verdict = buildable(asked, layers=self._layers, data=self._data, nearest=False, vortex=self._vortex)
        if self._nearest and not verdict:
            self._prepare(configuration)
            verdict = buildable(asked, layers=self._layers, data=self._data, vortex=self._vortex)
        return _Verdict(code.text, verdict.buildable, str(verdict), verdict_keys(verdict, self._vortex, self._nearest))

    def _prepare(self, configuration: Configuration) -> None:
        """Make what must be made first while a person who waits sees the progress."""
        if self._data is None and configuration not in self._prepared:
            known.load(configuration, "pp", time_limit=self._clock.left())
            self._prepared.add(configuration)


def verdict_keys(verdict: Verdict, vortex: bool, nearest: bool) -> dict[str, Any]:
    """The keys of a JSON answer that tell of a verdict on a shape."""
    keys: dict[str, Any] = {"reason": verdict.reason}
    if verdict.buildable:
        keys["via"] = verdict.via
        if vortex:
            keys["variant"] = str(verdict.variant)
    elif nearest:
        keys["nearest"] = list(map(str, verdict.nearest))
        keys["changed"] = verdict.changed
        keys["nearest_proven"] = verdict.nearest_proven
    return keys


def matched_keys(
    text: str, pattern: Pattern, layers: int | None, data: Data | None, vortex: bool
) -> tuple[bool, str, dict[str, Any]]:
    """Whether any shape of a pattern can be built, that in words, and the keys of a JSON answer that tell of it."""
    from itertools import islice

    from shapewright.shapez.pattern import matches

    if vortex:
        raise ProblemError(f"--vortex judges shapes, and {text!r} is a pattern")
    found = matches(pattern, layers=layers, data=data)
    examples = list(map(str, islice(found, EXAMPLES)))
    if not examples:
        reason = "no shape that it stands for can be built"
        return False, f"impossible: {reason}", {"reason": reason, "count": 0, "examples": []}
    count = found.count()
    shown = ", ".join(examples)
    words = f"buildable: {count} {'shapes' if count != 1 else 'shape'} but for types and colours"
    words += f", such as {shown}" if count > len(examples) else f": {shown}"
    return True, words, {"reason": None, "count": count, "examples": examples}
