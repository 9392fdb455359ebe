"""What a command prints when it fails: with ``--json`` an object besides the line."""

from __future__ import annotations

import json
from collections.abc import Sequence


def without_object(words: Sequence[str], code: int, out: str, err: str) -> str:
    """What is on standard output but for the object that says what failed; it must say what standard error says."""
    if "--json" not in words or not out.startswith('{"error": '):
        return out
    first, _, rest = out.partition("\n")
    found = json.loads(first)
    assert found["exit_code"] == code
    assert found["error"] in err
    assert found.keys() <= {"error", "exit_code", "where"}
    return rest
