"""Does ``verify`` call anything right that is false?

    python -m tests.mutation_audit [FAMILY ...] [--mutants N] [--seed N]

Each family's questions are asked, each claim of each answer is changed in every plausible way, and ``verify`` is asked
about every mutant. A mutant that the slow twins call false and ``verify`` calls right (exit code 0) is reported; so is
any exit code that is not documented. Then each answer is forged as no answer may be (``audit.mutants.forgeries``), and
nothing of that may be called right. At the end stands a table; the exit code is 1 if something false was accepted.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from tests.audit.mutants import forgeries, mutants

from shapewright.cli import main as shapewright
from shapewright.questions import FAMILIES


@dataclass
class Tally:
    """What became of a family's mutants."""

    outcomes: Counter[str] = field(default_factory=Counter)
    accepted: list[str] = field(default_factory=list)
    not_judged: list[str] = field(default_factory=list)

    @property
    def mutants(self) -> int:
        return sum(self.outcomes.values())

    def note(self, where: str, code: int, said: str, is_true: Callable[[], bool | None]) -> None:
        """Note what ``verify`` said of a mutant; whether it is true is asked only of what was called right."""
        if code == 0:
            truth = is_true()
            self.outcomes["true" if truth else "not judged" if truth is None else "FALSE, CALLED RIGHT"] += 1
            if truth is None:
                self.not_judged.append(where)
            if truth is False:
                self.accepted.append(f"{where} is false, called right")
        elif code in (1, 2, 3, 4):
            self.outcomes[{1: "refused", 3: "not checked"}.get(code, "malformed")] += 1
        else:
            self.outcomes[f"exit code {code}"] += 1
            self.accepted.append(f"{where}: exit code {code}: {said.strip()}")


def asked(line: str) -> dict[str, Any]:
    """The JSON answer of a command line."""
    answer: dict[str, Any] = json.loads(_printed(line))
    return answer


@cache
def _printed(line: str) -> str:
    code, printed, complaint = _run([*shlex.split(line), "--json"])
    if not printed:
        raise AssertionError(f"{line}: no answer, exit code {code}: {complaint}")
    return printed


def verified(family: str, answer: str) -> tuple[int, str]:
    """The exit code of ``verify`` for an answer in JSON, and what it says."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "answer.json")
        place.write_text(answer)
        code, printed, complaint = _run([family, "verify", str(place)])
    return code, printed + complaint


def _run(arguments: list[str]) -> tuple[int, str, str]:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as complaints:
        code = shapewright(arguments)
    return code, out.getvalue(), complaints.getvalue()


def audit(family: str, most: int, seed: int = 0, *, is_thorough: bool = False) -> Tally:
    """Ask, mutate and verify; at most ``most`` mutants, an equal share of each question; slow questions too."""
    plug = import_module(f"tests.audit.{family}")
    tally = Tally()
    questions = [*plug.QUESTIONS, *(getattr(plug, "SLOW", []) if is_thorough else [])]
    share, rng = max(1, most // len(questions)), random.Random(seed)
    for line in questions:
        answer, others = asked(line), [asked(other) for other in rng.sample(plug.QUESTIONS, 3)]
        code, said = verified(family, json.dumps(answer))
        if code not in (0, 3) or (code == 3 and "not checked" not in said):
            tally.accepted.append(f"{line}: its own answer is refused: exit code {code}: {said.strip()}")
        for path, mutant in _taken(mutants(answer, random.Random(f"{seed} {line}").getrandbits(32), others), share):
            where = f"{line}: {'.'.join(map(str, path))}: {json.dumps(_at(mutant, path))[:80]}"
            tally.note(where, *verified(family, json.dumps(mutant)), lambda mutant=mutant: plug.is_true(mutant))
    return tally


def forge(family: str, most: int, seed: int = 0, *, is_thorough: bool = False) -> Tally:
    """Ask, forge and verify; at most ``most`` forgeries, an equal share of each question."""
    plug = import_module(f"tests.audit.{family}")
    tally = Tally()
    questions = [*plug.QUESTIONS, *plug.NOT_JUDGED, *(getattr(plug, "SLOW", []) if is_thorough else [])]
    rng = random.Random(seed)
    for line in questions:
        others = [asked(other) for other in rng.sample(plug.QUESTIONS, 3)]
        forged = forgeries(asked(line), others, list(FAMILIES[family].verbs), rng.getrandbits(32))
        for what, text in _taken(forged, max(1, most // len(questions))):
            # What is asked of another verb may be as true there.
            is_true = partial(plug.is_true, json.loads(text)) if what.startswith("command") else lambda: False
            tally.note(f"{line}: {what}", *verified(family, text), is_true)
    return tally


def _taken(found: Iterator[Any], most: int) -> Iterator[Any]:
    for _, one in zip(range(most), found, strict=False):
        yield one


def _at(answer: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        try:
            answer = answer[step]
        except (KeyError, IndexError, TypeError):
            return "(taken away)"
    return answer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY", default=[])
    parser.add_argument("--mutants", type=int, default=3000, help="over all families, and as many forgeries")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show N mutants that nobody could judge")
    given = parser.parse_args()
    families = given.families or FAMILIES
    wrong = 0
    for family, (kind, look) in product(families, (("mutants", audit), ("forgeries", forge))):
        tally = look(family, given.mutants // len(families), given.seed, is_thorough=True)
        wrong += len(tally.accepted)
        words = ", ".join(f"{number} {outcome}" for outcome, number in sorted(tally.outcomes.items()))
        print(f"{family:10} {tally.mutants:6} {kind}: {words}")
        for line in tally.accepted:
            print(f"    {line}")
        for line in tally.not_judged[: given.show]:
            print(f"    not judged: {line}")
    print("no false mutant was called right" if not wrong else f"{wrong} FAULTS")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
