"""What is released: one version, one list of addresses, and files that hold what they should."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import tarfile
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import shapewright

ROOT = Path(__file__).parent.parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def citation() -> dict[str, str]:
    """The plain fields of ``CITATION.cff``."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    return {key: value.strip("\"' ") for key, value in re.findall(r"^([a-z-]+): *(\S.*)$", text, flags=re.MULTILINE)}


def recipe(target: str) -> str:
    """What ``make`` does for a target, as the Makefile has it."""
    found = re.search(rf"^{re.escape(target)}:.*\n((?:\t.*\n)+)", MAKEFILE, flags=re.MULTILINE)
    assert found is not None, target
    return found.group(1)


def script(name: str) -> ModuleType:
    """A script of the folder ``release``."""
    spec = spec_from_file_location(name, ROOT / "release" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def long_description() -> ModuleType:
    """The module that scikit-build-core calls."""
    return script("long_description")


def test_the_slowest_files_of_a_build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".ninja_log").write_text(
        "# ninja log v7\n0\t9000\t1\ta.o\tf0\n100\t2600\t1\tb.o\tf1\n9000\t10250\t1\ta.o\tf2\n"
    )
    build_times = script("build_times")
    build_times.main(str(tmp_path))
    assert capsys.readouterr().out.splitlines()[1:] == ["     2.5  b.o", "     1.2  a.o"]
    assert build_times.slowest("\n".join(f"0\t{k}\t1\t{k}.o\tf" for k in range(30)))[19] == (0.01, "10.o")


def test_one_version() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert newest is not None
    assert newest.group(1) == citation()["version"] == shapewright.__version__


def test_one_list_of_addresses() -> None:
    addresses = PROJECT["project"].get("urls", {})
    assert citation().get("repository-code") == addresses.get("Repository")
    assert citation().get("url") == addresses.get("Homepage")


def test_the_example_of_the_long_description(long_description: ModuleType) -> None:
    assert doctest.testmod(long_description) == (0, 1)


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("![a b](x.svg)", "![a b](R/raw/v1/x.svg)"),
        ("[![a](x.svg)](docs/y.md#z)", "[![a](R/raw/v1/x.svg)](R/blob/v1/docs/y.md#z)"),
        ('<img alt="a" src="x.svg">', '<img alt="a" src="R/raw/v1/x.svg">'),
        ('<source media="m" srcset="x.svg">', '<source media="m" srcset="R/raw/v1/x.svg">'),
        ('<a href="y.md">', '<a href="R/blob/v1/y.md">'),
        *[(same, same) for same in ("[a](#b)", "[a](https://c/d)", "![a](https://c/d.svg)", "[a](mailto:b@c)", "f(x)")],
    ],
)
def test_relative_addresses_become_absolute(long_description: ModuleType, given: str, made: str) -> None:
    assert long_description.absolute(given, "https://forge/o/n/", "1") == made.replace("R", "https://forge/o/n")


def test_the_long_description_is_the_readme(long_description: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert long_description.dynamic_metadata({}, {"version": "1"})["readme"]["text"] == readme
    urls = {"Repository": "https://forge/o/n"}
    text = long_description.dynamic_metadata({}, {"version": "1", "urls": urls})["readme"]["text"]
    linked = [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not target.startswith("#")]
    assert linked
    assert all(target.startswith("https://") for target in linked)
    assert text.count("https://forge/o/n/") == len(re.findall(r"\]\((?!#|https?:)", readme)) + len(
        re.findall(r"""\s(?:src|srcset|href)=["'](?!#|https?:)""", readme)
    )


def test_the_sources_hold_what_a_wheel_needs_and_nothing_else(tmp_path: Path) -> None:
    build = "import sys; from scikit_build_core.build import build_sdist; print(build_sdist(sys.argv[1]))"
    finished = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    path = tmp_path / finished.stdout.splitlines()[-1]
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    folders = ("bindings/", "engine/", "src/")
    assert {name for name in names if not name.startswith(folders)} == {
        "CHANGELOG.md",
        "CMakeLists.txt",
        "LICENSE",
        "PKG-INFO",
        "README.md",
        "pyproject.toml",
        "release/long_description.py",
    }
    there = {
        file.relative_to(ROOT).as_posix()
        for folder in folders
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and file.suffix not in (".so", ".pyd")
    }
    assert {name for name in names if name.startswith(folders)} == {
        name for name in there if not name.startswith(("engine/tests/", "bindings/wire/"))
    }
    assert path.stat().st_size < 10_000_000


def test_wheels_are_tested_alike_here_and_for_every_system() -> None:
    commands = PROJECT["tool"]["cibuildwheel"]["test-command"]
    assert len(commands) >= 3
    assert [line.removeprefix("$(WHEEL_TEST) ") for line in recipe("wheel-test").split("\n\t")[-3:]] == [
        *commands[:-1],
        f"{commands[-1]}\n",
    ]


WORKFLOWS = {place.name: place.read_text(encoding="utf-8") for place in (ROOT / ".github" / "workflows").glob("*.yml")}


def checked_targets() -> set[str]:
    """The make targets that ``.ci/run`` runs, with those that they need."""
    steps = subprocess.run(
        [sys.executable, ROOT / ".ci" / "steps.py", "--targets"], capture_output=True, text=True, check=True
    )
    found = set(steps.stdout.split())
    while True:
        needed = {
            word
            for target in found
            for line in re.findall(rf"^{re.escape(target)}:(.*?)(?:##|$)", MAKEFILE, re.MULTILINE)
            for word in line.split()
        }
        if needed <= found:
            return found
        found |= needed


@pytest.mark.parametrize("name", WORKFLOWS)
def test_what_a_workflow_makes_is_checked_at_every_change(name: str) -> None:
    made = set(re.findall(r"run: make ([a-z-]+)", WORKFLOWS[name]))
    assert made
    assert made <= checked_targets() | {"test"}  # which is a part of test-all


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_pinned_by_commit(name: str) -> None:
    used = re.findall(r"uses: (.*)", WORKFLOWS[name])
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []


def test_pre_commit_runs_parts_of_make_lint() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^ *entry: (?:env )?(.*)$", hooks, flags=re.MULTILINE)
    parts = recipe("lint").replace("$(BIN)", ".venv/bin").splitlines()
    assert len(entries) == len(parts)
    for entry, part in zip(entries, parts, strict=True):
        assert part.strip().startswith(entry)


def test_every_extra_that_is_named_exists() -> None:
    texts = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    named = {
        extra
        for text in texts
        for extra in re.findall(r"(?:shapewright|\.|\.whl)\[([a-z]+)\]'", text.read_text(encoding="utf-8"))
    }
    assert named == PROJECT["project"]["optional-dependencies"].keys()
