"""How many changes of the code that judges does no test notice?

    python -m tests.code_mutants [--count N] [--seed N] [--jobs N] [--renew TESTS ...] [--again]

Not the answers are changed here, as ``tests.mutation_audit`` does, but the rules, the checkers and the claims: one
comparison, condition, constant or operator at a time, in a copy of the tree. Of each file a share of the changes is
drawn. The tests that run the changed line are run, the cheapest first, until one fails. A change that none notices is
listed; the exit code is 1 if more than 5 % are.

``cosmic-ray`` and ``mutmut`` run all tests for each change, or bring their own layout of a package; here a run of
every test is two minutes of a processor, and the package needs its compiled module beside it.

Which tests run which line is recorded once, in ``build/mutants``; ``--renew`` records some test files or folders again
after they changed, and ``--again`` tries only the changes that nobody noticed in the last run.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import shutil
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.code_mutants.changes import Change, changes
from tests.code_mutants.tree import ROOT, SOURCE, Tree

PLACE = ROOT / "build/mutants"
SETTINGS = tomllib.loads((Path(__file__).parent / "settings.toml").read_text(encoding="utf-8"))

ENOUGH = 0.95


def all_changes() -> dict[str, list[Change]]:
    """The changes of each file that is looked at."""
    files = {path for pattern in SETTINGS["files"] for path in (ROOT / SOURCE).glob(pattern)}
    found = {}
    for path in sorted(files):
        name = path.relative_to(ROOT / SOURCE).as_posix()
        found[name] = changes(name, path.read_bytes())
    return found


def sample(every: dict[str, list[Change]], count: int, seed: int) -> list[Change]:
    """About ``count`` changes, from each file in proportion to its changes, at least one; then all that matter."""
    total, drawn = sum(map(len, every.values())), []
    for file, some in every.items():
        share = min(len(some), max(1, round(count * len(some) / total)))
        drawn += random.Random(f"{seed} {file}").sample(some, share)
    return [one for one in drawn if one.key not in SETTINGS["same"]]


class Reach:
    """Which tests run which line, and the CPU seconds of each test."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._tests: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for record in sorted(PLACE.glob("reach-*.json"), key=lambda path: path.stat().st_mtime):
            said = json.loads(record.read_text(encoding="utf-8"))
            names = list(said["seconds"])
            files = {name.partition("::")[0] for name in names}
            older = {name for name in self.seconds if name.partition("::")[0] in files}
            for lines in self._tests.values():
                for tests in lines.values():
                    tests -= older
            self.seconds = {name: cost for name, cost in self.seconds.items() if name not in older} | said["seconds"]
            for file, told in said["lines"].items():
                for line, numbers in told.items():
                    self._tests[os.path.relpath(file, SOURCE)][int(line)].update(names[k] for k in numbers)

    def of(self, change: Change, budget: float) -> list[str]:
        """The tests that run a change, the cheapest first, as many as the CPU seconds allow."""
        lines = self._tests.get(change.file, {})
        where: Iterable[int] = lines if change.when_imported else range(change.line, change.last + 1)
        found: set[str] = set().union(*[lines.get(line, ()) for line in where])
        chosen = []
        for test in sorted(found, key=lambda name: (self.seconds[name], name)):
            budget -= self.seconds[test]
            if budget < 0 and chosen:
                break
            chosen.append(test)
        return chosen


def is_noticed(change: Change, tests: list[str], seconds: float, tree: Tree) -> bool:
    """Whether one of the tests fails when the change is made."""
    if not tests:
        return False
    list_of_tests = tree.place / "build-tests.txt"
    list_of_tests.write_text("\n".join(tests), encoding="utf-8")
    source = (tree.place / SOURCE / change.file).read_bytes()
    try:
        tree.write(change.file, change.applied(source))
        code, _ = tree.pytest(["-x", f"@{list_of_tests}"], 20 + 3 * seconds)
    finally:
        tree.write(change.file, source)
    if code in (2, 3, 4, 5):  # tests that could not be collected: is it the change that keeps them from it?
        now, told = tree.pytest(["--collect-only", f"@{list_of_tests}"], 60)
        if now:
            raise SystemExit(f"the tests cannot be collected; use --renew\n{told}")
    return code != 0


def record(group: str, tree: Tree) -> str:
    """Record which lines the tests of a group, a file or a folder run."""
    tests = files_of(group)
    _, told = tree.pytest(
        ["-p", "tests.code_mutants.reach", "-m", "not slow", *tests],
        3600,
        SHAPEWRIGHT_REACH=str(_recorded(group)),
        SHAPEWRIGHT_REACH_OF=os.pathsep.join(str(tree.place / SOURCE / pattern) for pattern in SETTINGS["files"]),
        SHAPEWRIGHT_REACH_SECONDS=str(SETTINGS["seconds"].get(group, 3)),
    )
    return f"{group}: {told.splitlines()[-1]}"


def files_of(group: str) -> list[str]:
    """The test files of a group; a file or folder stands for itself."""
    folders = SETTINGS["tests"].get(group)
    if folders is None:
        return [group]
    named = [(folder, name) for folder, names in folders.items() for name in names.split()]
    return [str(found.relative_to(ROOT)) for folder, name in named for found in found_in(folder, name)]


def found_in(folder: str, name: str) -> list[Path]:
    """The files of a test: ``room/name`` is where it stands, ``room/*`` all in a room."""
    return sorted((ROOT / folder).glob(f"{name.rpartition('/')[0]}/test_{name.rpartition('/')[2]}.py".lstrip("/")))


def _recorded(group: str) -> Path:
    return PLACE / f"reach-{group.replace('/', '-')}.json"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.code_mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=300, help="about how many changes are tried (default: 300)")
    parser.add_argument("--seed", type=int, default=0, help="which changes are drawn (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, help="changes tried at a time (default: 2)")
    parser.add_argument("--budget", type=float, default=40, help="CPU seconds of tests for a change (default: 40)")
    parser.add_argument("--only", default="", help="only files whose name contains this")
    parser.add_argument(
        "--renew", nargs="*", default=[], metavar="TESTS", help="groups, files or folders of tests to record again"
    )
    parser.add_argument("--again", action="store_true", help="try only what nobody noticed in the last run")
    options = parser.parse_args()
    PLACE.mkdir(parents=True, exist_ok=True)
    trees: queue.Queue[Tree] = queue.Queue()
    try:
        for _ in range(options.jobs):
            trees.put(Tree.copied())
        return _run(options, trees)
    finally:
        while not trees.empty():
            shutil.rmtree(trees.get().place)


def _run(options: argparse.Namespace, trees: queue.Queue[Tree]) -> int:
    def record_one(group: str) -> str:
        tree = trees.get()
        try:
            return record(group, tree)
        finally:
            trees.put(tree)

    def judge(change: Change) -> tuple[Change, bool, int]:
        tree = trees.get()
        try:
            tests = reach.of(change, options.budget)
            return change, is_noticed(change, tests, sum(reach.seconds[one] for one in tests), tree), len(tests)
        finally:
            trees.put(tree)

    every, last = all_changes(), PLACE / "unnoticed.txt"
    with ThreadPoolExecutor(options.jobs) as pool:
        unknown = [group for group in SETTINGS["tests"] if not _recorded(group).is_file()]
        for line in pool.map(record_one, [*unknown, *options.renew]):
            print(line, flush=True)
        drawn = [one for one in sample(every, options.count, options.seed) if options.only in one.file]
        if options.again:
            before = set(last.read_text(encoding="utf-8").splitlines())
            drawn = [one for some in every.values() for one in some if one.key in before]
        reach, tried, unnoticed = Reach(), Counter[str](), []
        for change, noticed, tests in pool.map(judge, drawn):
            tried[_kind(change.file)] += 1
            if not noticed:
                unnoticed.append(change)
                print(f"{change}  ({tests} tests)", flush=True)
    last.write_text("".join(f"{one.key}\n" for one in unnoticed), encoding="utf-8")
    missed = Counter(_kind(one.file) for one in unnoticed)
    for kind, number in sorted(tried.items()):
        print(f"{kind:12} {number:5} changes, {missed[kind]:4} unnoticed")
    share = 1 - len(unnoticed) / max(1, len(drawn))
    print(f"{len(drawn)} of {sum(map(len, every.values()))} changes (seed {options.seed}), {share:.1%} noticed")
    return int(share < ENOUGH)


def _kind(file: str) -> str:
    """The kind of a file: claims, rules, problem, or a checker."""
    if "claims" in file.split("/")[:-1]:
        return "claims"
    return next((kind for kind in ("rules", "problem") if kind in file), "checkers")


if __name__ == "__main__":
    sys.exit(main())
