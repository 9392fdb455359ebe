"""Ask a question at the shell and look at what is printed: what people of the field published, against this program.

A case is a source, the words after ``shapewright``, and what the answer has to contain. An expected text that begins
with ``=`` is the whole of standard output. The exit code is 0, or 1 where the answer is that none exists.
"""

from __future__ import annotations

import io
import shlex
from contextlib import redirect_stderr, redirect_stdout

from shapewright.cli import main

Case = tuple[str, str, str]


def ask(words: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of one command."""
    output, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(errors):
        code = main(shlex.split(words))
    return code, output.getvalue(), errors.getvalue()


def check(case: Case, code: int = 0) -> None:
    """Ask the question of a case and compare."""
    source, words, expected = case
    found, output, errors = ask(words)
    assert found == code, f"{source}: {words}: exit code {found}; {output} {errors}"
    if expected.startswith("="):
        assert output.strip() == expected[1:], f"{source}: {words}"
    else:
        assert expected in output, f"{source}: {words}: {output}"
