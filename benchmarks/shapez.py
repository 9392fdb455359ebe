"""Shapez: searches from nothing, verdicts and plans, beside the quoted times of shapez2-solver.

    python benchmarks/shapez.py [--quick] [--long] [--only SECTION] [--threads N] [--json FILE]

Every figure is that of a fresh process with an empty cache, unless it says otherwise; repetitions take turns and
medians are shown. No time is shown before the answer was found right.
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
from parts.report import heading, processor, remark, verdict
from parts.shapez_work import CODES, QUOTED, QUOTED_HEAD, WORK, Work

if TYPE_CHECKING:
    from parts.process import Run

CHILD = str(Path(__file__).with_name("parts") / "shapez_child.py")
PROGRAM = str(Path(sys.executable).with_name("shapewright"))
SECTIONS = ("searches", "halves", "verdicts", "processes", "plans")
FIRST_AIMS = {"quad4": 3.0, "quad5": 30.0, "hex4": 180.0}
LATER_AIM = 0.3
MILLION_AIM = 2.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="every figure from one run")
    parser.add_argument("--long", action="store_true", help="also what takes minutes: hex4, quad6, dec3")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="of each search")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every single figure there")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="measure this section only; may be repeated")
    arguments = parser.parse_args()
    wanted = arguments.only or list(SECTIONS)
    facts = provenance()
    print(
        f"shapewright {facts['version']} on {facts['processor']}, {facts['processors']} processors, "
        f"Python {facts['python']}"
    )
    works = [work for work in WORK if arguments.long or not work.long]
    figures: dict[str, Any] = {}
    if "searches" in wanted:
        figures["searches"] = searches(works, "full", arguments.threads, quick=arguments.quick)
    if "halves" in wanted:
        # The halves of quad6 take seconds, so they are always measured.
        quick_halves = [work for work in WORK if work in works or work.halves_seconds is not None]
        figures["halves"] = searches(quick_halves, "halves", arguments.threads, quick=arguments.quick)
    if "verdicts" in wanted:
        figures["verdicts"] = million(arguments.threads, 1 if arguments.quick else 5)
    if "processes" in wanted:
        figures["processes"] = processes(1 if arguments.quick else 7, long=arguments.long)
    if "plans" in wanted:
        figures["plans"] = plans(3 if arguments.quick else 20)
    quoted()
    if arguments.json is not None:
        arguments.json.write_text(json.dumps({**facts, "figures": figures}, indent=1) + "\n", encoding="utf-8")


def searches(works: list[Work], only: str, threads: int, *, quick: bool) -> list[dict[str, Any]]:
    """Searches from nothing: everything, or the halves alone."""
    runs: dict[str, list[tuple[Run, dict[str, Any]]]] = {work.name: [] for work in works}
    most = max(work.repetitions for work in works)
    for turn in range(1 if quick else most):
        for work in works:
            if turn < work.repetitions:
                remark(f"{work.name}, {only} ({turn + 1} of {work.repetitions})")
                made = child("search", work.name, only=only, threads=threads)
                answer = made.answer()
                check(work, only, answer)
                runs[work.name].append((made, answer))
    remark("")
    what = "Everything, counted" if only == "full" else "Halves alone"
    heading(f"{what}, from nothing, {threads} threads (seconds: medians; memory: of the whole process)")
    rows = []
    for work in works:
        made = [one for one, _ in runs[work.name]]
        answers = [answer for _, answer in runs[work.name]]
        wall = median(one.wall for one in made)
        peak = median(one.peak for one in made)
        found = answers[-1]["total" if only == "full" else "halves"]
        row = [
            work.name,
            f"{found:,}",
            seconds(median(answer["wall"] for answer in answers)),
            seconds(median(answer["seconds"] for answer in answers)),
            seconds(wall),
            f"{peak:.0f}",
            verdict(wall, work.seconds if only == "full" else work.halves_seconds),
        ]
        rows.append([*row, verdict(peak, work.megabytes)] if only == "full" else row)
    head = ["configuration", "found", "call", "its cpu", "process", "peak MB", "aim (s)"]
    print(table([*head, "aim (MB)"] if only == "full" else head, rows))
    return [
        {"configuration": name, "only": only, **answer, **record(made)}
        for name, pairs in runs.items()
        for made, answer in pairs
    ]


def check(work: Work, only: str, answer: dict[str, Any]) -> None:
    """End the benchmark if a search found anything but the truth."""
    truth = {"halves": work.halves}
    if only == "full":
        truth["pp_essential"] = work.pp_essential
        if work.total is not None:
            truth["total"] = work.total
    for name, number in truth.items():
        if answer[name] != number:
            raise SystemExit(f"{work.name}: {name} is {answer[name]}, the right number is {number}")


def million(threads: int, repetitions: int) -> list[dict[str, Any]]:
    """A million verdicts through arrays of packed shapes, with data that are known."""
    names = ("quad4", "quad5", "hex3")
    runs: list[dict[str, Any]] = []
    for turn in range(repetitions):
        for name in names:
            for used in dict.fromkeys((1, threads)):
                remark(f"a million verdicts, {name}, {used} threads ({turn + 1} of {repetitions})")
                made = child("verdicts", name, shapes=1_000_000, threads=used)
                answer = made.answer()
                if not answer["right"]:
                    raise SystemExit(f"{name}: verdicts differ from the set of all shapes")
                runs.append({"configuration": name, "threads": used, **answer, **record(made)})
    remark("")
    heading("A million verdicts on packed shapes, data known (seconds of the call: medians)")
    rows = []
    for name in names:
        for used in dict.fromkeys((1, threads)):
            those = [one for one in runs if (one["configuration"], one["threads"]) == (name, used)]
            wall = median(one["wall"] for one in those)
            cpu = median(one["seconds"] for one in those)
            share = those[-1]["buildable"] / 1_000_000
            rows.append((name, str(used), f"{share:.0%}", seconds(wall), seconds(cpu), verdict(wall, MILLION_AIM)))
    print(table(("configuration", "threads", "buildable", "wall", "cpu", "aim"), rows))
    return runs


def processes(repetitions: int, *, long: bool) -> list[dict[str, Any]]:
    """Whole commands, as a user starts them: the first one ever, and those that follow."""
    firsts = ["quad4", "quad5", *(["hex4"] if long else [])]
    runs: dict[str, list[Run]] = {}
    with tempfile.TemporaryDirectory(prefix="cache-") as cache:
        for name in firsts:
            for turn in range(1 if name == "hex4" else repetitions):
                # Each time into an empty cache; the last one stays for what follows.
                folder = str(Path(cache) / f"{name}-{turn}")
                note(runs, f"first verdict, {name}", ["buildable", CODES[name]], folder)
        later = {name: str(Path(cache) / f"{name}-0") for name in firsts}
        for _ in range(repetitions):
            for name in firsts:
                note(runs, f"later verdict, {name}", ["buildable", CODES[name]], later[name])
            note(runs, "impossible, quad4", ["buildable", CODES["quad4, impossible"]], later["quad4"], code=1)
            note(runs, "plan, quad4", ["plan", CODES["quad4"]], later["quad4"])
    remark("")
    heading(f"Whole processes (seconds: medians of {repetitions})")
    rows = []
    for name, made in runs.items():
        wall = median(one.wall for one in made)
        aim = FIRST_AIMS[name.split()[-1]] if name.startswith("first") else LATER_AIM
        peak = median(one.peak for one in made)
        rows.append((name, seconds(wall), seconds(median(one.cpu for one in made)), f"{peak:.0f}", verdict(wall, aim)))
    print(table(("command", "wall", "cpu", "peak MB", "aim"), rows))
    return [{"command": name, **record(one)} for name, made in runs.items() for one in made]


def plans(goals: int) -> list[dict[str, Any]]:
    """Plans of random shapes of four layers, each a process of its own."""
    with tempfile.TemporaryDirectory(prefix="cache-") as cache:
        drawn = command(["random", "quad4", "--seed", "1", "--limit", str(goals)], cache)
        runs: list[dict[str, Any]] = []
        for number, code in enumerate(drawn.output.split()):
            remark(f"plan {number + 1} of {goals}")
            made = command(["plan", code, "--json"], cache)
            plan = made.answer()["plan"]
            found = {name: plan[name] for name in ("cost", "lower_bound", "optimal")}
            runs.append({"code": code, **found, **record(made)})
    remark("")
    heading(f"Plans of {goals} random shapes of quad4, whole processes (seconds)")
    walls = sorted(one["process_wall"] for one in runs)
    row = (
        seconds(median(walls)),
        seconds(walls[-1]),
        f"{median(one['peak_mb'] for one in runs):.0f}",
        f"{median(one['cost'] for one in runs):.0f}",
        f"{sum(one['optimal'] for one in runs) / len(runs):.0%}",
        verdict(median(walls), LATER_AIM),
    )
    print(table(("median", "most", "peak MB", "machines", "proven minimal", "aim"), [row]))
    return runs


def note(runs: dict[str, list[Run]], name: str, arguments: list[str], cache: str, code: int = 0) -> None:
    runs.setdefault(name, [])
    remark(f"{name} ({len(runs[name]) + 1})")
    runs[name].append(command(arguments, cache, code))


def command(arguments: list[str], cache: str, code: int = 0) -> Run:
    """``shapewright shapez ...`` with a cache of its own; ends the benchmark if it fails."""
    made = run([PROGRAM, "shapez", *arguments], environment={"XDG_CACHE_HOME": cache})
    if made.code != code:
        raise SystemExit(f"shapewright shapez {' '.join(arguments)} ended with exit code {made.code}:\n{made.errors}")
    return made


def child(task: str, name: str, **options: Any) -> Run:
    """A task of the child in a fresh process, with a cache that is empty."""
    with tempfile.TemporaryDirectory(prefix="cache-") as cache:
        arguments = [sys.executable, "-W", "ignore", CHILD, task, name, json.dumps(options)]
        return run(arguments, environment={"XDG_CACHE_HOME": cache})


def record(made: Run) -> dict[str, float]:
    return {"process_wall": made.wall, "process_cpu": made.cpu, "peak_mb": made.peak}


def quoted() -> None:
    """What the author of shapez2-solver has measured, kept apart from what was measured here."""
    heading("Quoted, not measured here: cpcp1998/shapez2-solver, wall times with 16 threads of an i7-11700K")
    print(table(QUOTED_HEAD, QUOTED))
    print("\nIts full set and its pin-push-essential shapes are two searches; ours finds both, and counts, in one.")


def provenance() -> dict[str, Any]:
    """What is measured, where and when; asked of a child, since this process must stay small."""
    code = "import json, shapewright; print(json.dumps({'version': shapewright.__version__}))"
    return {
        **run([sys.executable, "-c", code]).answer(),
        "python": platform.python_version(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
    }


if __name__ == "__main__":
    main()
