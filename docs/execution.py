"""What the pages show is what happens: their commands, Python examples and files, read so that they can be carried out.

In a fenced block ``console`` a line that begins with ``$ shapewright`` is a command, a backslash at its end joins it
with the next line, and what follows it, up to the next command, is all it prints on standard output. A block
``python`` is a doctest; the blocks of a page share their names. Any block with a ``:caption:`` is a file of that
name, written before what comes after it. The tests carry every page out in a folder of its own and compare; building
the pages carries out what draws a picture, for the page to show. Notebooks are carried out as they are.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from shapewright.cli import main

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = [
    "FENCE",
    "FOLDER",
    "Command",
    "Example",
    "File",
    "carry_out",
    "carry_out_all",
    "check",
    "draw",
    "notebooks",
    "pages",
    "run",
    "steps",
    "words_in",
]

FOLDER = Path(__file__).parent

FENCE = re.compile(r"^(?P<fence>```+)(?P<kind>[^\n`]*)\n(?P<body>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ shapewright ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_CAPTION = re.compile(r"\A:caption: (\S+)\n\n")


@dataclass(frozen=True)
class Command:
    """A command line and what it prints."""

    line: int
    words: tuple[str, ...]
    output: str


@dataclass(frozen=True)
class Example:
    """A block of Python in which every line of input is followed by what it gives."""

    line: int
    text: str


@dataclass(frozen=True)
class File:
    """A file that the reader has beside the commands."""

    line: int
    name: str
    text: str


Step = Command | Example | File


def pages() -> list[Path]:
    """All pages, in the order of their names."""
    return sorted(FOLDER.rglob("*.md"))


def notebooks() -> list[Path]:
    """All notebooks of the examples, in the order of their names."""
    return sorted((FOLDER.parent / "examples" / "notebooks").glob("*.ipynb"))


def steps(page: Path) -> Iterator[Step]:
    """What a reader of ``page`` would do, from top to bottom; ``ValueError`` at a prompt that is no command of ours."""
    text = page.read_text(encoding="utf-8")
    for block in FENCE.finditer(text):
        kind, body = block["kind"].strip(), block["body"]
        line = text.count("\n", 0, block.start()) + 2
        if caption := _CAPTION.match(body):
            yield File(line + 2, caption[1], body[caption.end() :])
        elif kind == "console":
            found = list(_COMMAND.finditer(body))
            if "".join(command[0] for command in found) != body:
                raise ValueError(f"{page.name}:{line}: a console block has commands and their output, and nothing else")
            for command in found:
                yield Command(line + body.count("\n", 0, command.start()), _words(command), command[2])
        elif kind == "python":
            yield Example(line, body)


def words_in(block: str) -> list[tuple[str, ...]]:
    """The words of each command in the text of a block ``console``."""
    return [_words(command) for command in _COMMAND.finditer(f"{block}\n")]


def _words(command: re.Match[str]) -> tuple[str, ...]:
    return tuple(shlex.split(command[1].replace("\\\n", " ")))


def run(command: Command) -> str:
    """What ``command`` prints on standard output, run in the current folder; ``ValueError`` if it gives no answer."""
    written = io.BytesIO()
    printed = io.TextIOWrapper(written, encoding="utf-8")
    with contextlib.redirect_stdout(printed):
        code = main(list(command.words))
        printed.flush()
    if code not in (0, 1):  # 1 is an answer too: a proven none
        raise ValueError(f"{shlex.join(command.words)!r} ended with exit code {code}")
    return written.getvalue().decode("utf-8")


def check(example: Example, names: dict[str, object], page: str) -> str:
    """What is wrong with ``example``, or an empty text; ``names`` are those of the examples before it."""
    test = doctest.DocTestParser().get_doctest(example.text, names, page, page, example.line - 1)
    runner = doctest.DocTestRunner(verbose=False)
    report = io.StringIO()
    runner.run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    return report.getvalue()


def draw(folder: Path) -> list[Path]:
    """Carry out every command of the pages that writes a picture, in ``folder``, and give back the pictures.

    A command that writes a file which such a command of the same page reads is carried out, too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.chdir(folder):
        for page in pages():
            todo = list(steps(page))
            read = {word for step in todo if isinstance(step, Command) and _draws(step) for word in step.words}
            for step in todo:
                if isinstance(step, File):
                    Path(step.name).write_text(step.text, encoding="utf-8")
                elif isinstance(step, Command) and (_draws(step) or read.intersection(_written(step))):
                    run(step)
    return sorted(folder.glob("*.svg"))


def _draws(command: Command) -> bool:
    return any(word.endswith(".svg") for word in command.words)


def _written(command: Command) -> tuple[str, ...]:
    """The name of the file that a command writes, if it writes one."""
    return command.words[command.words.index("-o") + 1 :][:1] if "-o" in command.words else ()


def carry_out(notebook: Path) -> NotebookNode:
    """``notebook`` with what its cells give, each run in turn by a kernel of its own; an error ends it."""
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    class Private(AsyncKernelManager):
        """A kernel that is spoken to through files of this user: no port is open while it runs."""

        transport = "ipc"

    cells = nbformat.read(notebook, as_version=4)
    client = NotebookClient(
        cells, kernel_name="python3", kernel_manager_class=Private, timeout=300, record_timing=False
    )
    return client.execute()


def carry_out_all(folder: Path) -> list[Path]:
    """Carry out all notebooks of the examples and write them to ``folder``, which then has these and no others."""
    import nbformat

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for notebook in notebooks():
        nbformat.write(carry_out(notebook), folder / notebook.name)
    return sorted(folder.iterdir())
