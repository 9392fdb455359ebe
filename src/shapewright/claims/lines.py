"""Answers about each line of a file (``--file``): every line is checked as an answer by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from shapewright.claims.reading import entry

if TYPE_CHECKING:
    from shapewright.claims.findings import Findings


def check_in_order(found: Findings, key: str, file: str | None, texts: Iterable[str]) -> str | None:
    """Return what is left of a file after these texts, each found after the one before; None if there is no file.

    A text that the file lacks, or a missing file, becomes a finding about ``key``.
    """
    if file is None:
        found.unchecked(key, "the file is not in the answer")
        return None
    for number, text in enumerate(texts, 1):
        _, here, after = file.partition(text)
        if text and not here:
            found.wrong(key, "the file does not have it here", line=number)
        file = after if here else file
    return file


def check_lines(
    answer: Mapping[str, Any], name: str, found: Findings, check: Callable[[Mapping[str, Any]], Findings]
) -> bool:
    """Whether an answer is one about lines, each the parameter ``name``; then what ``check`` says of each is noted.

    Raises ``NotationError`` for a malformed one.
    """
    if "lines" not in answer or not entry(answer, "parameters", dict, "the answer").get("file"):
        return False
    lines, parameters = entry(answer, "lines", list, "the answer"), answer["parameters"]
    others = {key: value for key, value in parameters.items() if key not in ("file", "strict")}
    file = parameters.get("file")
    complete, texts = True, [entry(record, "line", str, f"line {number}") for number, record in enumerate(lines, 1)]
    rest = check_in_order(found, "lines", file if isinstance(file, str) else None, texts)
    for number, (record, text) in enumerate(zip(lines, texts, strict=True), 1):
        if record.get("verdict", "") is None:
            found.unchecked("lines.reason", "what cannot be read is not read again")
            continue
        own = {key: value for key, value in record.items() if key != "line"}
        one = check({"command": answer["command"], "parameters": {**others, name: text}, **own})
        complete &= record.get("complete") is True
        found.faults += [{"line": number, **fault} for fault in one.faults]
        for key, words in one.checked.items():
            found.right(f"lines.{key}", words)
        for key, reason in one.not_checked.items():
            found.unchecked(f"lines.{key}", reason)
    if rest is not None and any(line.strip()[:1] not in ("", "#", "%") for line in rest.split("\n")[1:]):
        found.compare("complete", entry(answer, "complete", bool, "the answer"), False, "by the lines of the file")
    else:
        found.compare("complete", entry(answer, "complete", bool, "the answer"), complete, "by the lines")
    found.right("lines", "in the file")
    found.verdict(answer, "found")
    found.finish(answer)
    return True
