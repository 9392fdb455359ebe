"""A Python as a browser has it: much cannot be imported, there is one thread, and the engine's arrays are memoryviews.

:func:`in_a_browser` asks questions in such a process, :func:`outcome` asks one in this process, and the two must agree.
:func:`printed` runs any lines there. The process is made by :func:`strip`, which a script can call by itself.
"""

from __future__ import annotations

import builtins
import json
import os
import subprocess
import sys
import threading
import time
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ABSENT = frozenset(
    [
        *("PIL", "click", "distributed", "filelock", "h5py", "jinja2", "neat", "numpy", "platformdirs"),
        *("multiprocessing", "resource", "resvg_py", "rich", "scipy", "sqlite3", "starlette", "uvicorn"),
    ]
)
"""What cannot be imported."""

Asked = tuple[str, str, "Mapping[str, Any]"]
"""A family, a verb and its parameters as the studio has them."""


def in_a_browser(asked: Iterable[Asked], data: str | os.PathLike[str] | None = None) -> list[dict[str, Any]]:
    """The outcome of each question in one process without what a browser lacks.

    ``data`` is a folder of flat data files by family, which the process has instead of those of the package.
    """
    lines = "import json, sys\nfrom tests.bare import outcome\n"
    lines += "print(json.dumps([outcome(*one) for one in json.load(sys.stdin)]))"
    found: list[dict[str, Any]] = json.loads(printed(lines, data, json.dumps(list(asked))).splitlines()[-1])
    return found


def printed(lines: str, data: str | os.PathLike[str] | None = None, text: str = "") -> str:
    """What lines of Python print in such a process, with ``text`` on standard input."""
    program = f"from tests.bare import strip\nstrip({None if data is None else os.fspath(data)!r})\n{lines}"
    finished = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, text=True, timeout=300)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def outcome(family: str, verb: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """How asking ends in this process: an ``error`` and its class, or an ``envelope`` and a ``view`` for a page."""
    from shapewright.errors import ShapewrightError
    from shapewright.questions import find
    from shapewright.questions.asked import check_parameters
    from shapewright.questions.desk import Desk
    from shapewright.questions.listing import Listing
    from shapewright.questions.question import envelope
    from shapewright.storage.json import json_text
    from shapewright.web import views

    question = find(family, verb, "studio")
    fields = question.at("studio")
    try:
        values = question.asked(check_parameters(fields, dict(parameters)))
        found = question.answer(values, Desk(60.0, 1, studio=True))
        answer = found.gathered() if isinstance(found, Listing) else found
        document, view = envelope(question, parameters, answer, 0.0), views.of_answer(answer)
    except ShapewrightError as error:
        return {"error": str(error), "class": type(error).__name__}
    # As JSON has it, where a tuple is a list; and time is not what is compared.
    outcome: dict[str, Any] = json.loads(json_text({"envelope": {**document, "seconds": 0}, "view": view}))
    return outcome


def strip(data: str | None = None) -> None:
    """Take away from this process what a browser lacks; nothing of it may have been imported before."""
    assert not ABSENT & {name.partition(".")[0] for name in sys.modules}
    numpy = ModuleType("numpy")
    # The engine's arrays come to Python through this function alone, which nanobind looks up.
    numpy.asarray = memoryview  # type: ignore[attr-defined]
    sys.modules["numpy"] = numpy
    sys.meta_path[:] = [_Blind(finder) for finder in sys.meta_path]
    true_import = builtins.__import__

    def checked(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        # What C imports says so by a list of names; import statements have a tuple, or none.
        if level == 0 and name.partition(".")[0] == "numpy" and not isinstance(fromlist, list):
            raise _missing(name)
        return true_import(name, globals, locals, fromlist, level)

    builtins.__import__ = checked
    sys.platform = "emscripten"
    threading.Thread.start = _no_start  # type: ignore[assignment,method-assign]
    del time.thread_time
    if data is not None:
        from pathlib import Path

        from shapewright.storage import arrays

        arrays.data_folder = lambda package: Path(data) / package.rpartition(".")[2]


class _Blind:
    """A finder that does not find what is absent: neither who imports it nor who only asks whether it is there does."""

    def __init__(self, finder: Any) -> None:
        self.finder = finder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        return None if name.partition(".")[0] in ABSENT else self.finder.find_spec(name, path, target)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.finder, name)


def _no_start(_: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def _missing(name: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {name!r}", name=name)
