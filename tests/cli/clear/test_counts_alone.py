"""With ``--limit 0`` the counts of an answer come alone, whichever verb has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.questions import FAMILIES

FIELD = "XX____XXXX/XX____XXXX/XX____XXXX/XX____XXXX"
ASKED = {
    "path": ["path", "--field", FIELD, "-p", "*p4"],
    "setup": ["setup", "--field", "XXXXXX____/XXXXXX****", "-p", "*p2"],
    "setup of a solution": ["setup", "--solution", "v115@9gwhIewhIewhIewhTeAgH"],
}


def test_all_limits_that_may_be_0_are_here() -> None:
    found = {
        name
        for name, question in FAMILIES["clear"].questions.items()
        for field in question.at("shell")
        if field.name == "limit" and field.schema()["minimum"] == 0
    }
    # The counts of one are those of the runs that it lists; the other counts no solutions without --minimal.
    assert found - {"ren", "score"} == {verb for verb, *_ in ASKED.values()}


@pytest.mark.parametrize("words", ASKED.values(), ids=ASKED)
def test_the_counts_come_alone(
    run: Callable[..., tuple[int, str, str]], answer: Callable[..., Any], words: list[str]
) -> None:
    whole, counts = answer(*words), answer(*words, "--limit", "0")
    assert (counts["solutions"], counts["complete"]) == ([], False)
    assert whole["solutions"]
    left_out = ("solutions", "complete", "parameters", "seconds")
    assert all(counts[name] == value for name, value in whole.items() if name not in left_out)
    code, out, err = run(*words, "--limit", "0")
    assert (code, err) == (0, "")
    assert run(*words)[1].startswith(out.rstrip("\n"))
    assert "v115@" not in out
    Path("answer.json").write_text(run(*words, "--limit", "0", "--json")[1])
    assert run("verify", "answer.json")[0] == 0
