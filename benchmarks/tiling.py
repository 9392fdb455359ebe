"""Tiling, measured side by side with other programs on the same work in one run.

    python benchmarks/tiling.py [--quick] [--json FILE]

Every figure is processor time (user + system) of a child process, so that other work on the machine matters little;
repetitions are interleaved and medians are shown. No time is shown before the answer was found right.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import platform
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _process import median, run, seconds, table
from _tiling_work import EXAMPLES, QUOTED, QUOTED_HEAD, WORK, Work, find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _process import Run

CHILD = str(Path(__file__).with_name("_tiling_child.py"))
SIX_BY_TEN = "pentominoes 6x10"
BRICK = "pentominoes 3x4x5"
CP_SAT_SECONDS = 30.0
ENGINE_SECONDS = 20.0
PEER_SECONDS = 180.0
STARTUP_AIM = 0.25
CPU_RATIO_AIM = 1.1
TAIL_AIM = 0.05


@dataclass
class Job:
    """One contender at one piece of work, and the runs made of it."""

    contender: str
    work: Work
    options: dict[str, Any] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    repetitions: int = 1
    runs: list[Run] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)

    def go(self) -> None:
        """Run once and see that the answer is right."""
        command = [
            sys.executable,
            "-W",
            "ignore",
            CHILD,
            self.contender,
            find_name(self.work),
            "1" if self.work.up_to_symmetry else "0",
            json.dumps(self.options),
        ]
        made = run(command, environment=self.environment, cap=PEER_SECONDS)
        if made.killed:
            self.runs.append(made)
            self.answers.append({"complete": False, "tilings": None, "seconds": made.cpu})
            return
        answer = made.answer()
        if answer.get("complete", True) and "refused" not in answer and answer["tilings"] != self.work.tilings:
            raise SystemExit(
                f"{self.contender} {self.options}: {answer['tilings']} tilings of {self.work.name.strip()}, "
                f"the right number is {self.work.tilings}"
            )
        self.runs.append(made)
        self.answers.append(answer)

    def of(self, key: str) -> float:
        """The median of a figure of the answers."""
        return median(answer[key] for answer in self.answers)

    @property
    def call(self) -> float:
        """Processor seconds of the call."""
        return self.of("seconds")

    @property
    def process(self) -> float:
        """Processor seconds of the whole process."""
        return median(made.cpu for made in self.runs)

    @property
    def peak(self) -> float:
        """Peak memory in MB."""
        return median(made.peak for made in self.runs)

    def record(self) -> dict[str, Any]:
        return {
            "contender": self.contender,
            "work": find_name(self.work),
            "up_to_symmetry": self.work.up_to_symmetry,
            "options": self.options,
            "environment": self.environment,
            "answers": self.answers,
            "process_cpu": [made.cpu for made in self.runs],
            "process_wall": [made.wall for made in self.runs],
            "peak_mb": [made.peak for made in self.runs],
        }


def find_name(work: Work) -> str:
    """The name to find the work by: that of the line above for a count up to symmetry."""
    return WORK[WORK.index(work) - 1].name if work.up_to_symmetry else work.name


def go(jobs: Iterable[Job]) -> None:
    """Run all, each as often as it wants, taking turns."""
    jobs = list(jobs)
    for turn in range(max((job.repetitions for job in jobs), default=0)):
        for job in jobs:
            if turn < job.repetitions:
                remark(f"{job.contender} {job.work.name.strip()} {job.options or ''} ({turn + 1}/{job.repetitions})")
                job.go()
    remark("")


def remark(text: str) -> None:
    """What is being measured, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def heading(text: str) -> None:
    print(f"\n{text}\n")


def ratio(other: float, ours: float) -> str:
    return f"{other / ours:.1f} x" if other < 10 * ours else f"{other / ours:.0f} x"


def verdict(value: float, aim: float | None) -> str:
    return "" if aim is None else f"{aim:g} {'ok' if value <= aim else 'MISSED'}"


# --- The sections of the report --------------------------------------------------------------------------------------


def counts(repetitions: int) -> list[Job]:
    """Every count, by the engine chosen automatically."""
    jobs = [Job("count", work, repetitions=repetitions) for work in WORK]
    go(jobs)
    heading("Counts by shapewright, one thread (processor seconds of the call; of the whole process)")
    rows = []
    for job in jobs:
        answer = job.answers[-1]
        tilings = str(job.work.tilings)
        rows.append(
            (
                job.work.name,
                answer["engine"],
                tilings if len(tilings) < 20 else f"{tilings[:6]}... ({len(tilings)} digits)",
                str(answer["nodes"]),
                seconds(job.call),
                seconds(job.process),
                f"{job.peak:.0f}",
                verdict(job.call, job.work.aim),
            )
        )
    print(table(("work", "engine", "tilings", "nodes", "count", "process", "peak MB", "aim"), rows, left=2))
    return jobs


def peers(ours: list[Job], repetitions: int, *, quick: bool) -> list[Job]:
    """The same raw counts by other packages for Python."""
    works = [work for work in WORK if work.exact and (not quick or work.tilings < 1000)]
    jobs: list[Job] = []
    with tempfile.TemporaryDirectory(prefix="numba-") as cache:
        compiled = {"NUMBA_CACHE_DIR": cache}
        compilation = Job("xcover", find("pentominoes 3x20"), environment=compiled)
        go([compilation])
        for work in works:
            jobs.append(Job("listing", work, repetitions=repetitions))
            jobs.append(Job("xcover", work, environment=compiled, repetitions=min(repetitions, 3)))
            if not quick or work.tilings <= 8:
                jobs.append(Job("exact-cover", work))
            if not quick and work.name == SIX_BY_TEN:
                jobs.append(Job("cp-sat", work, {"seconds": CP_SAT_SECONDS}))
        go(jobs)
    heading("The same tilings by other packages (raw; ratios to our count, by the call and by the whole process)")
    own = {job.work.name: job for job in ours if not job.work.up_to_symmetry}
    rows = []
    for work in works:
        base = own[work.name]
        rows.append(_peer_row("shapewright, counted", base, base))
        rows += [_peer_row(LABELS[job.contender], job, base) for job in jobs if job.work is work]
    print(
        table(
            ("work", "program", "tilings", "call", "process", "peak MB", "call ratio", "process ratio"), rows, left=2
        )
    )
    print(
        f"""
Our call starts from the problem in words, finds placements and symmetries, and counts one tiling of each set of equal
ones where it can; "listed" makes every tiling and has each checked by code that shares nothing with the search. The
others are given the finished matrix for nothing and count what they list. xcover was compiled beforehand: compiling
takes it {seconds(compilation.of("loading"))} s once, loading the compiled code {seconds(jobs[1].of("loading"))} s in
every process."""
    )
    return [compilation, *jobs]


LABELS = {"listing": "shapewright, listed", "xcover": "xcover", "exact-cover": "exact-cover", "cp-sat": "OR-tools CP-SAT"}


def _peer_row(label: str, job: Job, base: Job) -> tuple[str, ...]:
    answer = job.answers[-1]
    complete = answer.get("complete", True)
    found = answer["tilings"]
    more = "" if complete else "> "
    return (
        job.work.name,
        label,
        str(found) if complete else f"{'none' if found is None else found} of {job.work.tilings}",
        more + seconds(job.call),
        more + seconds(job.process),
        f"{job.peak:.0f}",
        "" if job is base else more + ratio(job.call, base.call),
        "" if job is base else more + ratio(job.process, base.process),
    )


def engines(repetitions: int, paths: list[str], *, quick: bool) -> list[Job]:
    """Each engine, and each SIMD path of the one that has several, on the same counts."""
    limit = 2.0 if quick else ENGINE_SECONDS
    jobs: list[Job] = []
    for work in WORK:
        for engine in work.engines:
            for path in paths if engine == "bit-sliced" else paths[:1]:
                environment = {"SHAPEWRIGHT_SIMD": path}
                options = {"engine": engine, "time_limit": limit}
                # What takes long anyway is measured once.
                times = 1 if work.name == BRICK or engine == "sparse" else repetitions
                jobs.append(Job("count", work, options, environment, times))
    go(jobs)
    heading(f"Our engines against each other (count, seconds of processor time; stopped after {limit:g} s)")
    columns = [("bit-sliced", path) for path in reversed(paths)]
    columns += [(engine, paths[0]) for engine in ("strip", "frontier", "sparse")]
    rows = []
    for work in dict.fromkeys(job.work for job in jobs):
        row = [work.name]
        for engine, path in columns:
            figure = "-"
            for job in jobs:
                if (job.work, job.options["engine"], job.environment["SHAPEWRIGHT_SIMD"]) == (work, engine, path):
                    figure = _engine_figure(job, limit)
            row.append(figure)
        rows.append(row)
    head = ["work", *(f"{engine} {path}" if engine == "bit-sliced" else engine for engine, path in columns)]
    print(table(head, rows))
    print("\n- : not tried or not taken by that engine")
    return jobs


def _engine_figure(job: Job, limit: float) -> str:
    if any("refused" in answer for answer in job.answers):
        return "-"
    if not all(answer.get("complete", True) for answer in job.answers):
        return f"> {limit:g}"
    return seconds(job.call)


def two_threads(repetitions: int) -> list[Job]:
    """Two threads against one on the same count."""
    work = find(BRICK, up_to_symmetry=True)
    one = Job("threads", work, {"threads": 1}, repetitions=repetitions)
    two = Job("threads", work, {"threads": 2}, repetitions=repetitions)
    pair = [Job("threads", work, {"threads": 1}, repetitions=repetitions) for _ in range(2)]
    for _ in range(repetitions):
        for job in (one, two):
            remark(f"threads {job.options}")
            job.go()
        remark("two processes at once")
        together(pair)
    remark("")
    heading(f"Two threads against one: {BRICK} up to symmetry (medians of {repetitions})")
    machine = median(answer["seconds"] for job in pair for answer in job.answers) / one.call
    print(
        table(
            ("threads", "tasks", "count", "wall", "planning", "idle between", "idle tail"),
            [
                (
                    str(job.options["threads"]),
                    f"{job.of('tasks'):.0f}",
                    seconds(job.call),
                    seconds(job.of("wall")),
                    f"{job.of('alone'):.1%}",
                    f"{job.of('between'):.1%}",
                    f"{job.of('tail'):.1%}" if job is two else "",
                )
                for job in (one, two)
            ],
        )
    )
    best = two.call / one.call
    print(
        f"""
Processor time of two threads: {best:.2f} of one thread's ({verdict(best, CPU_RATIO_AIM)}); two processes that count
alone at the same time take {machine:.2f} each, which is the machine's own share of that. Wall time: one thread takes
{one.of("wall") / two.of("wall"):.2f} times as long. Planning is the share of the wall time before the first task; the
idle tail is the share at the end during which one of the two threads had nothing left to do
({two.of("tail"):.1%}: {verdict(two.of("tail"), TAIL_AIM)})."""
    )
    return [one, two, *pair]


def together(jobs: list[Job]) -> None:
    """Run one of each at the same time."""
    threads = [threading.Thread(target=job.go) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def processes(repetitions: int) -> list[dict[str, Any]]:
    """Whole commands, as a user starts them."""
    program = str(Path(sys.executable).with_name("shapewright"))
    small = str(EXAMPLES / "five_pieces.txt")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "python -c 'import shapewright'": [sys.executable, "-c", "import shapewright"],
        "shapewright --help": [program, "--help"],
        "shapewright --version": [program, "--version"],
        "shapewright tiling solve five_pieces.txt": [program, "tiling", "solve", small],
        "shapewright tiling count five_pieces.txt": [program, "tiling", "count", small],
    }
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(repetitions):
        for name, command in commands.items():
            remark(name)
            runs[name].append(run(command))
    remark("")
    heading(f"Whole processes (medians of {repetitions})")
    rows = []
    for name, made in runs.items():
        if any(one.code != 0 for one in made):
            last = (made[0].errors.strip().splitlines() or ["no message"])[-1]
            raise SystemExit(f"{name} ended with exit code {made[0].code}: {last}")
        wall = median(one.wall for one in made)
        aim = STARTUP_AIM if name.startswith("shapewright") else None
        rows.append(
            (
                name,
                seconds(wall),
                seconds(median(one.cpu for one in made)),
                f"{median(one.peak for one in made):.0f}",
                verdict(wall, aim),
            )
        )
    print(table(("command", "wall", "cpu", "peak MB", "aim"), rows))
    return [
        {"command": name, "wall": [one.wall for one in made], "cpu": [one.cpu for one in made]}
        for name, made in runs.items()
    ]


def quoted() -> None:
    """What others have measured, kept apart from what was measured here."""
    heading("Quoted, not measured here: processor seconds of other programs, one thread, a machine of the same class")
    print(table(QUOTED_HEAD, QUOTED))
    print(
        "\nThe Go program whose eleven pieces these are found 4 of its 320 tilings in 509 s. BurrTools counts 6x10 up to\n"
        "symmetry."
    )


# --- The run as a whole ----------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, nothing slow")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every single figure there")
    parser.add_argument("--only", metavar="SECTION", choices=SECTIONS, action="append", help=", ".join(SECTIONS))
    arguments = parser.parse_args()
    facts = provenance()
    wanted = arguments.only or list(SECTIONS)
    if "peers" in wanted and "counts" not in wanted:
        wanted = ["counts", *wanted]
    print(f"shapewright {facts['version']} ({', '.join(facts['simd'])}), Python {facts['python']}, {facts['processor']}")
    print(", ".join(f"{name} {version}" for name, version in facts["peers"].items()))
    done: dict[str, Any] = {}
    for name in SECTIONS:
        if name in wanted:
            done[name] = SECTIONS[name](arguments.quick, facts, done)
    quoted()
    if arguments.json is not None:
        figures = {
            name: [entry.record() if isinstance(entry, Job) else entry for entry in entries]
            for name, entries in done.items()
        }
        arguments.json.write_text(json.dumps({**facts, "figures": figures}, indent=1) + "\n", encoding="utf-8")


Section = "Callable[[bool, dict[str, Any], dict[str, Any]], Any]"
SECTIONS: dict[str, Any] = {
    "counts": lambda quick, _facts, _done: counts(3 if quick else 5),
    "peers": lambda quick, _facts, done: peers(done["counts"], 1 if quick else 3, quick=quick),
    "engines": lambda quick, facts, _done: engines(1 if quick else 3, facts["simd"], quick=quick),
    "threads": lambda quick, _facts, _done: two_threads(3 if quick else 9),
    "processes": lambda quick, _facts, _done: processes(5 if quick else 15),
}


def provenance() -> dict[str, Any]:
    """What was measured, where and when; asked of a child, since this process must stay small."""
    code = (
        "import json, importlib.metadata as m, shapewright\n"
        "from shapewright import _core\n"
        "peers = {}\n"
        "for name in ('exact-cover', 'xcover', 'numba', 'ortools'):\n"
        "    try: peers[name] = m.version(name)\n"
        "    except m.PackageNotFoundError: raise SystemExit(f'{name} is missing: pip install --group bench')\n"
        "print(json.dumps({'version': shapewright.__version__, 'simd': _core.simd_paths(), 'peers': peers}))\n"
    )
    facts = run([sys.executable, "-c", code]).answer()
    return {
        **facts,
        "python": platform.python_version(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


def processor() -> str:
    """What the machine calls its processor."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
