"""Tiling, measured side by side with other programs on the same work in one run.

    python benchmarks/tiling.py [--quick] [--only SECTION] [--json FILE]

Figures are processor seconds (user + system) of child processes, so that other work on the machine matters little;
repetitions take turns and medians are shown. No time is shown before the answer was found right.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parts.process import median, run, seconds, table
from parts.report import heading, ok, processor, ratio, remark, verdict
from parts.tiling_job import Job, go, together
from parts.tiling_work import EXAMPLES, QUOTED, QUOTED_HEAD, WORK, find

if TYPE_CHECKING:
    from parts.process import Run

SIX_BY_TEN = "pentominoes 6x10"
BRICK = "pentominoes 3x4x5"
CP_SAT_SECONDS = 30.0
ENGINE_SECONDS = 20.0
RATIO_AIMS = {"exact-cover": 50.0, "xcover": 15.0}
CPU_RATIO_AIM = 1.1
TAIL_AIM = 0.05
STARTUP_AIM = 0.25
LABELS = {"listing": "shapewright, listed", "cp-sat": "OR-tools CP-SAT"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, nothing slow")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every single figure there")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="measure this section only; may be repeated")
    arguments = parser.parse_args()
    wanted = arguments.only or list(SECTIONS)
    facts = provenance()
    paths: list[str] = facts["simd"]
    print(f"shapewright {facts['version']} ({', '.join(paths)}) on {facts['processor']}, Python {facts['python']}")
    print("peers: " + ", ".join(f"{name} {version}" for name, version in facts["peers"].items()))
    quick: bool = arguments.quick
    figures: dict[str, Any] = {}
    if "counts" in wanted or "peers" in wanted:
        figures["counts"] = counts(3 if quick else 7)
    if "peers" in wanted:
        figures["peers"] = peers(figures["counts"], quick=quick)
    if "engines" in wanted:
        figures["engines"] = engines(paths, quick=quick)
    if "threads" in wanted:
        figures["threads"] = two_threads(3 if quick else 11)
    if "processes" in wanted:
        figures["processes"] = processes(5 if quick else 15)
    quoted()
    if arguments.json is not None:
        plain = {
            name: [entry.record() if isinstance(entry, Job) else entry for entry in entries]
            for name, entries in figures.items()
        }
        arguments.json.write_text(json.dumps({**facts, "figures": plain}, indent=1) + "\n", encoding="utf-8")


SECTIONS = ("counts", "peers", "engines", "threads", "processes")


def counts(repetitions: int) -> list[Job]:
    """Every count, by the engine chosen automatically."""
    jobs = [Job("count", work, repetitions=repetitions) for work in WORK]
    go(jobs)
    heading("Counts by shapewright on one thread (processor seconds: median and least of the call, whole process)")
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
                seconds(min(answer["seconds"] for answer in job.answers)),
                seconds(job.process),
                f"{job.peak:.0f}",
                verdict(job.call, job.work.aim),
            )
        )
    print(table(("work", "engine", "tilings", "nodes", "call", "least", "process", "peak MB", "aim"), rows, left=2))
    return jobs


def peers(ours: list[Job], *, quick: bool) -> list[Job]:
    """The same raw counts by other packages for Python."""
    works = [work for work in WORK if work.exact and (not quick or work.tilings < 1000)]
    repetitions = 1 if quick else 3
    jobs: list[Job] = []
    with tempfile.TemporaryDirectory(prefix="numba-") as cache:
        compiled = {"NUMBA_CACHE_DIR": cache}
        first = Job("xcover", find("pentominoes 3x20"), environment=compiled)
        go([first])
        for work in works:
            jobs.append(Job("listing", work, repetitions=repetitions))
            jobs.append(Job("xcover", work, environment=compiled, repetitions=repetitions))
            jobs.append(Job("exact-cover", work))
            if not quick and work.name == SIX_BY_TEN:
                jobs.append(Job("cp-sat", work, {"seconds": CP_SAT_SECONDS}))
        go(jobs)
    heading("The same tilings by other packages (raw; how many times our count the call and the process take)")
    own = {job.work.name: job for job in ours if not job.work.up_to_symmetry}
    rows = []
    for work in works:
        rows.append(_peer_row("shapewright, counted", own[work.name], own[work.name]))
        rows += [
            _peer_row(LABELS.get(job.contender, job.contender), job, own[work.name]) for job in jobs if job.work is work
        ]
    print(table(("work", "program", "tilings", "call", "process", "peak MB", "call /", "process /"), rows, left=2))
    compiling, loading = first.of("loading"), median(job.of("loading") for job in jobs if job.contender == "xcover")
    print(f"""
Our call starts from the problem as stated, finds placements and symmetries, and counts one tiling of each set of
symmetric ones where it can; "listed" makes every tiling and has each checked by code that shares nothing with the
search. The others are given the finished matrix for nothing and count what they list. xcover was compiled beforehand:
that takes it {seconds(compiling)} s once, and loading the compiled code {seconds(loading)} s in every process.""")
    for job in jobs:
        if job.work.name == SIX_BY_TEN and job.contender in RATIO_AIMS:
            times = job.call / own[SIX_BY_TEN].call
            aim = RATIO_AIMS[job.contender]
            print(f"{SIX_BY_TEN}: {job.contender} takes {times:.0f} times as long (aim {aim:g}: {ok(times >= aim)}).")
    return [first, *jobs]


def _peer_row(label: str, job: Job, base: Job) -> tuple[str, ...]:
    found = job.answers[-1]["tilings"]
    more = "" if job.complete else "> "
    return (
        job.work.name,
        label,
        str(found) if job.complete else f"{'?' if found is None else found} of {job.work.tilings}",
        more + seconds(job.call),
        more + seconds(job.process),
        f"{job.peak:.0f}",
        "" if job is base else more + ratio(job.call, base.call),
        "" if job is base else more + ratio(job.process, base.process),
    )


def engines(paths: list[str], *, quick: bool) -> list[Job]:
    """Each engine, and each SIMD path of the one that has several, on the same counts."""
    limit = 2.0 if quick else ENGINE_SECONDS
    columns = [("bit-sliced", path) for path in reversed(paths)]
    columns += [(engine, paths[-1]) for engine in ("strip", "frontier", "sparse")]
    jobs: dict[tuple[str, str, str], Job] = {}
    for work in WORK:
        for engine, path in columns:
            if engine in work.engines:
                # What takes long anyway is measured once.
                times = 1 if quick or work.name == BRICK or engine == "sparse" else 3
                options = {"engine": engine, "time_limit": limit}
                jobs[work.name, engine, path] = Job("count", work, options, {"SHAPEWRIGHT_SIMD": path}, times)
    go(jobs.values())
    heading(f"Our engines against each other (processor seconds of the count; stopped after {limit:g} s)")
    head = ["work", *(f"{engine} {path}" if engine == "bit-sliced" else engine for engine, path in columns)]
    rows = [
        [name, *(_engine_figure(jobs.get((name, *column)), limit) for column in columns)]
        for name in dict.fromkeys(name for name, _, _ in jobs)
    ]
    print(table(head, rows))
    print("\n- : not tried, or not taken by that engine")
    return list(jobs.values())


def _engine_figure(job: Job | None, limit: float) -> str:
    if job is None or job.refused:
        return "-"
    return seconds(job.call) if job.complete else f"> {limit:g}"


def two_threads(repetitions: int) -> list[Job]:
    """Two threads against one on the same count."""
    work = find(BRICK, up_to_symmetry=True)
    one, two = (Job("threads", work, {"threads": threads}) for threads in (1, 2))
    pair = [Job("threads", work, {"threads": 1}) for _ in range(2)]
    for turn in range(repetitions):
        remark(f"two threads and one ({turn + 1} of {repetitions})")
        one.go()
        two.go()
        together(pair)
    remark("")
    heading(f"Two threads against one: {BRICK} up to symmetry (medians of {repetitions})")
    rows = [
        (
            str(job.options["threads"]),
            f"{job.of('tasks'):.0f}",
            seconds(job.call),
            seconds(job.of("wall")),
            f"{job.of('planning'):.1%}",
            f"{job.of('between'):.1%}" if job is two else "",
            f"{job.of('tail'):.1%}" if job is two else "",
        )
        for job in (one, two)
    ]
    print(table(("threads", "tasks", "cpu", "wall", "planning", "idle between", "idle tail"), rows))
    share, tail = two.call / one.call, two.of("tail")
    alone = median(answer["seconds"] for job in pair for answer in job.answers) / one.call
    print(f"""
Processor time of two threads over that of one: {share:.2f} (aim {CPU_RATIO_AIM:g}: {ok(share <= CPU_RATIO_AIM)}).
The same of two processes that count on their own at the same time: {alone:.2f} each, the machine's part in it.
Idle tail, the share of the wall time at its end during which one of the two threads had nothing left to do: {tail:.1%}
(aim {TAIL_AIM:.0%}: {ok(tail < TAIL_AIM)}). Planning is the share before the first task.""")
    return [one, two, *pair]


def processes(repetitions: int) -> list[dict[str, Any]]:
    """Whole commands, as a user starts them."""
    program = str(Path(sys.executable).with_name("shapewright"))
    small = str(EXAMPLES / "five_pieces.txt")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "python -c 'import shapewright'": [sys.executable, "-c", "import shapewright"],
        "shapewright --help": [program, "--help"],
        "shapewright tiling solve five_pieces.txt": [program, "tiling", "solve", small],
        "shapewright tiling count five_pieces.txt": [program, "tiling", "count", small],
    }
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for turn in range(repetitions):
        for name, command in commands.items():
            remark(f"{name} ({turn + 1} of {repetitions})")
            runs[name].append(run(command))
    remark("")
    for name, made in runs.items():
        for one in made:
            if one.code != 0:
                raise SystemExit(f"{name} ended with exit code {one.code}:\n{one.errors}")
    heading(f"Whole processes (medians of {repetitions})")
    rows = [
        (
            name,
            seconds(median(one.wall for one in made)),
            seconds(median(one.cpu for one in made)),
            f"{median(one.peak for one in made):.0f}",
            verdict(median(one.wall for one in made), STARTUP_AIM if name.startswith("shapewright") else None),
        )
        for name, made in runs.items()
    ]
    print(table(("command", "wall", "cpu", "peak MB", "aim"), rows))
    return [
        {"command": name, "wall": [one.wall for one in made], "cpu": [one.cpu for one in made]}
        for name, made in runs.items()
    ]


def quoted() -> None:
    """What others have measured, kept apart from what was measured here."""
    heading("Quoted, not measured here: processor seconds of other programs on one thread, machines of this class")
    print(table(QUOTED_HEAD, QUOTED))
    print(
        "\nThe Go program that the eleven pieces are from found 4 of the 320 tilings in 509 s.\n"
        "BurrTools counts the 6x10 board up to symmetry."
    )


def provenance() -> dict[str, Any]:
    """What is measured, where and when; asked of a child, since this process must stay small."""
    code = (
        "import json, importlib.metadata as metadata, shapewright\n"
        "from shapewright import _core\n"
        "peers = {name: metadata.version(name) for name in ('exact-cover', 'xcover', 'numba', 'ortools')}\n"
        "print(json.dumps({'version': shapewright.__version__, 'simd': _core.simd_paths(), 'peers': peers}))\n"
    )
    facts = run([sys.executable, "-c", code]).answer()
    return {
        **facts,
        "python": platform.python_version(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
    }


if __name__ == "__main__":
    main()
