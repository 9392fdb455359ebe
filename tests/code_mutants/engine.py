"""How many changes of the engine do its own tests not notice, and how many do those of Python not notice either?

    python -m tests.code_mutants.engine [--places N] [--seed N] [--build FOLDER] [--alone]

At places drawn from the files of the engine, one at a time, a comparison, a constant or a condition is changed in the
text. The changed file is compiled as the build folder says, put before the engine's library, and linked to the tests,
then to ``_core``: nothing in the build folder or in the checkout is written. The engine's tests that include something
of the file's folder run first (all, if there are none); for what they do not notice, the cheap Python tests of its
family, by the CPU seconds that ``tests.code_mutants`` recorded.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.code_mutants.__main__ import SETTINGS, Reach, files_of
from tests.code_mutants.tree import ROOT, SOURCE, Tree

from shapewright import _core

# That of the environment, if it has one.
_NINJA = shutil.which("ninja", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}") or "ninja"
_SWAPS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
}
# clang-format puts spaces around operators, and none around the brackets of templates.
_OPERATOR = re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||<|>|\+|-)(?= )")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.'])")
_CONDITION = re.compile(r"\b(?:if|while) \((?!.*;)(?=.*\) (?:\{|return|continue|break))")
_NOT_CODE = re.compile(r'^\s*(?:#|//|template|using|static_assert|\*)|"')


@dataclass(frozen=True)
class Change:
    """One change of one line of a file of the engine."""

    file: str
    line: int
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.was.strip()} -> {self.now.strip()}"


def changes(file: str, text: str) -> list[Change]:
    """Every change of a file."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if _NOT_CODE.search(line):
            continue
        code = line.partition("//")[0]
        swaps = [(one.span(), _SWAPS[one[0]]) for one in _OPERATOR.finditer(code)]
        swaps += [(one.span(), str(int(one[0]) + 1)) for one in _NUMBER.finditer(code)]
        for one in _CONDITION.finditer(code):
            end = _closing(code, one.end() - 1)
            swaps.append(((one.end(), end), f"!({code[one.end() : end]})"))
        found += [Change(file, number, line, line[:start] + now + line[end:]) for (start, end), now in swaps]
    return found


def _closing(code: str, start: int) -> int:
    """Where the bracket that opens at ``start`` closes."""
    depth = 0
    for place in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return len(code)


class Build:
    """A build folder from which single files can be compiled and linked again, elsewhere."""

    def __init__(self, folder: Path, work: Path) -> None:
        self._folder, self._work = folder, work
        listed = json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))
        self._compile = {entry["file"]: entry["command"] for entry in listed}
        self.source = Path(next(file for file in self._compile if file.endswith("/engine/core/simd.cpp"))).parents[2]

    def compiled(self, change: Change) -> Path | None:
        """The object of a changed file; None if the compiler refuses it."""
        original = self.source / change.file
        lines = original.read_text(encoding="utf-8").splitlines()
        lines[change.line - 1] = change.now
        changed, made = self._work / "changed.cpp", self._work / "changed.o"
        changed.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = shlex.split(self._compile[str(original)])
        command[command.index("-o") + 1] = str(made)
        command[command.index("-c") + 1] = str(changed)
        command[1:1] = ["-w", f"-I{original.parent}"]
        return made if _is_done(command, self._folder) else None

    def linked(self, target: str, changed: Path) -> Path:
        """A target with the changed object, whose symbols stand before those of the library."""
        told = subprocess.run(
            [_NINJA, "-t", "commands", target], cwd=self._folder, capture_output=True, text=True, check=True
        )
        command = shlex.split(told.stdout.splitlines()[-1].removeprefix(": && ").removesuffix(" && :"))
        made = self._work / Path(command[command.index("-o") + 1]).name
        command[command.index("-o") + 1] = str(made)
        command.insert(command.index("libshapewright_engine.a"), str(changed))
        if not _is_done(command, self._folder):
            raise SystemExit(f"{target} cannot be linked: {shlex.join(command)}")
        return made


def _is_done(command: list[str], folder: Path, seconds: int = 600) -> bool:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        os.nice(2)

    return subprocess.run(command, cwd=folder, capture_output=True, check=False, preexec_fn=limit).returncode == 0


def names_of_tests(file: str) -> list[str]:
    """The engine's tests that include something of the file's folder; of ``core`` there are none but all."""
    folder = Path(file).parent.relative_to("engine").as_posix()
    found = []
    for tests in sorted((ROOT / "engine/tests").rglob("test_*.cpp")):
        text = tests.read_text(encoding="utf-8")
        if f'#include "{folder}/' in text and folder != "core":
            found += re.findall(r"^TEST\((\w+)\)", text, re.MULTILINE)
    return found


def python_tests(file: str, budget: float) -> list[str]:
    """The cheapest tests of the families that use a file, as many as the CPU seconds allow."""
    families = SETTINGS["families"].get(file.split("/")[1], [file.split("/")[1]])
    files = {test for family in families for test in files_of(family)}
    seconds = Reach().seconds
    chosen = []
    for test in sorted((name for name in seconds if name.partition("::")[0] in files), key=lambda name: seconds[name]):
        budget -= seconds[test]
        if budget < 0:
            break
        chosen.append(test)
    return chosen


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.code_mutants.engine", description=__doc__.partition("\n")[0])
    parser.add_argument("--places", type=int, default=50, help="changes that are tried (default: 50)")
    parser.add_argument("--seed", type=int, default=0, help="which changes are drawn (default: 0)")
    parser.add_argument("--build", type=Path, default=ROOT / "build/package", help="where the engine is built")
    parser.add_argument(
        "--budget", type=float, default=30, help="CPU seconds of Python tests for a change (default: 30)"
    )
    parser.add_argument("--alone", action="store_true", help="run the engine's own tests only")
    options = parser.parse_args()
    tree = Tree.copied()
    work = Path(tempfile.mkdtemp(prefix="shapewright-engine-mutants-"))
    try:
        build = Build(options.build.resolve(), work)
        files = [path.relative_to(build.source) for path in sorted((build.source / "engine").rglob("*.cpp"))]
        every = [
            one
            for file in files
            if file.parts[1] != "tests" and not re.search("avx|simd", file.name)
            for one in changes(file.as_posix(), (build.source / file).read_text(encoding="utf-8"))
        ]
        drawn = random.Random(options.seed).sample(every, len(every))
        tried = noticed = later = 0
        for change in drawn:
            changed = build.compiled(change)
            if changed is None:
                continue
            tried += 1
            own = build.linked("engine_tests", changed)
            if not _is_done([str(own), *names_of_tests(change.file)], work, 120):
                noticed += 1
                who = "noticed"
            elif not options.alone and not _passes(change, build.linked("_core", changed), tree, options.budget):
                later += 1
                who = "noticed by Python"
            else:
                who = "unnoticed"
            print(f"{who}: {change}", flush=True)
            if tried == options.places:
                break
        print(f"{tried} of {len(every)} changes (seed {options.seed})")
        print(f"the engine's tests notice {noticed}, those of Python {later} more")
    finally:
        shutil.rmtree(work)
        shutil.rmtree(tree.place)
    return 0


def _passes(change: Change, module: Path, tree: Tree, budget: float) -> bool:
    """Whether the tests of Python pass with a changed module."""
    shutil.copy2(module, tree.place / SOURCE / Path(_core.__file__).name)
    listed = tree.place / "build-tests.txt"
    listed.write_text("\n".join(python_tests(change.file, budget)), encoding="utf-8")
    return tree.pytest(["-x", f"@{listed}"], 40 + 3 * budget)[0] == 0


if __name__ == "__main__":
    sys.exit(main())
