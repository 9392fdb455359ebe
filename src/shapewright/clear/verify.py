"""Is all that an answer about perfect clears says right? Is what is in a file a perfect clear?

Answers are what commands print with ``--json``; their claims are checked by the rules in
:mod:`shapewright.clear.claims`. Solutions in any notation are replayed: see :mod:`shapewright.clear.search.replay`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shapewright.claims import TIME_LIMIT, Findings, answer_in, recheck, text_in
from shapewright.clear.claims.lines import replay_lines
from shapewright.clear.drops import Drop
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.contents import solutions_in_fumens, solutions_of, text_of
from shapewright.clear.notation.fumen import is_fumen
from shapewright.clear.notation.pc import PcFile
from shapewright.clear.search.replay import Verification, replay, replay_solutions
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, NotationError
from shapewright.jobs.stage import Progress


def verify(
    answer: Mapping[str, object] | str,
    *,
    time_limit: float | None = TIME_LIMIT,
    threads: int | None = None,
    kicks: Kicks | None = None,
) -> Findings:
    """Check every claim of ``answer``: what ``shapewright clear ... --json`` printed, or what was read from that.

    The question is taken from its ``parameters``. Solutions are replayed by the rules. What else is claimed is
    recomputed, by another method than made it where there is one, within ``time_limit`` seconds; what is not checked
    then is noted as such. ``kicks`` is the kick system, if the answer names a file that it does not contain.

    >>> answer = {"command": "clear sequences", "parameters": {"dealt": 2}, "complete": True, "numbers": [7, 28, 195]}
    >>> findings = verify(answer)
    >>> findings.valid, findings.lines()
    (False, ['numbers: the answer says [7, 28, 195], recomputed: [7, 28, 196]'])

    Raises ``NotationError`` for what is not an answer of this family, or a malformed one.
    """
    return recheck(answer, "clear", time_limit=time_limit, threads=threads, kicks=kicks)


def verify_content(
    content: bytes,
    *,
    kicks: Kicks | None = None,
    drop: Drop | None = None,
    may_be_pc: bool = True,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Findings | Verification:
    """Check what is in a file: the answer of a command, or solutions as fumens, JSON Lines or ``.pc`` records.

    ``kicks`` and ``drop`` are the rules by which solutions are replayed, instead of those that they name; ``may_be_pc``
    says whether bytes that are nothing else may be ``.pc`` records.

    A line of fumens or JSON that cannot be read is a wrong solution.
    Raises ``NotationError`` for other content, and as the reader of each notation does.
    """
    answer = answer_in(content)
    if answer is not None:
        seconds = TIME_LIMIT if time_limit is None else time_limit
        return verify(answer, time_limit=seconds, threads=threads, kicks=kicks)
    if content.lstrip()[:1] == b"{":
        return replay_lines(text_in(content), kicks=kicks, drop=drop)
    name = "srs" if kicks is None else kicks.name
    if is_fumen(text_of(content) or ""):
        # The solutions of the lines; of a line that cannot be read the reason.
        solutions: list[Solution | NotationError] = []
        lines = text_in(content).splitlines()
        for number, line in enumerate(lines, 1):
            try:
                solutions += solutions_in_fumens(line, name) if is_fumen(line) else []
            except (NotationError, LimitError) as error:
                solutions.append(NotationError(f"line {number}: {error}" if len(lines) > 1 else str(error)))
        return replay_solutions(solutions, kicks=kicks, drop=drop)
    found = solutions_of(content, kicks=name, may_be_pc=may_be_pc)
    if isinstance(found, PcFile):
        return replay(
            content,
            kicks=kicks or "srs",
            drop=drop or "soft",
            threads=threads,
            progress=progress,
            time_limit=time_limit,
        )
    return replay_solutions(found, kicks=kicks, drop=drop)
