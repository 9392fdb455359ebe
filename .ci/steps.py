"""What must hold at every landing: make targets, side by side, each with its output in ``build/ci``.

``python3 .ci/steps.py`` runs them all, ``--list`` says which there are
and what is left out here, ``--targets`` the targets of all. One processor is kept
busy by each step, so that as many run at a time as there are processors; the tests of the package come last and use all
of them. What only the engine can break is left out where the engine, its bindings and the build files are those of the
newest commit that is more than two days old; ``CI_ALL=1`` runs it, too. Nothing is left out in silence: the last lines
say what was, and why.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "ci"
PROCESSORS = int(os.environ.get("JOBS") or 0) or os.cpu_count() or 1
ENGINE = ("engine", "bindings", "CMakeLists.txt")
SLOWEST, LINES_OF_A_FAILURE = 10, 200


@dataclass
class Step:
    """Some make targets that one process makes, after the steps that are named in ``after``."""

    name: str
    targets: str
    after: tuple[str, ...] = ("package",)
    needs: tuple[str, ...] = ()
    of_the_engine: bool = False
    alone: bool = False
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    code: int | None = None
    left_out: str = field(default="", repr=False)


STEPS = [
    Step("package", "environment .venv/.package build-times", after=(), alone=True),
    # What others wait for, and what takes longest, begins first.
    Step("wasm", "wasm", needs=("em-config", "node")),
    Step("docs", "docs"),
    Step("native", "engine-test wire"),
    Step("site", "site-test SITE_DOCS=", after=("wasm", "docs", "native"), needs=("em-config", "npm")),
    Step("asan", "build/asan/passed", of_the_engine=True),
    Step("clang", "engine-test-clang", needs=("clang++",), of_the_engine=True),
    Step("tsan", "build/tsan/passed", of_the_engine=True),
    Step("wasm-test", "wasm-test", after=("wasm",), needs=("em-config", "node"), of_the_engine=True),
    Step("lint", "lint"),
    Step("wheel", "wheel-test lowest-test sdist", after=("native",)),
    Step("lint-pages", "lint-pages", needs=("npm",)),
    Step("test", "test-all", after=(), alone=True),
]
TOOLS = {
    "chromium-headless-shell": "tests in a browser",
    "npm": "the types of the pages' JavaScript, and the site",
    "node": "the engine as WebAssembly, and tests of the pages' JavaScript",
    "clang++": "the engine compiled by clang",
    "em-config": "the engine as WebAssembly, and the site",
}
PACKAGES = {"npm": "npm", "node": "nodejs", "clang++": "clang", "em-config": "emscripten"}


def main(words: list[str]) -> int:
    """Run every step that is not left out; 1 if one of them failed."""
    os.chdir(ROOT)
    if words not in ([], ["--list"], ["--targets"]):
        sys.stderr.write("usage: .ci/run [--list | --targets]\n")
        return 2
    if words == ["--targets"]:
        print("\n".join(step.targets for step in STEPS))
        return 0
    if not words:
        install_tools()
    leave_out()
    if words:
        for step in STEPS:
            print(f"{step.name:12} {f'left out: {step.left_out}' if step.left_out else f'make {step.targets}'}")
        return 0
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    begun = time.monotonic()
    failed = Run().all()
    report(time.monotonic() - begun, failed)
    return 1 if failed else 0


def install_tools() -> None:
    """Install the compilers, node and the browser, where this user may and the system is Debian's."""
    missing = [package for tool, package in PACKAGES.items() if not shutil.which(tool)]
    if not (shutil.which("chromium-headless-shell") or shutil.which("chromium")):
        missing.append("chromium-headless-shell")
    if not missing or os.getuid() or not shutil.which("apt-get"):
        return
    for words in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
        done = subprocess.run(
            ["apt-get", "-qq", *words], env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, capture_output=True
        )
        if done.returncode:
            print(f"apt-get {words[0]} failed: {done.stderr.decode(errors='replace').strip()[-300:]}")
            return


def leave_out() -> None:
    """Say of each step why it cannot run here, or need not."""
    unchanged = engine_unchanged()
    for step in STEPS:
        lacking = [tool for tool in step.needs if not shutil.which(tool)]
        if lacking:
            step.left_out = f"there is no {' and no '.join(lacking)}"
        elif step.of_the_engine and unchanged:
            step.left_out = unchanged


def engine_unchanged() -> str:
    """Say since when the engine is what it is; nothing if it changed within two days, or nobody can tell."""
    if os.environ.get("CI_ALL"):
        return ""
    commit = git("rev-list", "-1", "--before=2.days", "HEAD")
    if not commit or subprocess.run(["git", "diff", "--quiet", commit, "--", *ENGINE], check=False).returncode:
        return ""
    return f"{', '.join(ENGINE)} are as in {git('log', '-1', '--format=%h of %cs', commit)}; CI_ALL=1 runs it"


def git(*words: str) -> str:
    """What git says; nothing if it fails."""
    try:
        return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


class Run:
    """The steps side by side, until all have passed or one has failed."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.waiting = [step for step in STEPS if not step.left_out]
        self.failed: Step | None = None

    def all(self) -> Step | None:
        """Run them, and give the one that failed."""
        with self.changed:
            while (self.waiting or self.running) and self.failed is None:
                step = self.next()
                if step is None:
                    self.changed.wait()
                    continue
                self.waiting.remove(step)
                self.start(step)
            for process in self.running.values():
                os.killpg(process.pid, signal.SIGTERM)
            while self.running:
                self.changed.wait()
        return self.failed

    def next(self) -> Step | None:
        """The first step that may begin: those before it have ended, and a processor is free."""
        unfinished = {step.name for step in self.waiting} | set(self.running)
        for step in self.waiting:
            if step.alone:
                return None if self.running else step
            if len(self.running) < PROCESSORS and unfinished.isdisjoint(step.after):
                return step
        return None

    def start(self, step: Step) -> None:
        """Begin a step; a thread waits for its end."""
        jobs = PROCESSORS if step.alone else 1
        shown = step is STEPS[-1]  # so that pytest's summary is seen
        with (LOGS / f"{step.name}.log").open("wb") as log:
            process = subprocess.Popen(
                ["make", *step.targets.split(), f"JOBS={jobs}"], stdin=subprocess.DEVNULL, start_new_session=True,
                stdout=None if shown else log, stderr=None if shown else subprocess.STDOUT,
            )  # fmt: skip
        self.running[step.name] = process
        threading.Thread(target=self.end, args=(step, process, time.monotonic()), daemon=True).start()

    def end(self, step: Step, process: subprocess.Popen[bytes], begun: float) -> None:
        """Wait for a step, and note what it took."""
        _, status, used = os.wait4(process.pid, 0)
        step.code = process.returncode = os.waitstatus_to_exitcode(status)
        step.seconds, step.cpu_seconds = time.monotonic() - begun, used.ru_utime + used.ru_stime
        with self.changed:
            del self.running[step.name]
            if step.code == 0:
                print(f"{step.name:12} {step.seconds:6.0f} s {step.cpu_seconds:6.0f} CPU s", flush=True)
            elif self.failed is None:
                self.failed = step
            self.changed.notify()


def report(seconds: float, failed: Step | None) -> None:
    """Say what failed with the end of its output, which steps took longest, and what was left out."""
    if failed is not None:
        log = LOGS / f"{failed.name}.log"
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        print("\n".join(lines[-LINES_OF_A_FAILURE:]))
    ended = sorted((step for step in STEPS if step.code is not None), key=lambda step: -step.seconds)
    print(f"\nThe steps took {seconds / 60:.0f} minutes; the slowest {min(SLOWEST, len(ended))}:")
    for step in ended[:SLOWEST]:
        print(f"  {step.name:12} {step.seconds:6.0f} s {step.cpu_seconds:6.0f} CPU s")
    for step in STEPS:
        if step.left_out:
            print(f"left out: {step.name} ({step.left_out})")
    for tool, what in TOOLS.items():
        if not shutil.which(tool) and not (tool == "chromium-headless-shell" and shutil.which("chromium")):
            print(f"there is no {tool}: {what} were left out where they are tested")
    if failed is not None:
        print(f"failed: {failed.name} (make {failed.targets}, exit code {failed.code})")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
