"""The browser's Python: its library, compiled and cut down, and the package's wheel; in node, where there is one."""

from __future__ import annotations

import importlib
import io
import json
import shutil
import subprocess
import sys
import traceback
import zipfile
from pathlib import Path
from typing import Any

import pytest
from release.site import data_files, python, wheel
from release.site.bytecode import compiled
from tests.web.test_local import NO_EXAMPLE, timeless

from shapewright import _core
from shapewright.errors import FileError, MissingExtraError
from shapewright.questions import FAMILIES, find
from shapewright.questions.asked import check_parameters, given
from shapewright.web.answering import Asked, answered

ROOT = Path(__file__).parent.parent.parent.parent
PYODIDE = ROOT / "release" / "pages" / "node_modules" / "pyodide"
WIRE = ROOT / "bindings" / "wire"
BUILDS = [ROOT / "build" / "wasm" / name for name in ("simd", "plain")]
BUILT = next((build for build in BUILDS if (build / "shapewright_engine.wasm").is_file()), None)
has_node = pytest.mark.skipif(shutil.which("node") is None or not PYODIDE.is_dir(), reason="needs node and Pyodide")

MODULE = '''
"""What it is about."""
def halved(number):
    """Half of it."""
    assert number % 2 == 0, "odd"
    return [number // 2 for _ in range(1)][0]
'''

ASKING = """
import json
from shapewright.web import local
local.warm_up()
print(local.__file__)
print(local.look("tiling", "solve", json.dumps({"board": "6x10", "pieces": "pentominoes"})))
"""


def archive(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        for name, content in files.items():
            target.writestr(name, content)
    return out.getvalue()


def names(content: bytes) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(content)).namelist()


def test_the_library_is_cut_down_to_what_is_imported() -> None:
    whole = dict.fromkeys(
        [
            "json/__init__.py", "tkinter/ttk.py", "xml/__init__.py", "xml/sax/handler.py", "encodings/utf_8.py",
            "encodings/big5.py", "email/message.py", "re/_parser.py", "README.txt", "site-packages/", "enum.py",
        ],
        "",
    )  # fmt: skip
    assert names(python.cut(archive(whole))) == [
        "json/__init__.py", "xml/__init__.py", "encodings/utf_8.py", "re/_parser.py", "enum.py",
    ]  # fmt: skip


def test_compiled_modules_run_without_words_and_assertions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = compiled(archive({"compiled_beforehand.py": MODULE, "data.txt": "as it is"}))
    assert made == compiled(archive({"data.txt": "as it is", "compiled_beforehand.py": MODULE}))
    place = tmp_path / "library.zip"
    place.write_bytes(made)
    assert names(made) == ["compiled_beforehand.pyc", "data.txt"]
    monkeypatch.syspath_prepend(str(place))
    module = importlib.import_module("compiled_beforehand")
    assert (module.__doc__, module.halved.__doc__, module.halved(7)) == (None, None, 3)
    with pytest.raises(TypeError) as raised:
        module.halved("a word")
    assert "compiled_beforehand.py" in "".join(traceback.format_exception(raised.value))
    assert {line for *_, line in module.halved.__code__.co_lines()} == {3}


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return wheel.contents(WIRE)


def test_the_wheel_has_the_package_without_its_servers(files: dict[str, bytes]) -> None:
    assert {"shapewright/web/local.py", "shapewright/_core.py", "shapewright_engine.py"} <= files.keys()
    assert not [
        name for name in files if name.startswith(("shapewright/cli", "shapewright/web/s")) and "settings" not in name
    ]
    assert not [name for name in files if name.endswith((".so", ".h5", ".pyi"))]
    assert b'"""' not in files["shapewright/clear/paths/path.py"]
    assert b"Ctrl-C" not in files["shapewright/jobs/interrupt.py"]
    assert any("licen" in name.lower() for name in files if name.startswith("pydyf"))
    assert wheel.packed(files) == wheel.packed(dict(reversed(files.items())))
    assert "shapewright/clear/data_files/attack/jstris.toml" in files  # tables that 'clear score' reads


def test_the_package_imports_from_its_wheel(files: dict[str, bytes], tmp_path: Path) -> None:
    """With the engine of this machine, and nothing else of the package that is installed."""
    for name, content in files.items():
        if name != "shapewright/_core.py":
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    engine = Path(_core.__file__)
    (tmp_path / "shapewright" / engine.name).symlink_to(engine)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{ASKING}"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    where, reply = told.stdout.splitlines()
    assert where.startswith(str(tmp_path))
    assert json.loads(reply)["view"]["headline"] == "a tiling"


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="npm ci"):
        python.files(tmp_path)
    for name in (*python._AS_THEY_ARE, python.LIBRARY, python.LOCK, "package.json"):
        (tmp_path / name).write_bytes(archive({}) if name.endswith(".zip") else b'{"version": "1"}')
    with pytest.raises(MissingExtraError, match="node"):
        python.files(tmp_path, node=str(tmp_path / "no_node"))


@pytest.fixture(scope="module")
def folder(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browser's Python, the wheel and the data are, as the site has them."""
    made: Path = tmp_path_factory.mktemp("browser")
    (made / "python").mkdir()
    for name, content in python.files(PYODIDE).items():
        (made / "python" / name).write_bytes(content)
    (made / "shapewright.whl").write_bytes(wheel.packed(files))
    data_files.write(made / "data")
    return made


@has_node
def test_the_library_is_compiled_for_the_browser(folder: Path) -> None:
    made = names((folder / "python" / python.LIBRARY).read_bytes())
    assert "json/__init__.pyc" in made
    assert not [name for name in made if not name.endswith(".pyc")]
    assert "Python" in (folder / "python" / "LICENSE").read_text()


# One counts for a second at most, which is more here and less there; the others have no example.
LEFT_OUT = ("tiling", "list"), *NO_EXAMPLE


def _questions() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (family.name, verb, dict(question.example))
        for family in FAMILIES.values()
        for verb, question in family.questions.items()
        if (family.name, verb) not in LEFT_OUT
    ]


@has_node
@pytest.mark.skipif(BUILT is None, reason="needs `make wasm`")
def test_every_question_is_answered_in_the_browsers_python(folder: Path) -> None:
    questions = _questions()
    words = [
        "node",
        ROOT / "tests/web/site/ask.mjs",
        folder / "python",
        folder / "shapewright.whl",
        BUILT,
        folder / "data",
    ]
    told = subprocess.run(
        [*map(str, words)],
        input=json.dumps([(*names, json.dumps(parameters)) for *names, parameters in questions]),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    replies = json.loads(told.stdout)["replies"]
    for (family, verb, parameters), given_reply in zip(questions, replies, strict=True):
        reply = given_reply["reply"]
        fields = find(family, verb, "studio").at("studio")
        repeated = given(fields, check_parameters(fields, parameters))
        found = answered(Asked(family, verb, parameters, repeated, 60.0, 1, light=True), lambda _: None)
        assert reply.get("state") == "done", (family, verb, reply)
        view, native = timeless(reply["view"]), timeless(json.loads(found.view))
        for each in (view, native):
            del each["notes"]  # they name the instructions that the engine used
        assert view == native, (family, verb)
