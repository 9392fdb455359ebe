"""Every allocation of a command fails once, in turn: it must end in one clear line, or with the right answer.

    python -m tests.failing_allocations --first 2000 --spread 200 [--python] [COMMAND ...]

A library in C is loaded before all others and stands in for the C library's allocation functions. A process imports all
that a command needs; then, for each number, a fork of it runs the command, in which the allocation of that number
fails. Accepted is the answer that comes with all memory (the same exit code and output), or exit code 3 with one line
on standard error. With ``--python`` Python's own objects come from the C library, too, and fail as well.
"""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("failing_allocations.c")

# A few of each family, over every engine; none takes more than some tenths of a second.
COMMANDS = (
    "tiling solve --board 4x5 --pieces any*I2",
    "tiling count --board 5x6 --pieces 6*I5 --engine sparse --threads 2",
    "tiling count --board 3x20 --pieces pentominoes --threads 1 --checkpoint {new}.sqlite",
    "tiling count --board 8x8 --pieces any*I2",
    "tiling random --board 6x6 --pieces any*I2 --seed 1",
    "tiling explain --board 6x6 --pieces 9*L4",
    "packing pack 'I2 J3 L2 O1 S2 T2 Z1'",
    "packing pack 'I2 J1' --box 3x4 --json",
    "stacking solve TIOLJSZ --json",
    "stacking count TIO --width 5",
    "clear solve TIOLJSZTIOL",
    "clear percent --field XXX_____XX/XXX____XXX/XXX____XXX/XXX___XXXX -p '*p4'",
    "clear path --field XXX_____XX/XXX____XXX/XXX____XXX/XXX___XXXX -p '*p4' --mark-minimal",
    "shapez plan CuCu----:RrRr----",
    "shapez buildable CrRgSbWy:--P-cr--",
    "shapez count quad4",
    "shapez search quad2 -o {new}.h5 --threads 2",
)

# With the objects of Python there are so many allocations that one command of each kind must do.
COMMANDS_IN_PYTHON = (
    "tiling solve --board 4x5 --pieces any*I2",
    "packing pack 'I2 J1' --box 3x4 --json",
    "stacking solve TIOLJSZ --json",
    "clear solve TIOLJSZTIOL",
    "shapez buildable CrRgSbWy:--P-cr--",
)

CRASHES = (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS)
HANGS = (-signal.SIGALRM,)

# What libraries below us do when they get no memory, so that no line of ours can be printed: why, the ways in which the
# process ends, and a part of the name of a function or library that is among the callers of the allocation that failed.
EXCUSED = (
    ("the HDF5 library crashes", CRASHES, "libhdf5"),
    ("nanobind ends the process when it cannot make its type of arrays", CRASHES, "PyType_FromModuleAndSpec"),
    ("Python waits for ever for a thread that ended before it began", HANGS, "PyThread_allocate_lock"),
)

# The allocation that failed was our own call of ``main``.
NOT_BEGUN = 98
# A run that takes longer hangs.
SECONDS = 20

_LINE = re.compile(r"(error|stopped): [^\n]*(memory|thread|files are open)[^\n]*\n(stopped[^\n]*\n)?")


def compiler() -> str | None:
    """The machine's C compiler, or None if there is none, or no glibc for it."""
    if sys.platform != "linux" or not os.confstr("CS_GNU_LIBC_VERSION"):
        return None
    return next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)


@dataclass(frozen=True)
class Ending:
    """How one run ended: its exit code (negative: the signal), its output, and who asked for the memory."""

    code: int
    out: str
    err: str
    asked: tuple[str, ...] = ()
    made: int = 0

    def is_fine(self, whole: Ending, command: str) -> bool:
        if self.code == NOT_BEGUN or (self.code, self.out, self.err) == (whole.code, whole.out, whole.err):
            return True
        if command.startswith("tiling random") and (self.code, self.err) == (0, ""):
            # Drawn by another engine, whose memory sufficed: as random as the one of this seed.
            return True
        return self.code == 3 and _LINE.fullmatch(self.err) is not None

    def excuse(self) -> str | None:
        for why, codes, name in EXCUSED:
            if self.code in codes and any(name in each for each in self.asked):
                return why
        return None


def run(
    command: str, folder: Path, *, first: int, spread: int = 0, python: bool = False, only: list[int] | None = None
) -> dict[str, object]:
    """Let allocations of a command fail in turn, the first ones and some of all others; what became of them."""
    library = folder / "failing_allocations.so"
    if not library.exists():
        found = compiler()
        assert found is not None
        subprocess.run([found, "-O1", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "PYTHONMALLOC": "malloc" if python else "pymalloc",
        "PYTHONHASHSEED": "0",
        "OPENBLAS_NUM_THREADS": "1",
    }
    order = json.dumps({"command": command, "folder": str(folder), "first": first, "spread": spread, "only": only})
    server = [sys.executable, "-m", "tests.failing_allocations", "--serve", order]
    finished = subprocess.run(server, env=environment, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise AssertionError(f"{command}: {finished.stdout}{finished.stderr}")
    answer: dict[str, object] = json.loads(finished.stdout.splitlines()[-1])
    return answer


def _serve(order: dict[str, object]) -> dict[str, object]:
    """In the process with the library: run the command in forks, and judge."""
    library = ctypes.CDLL(None)
    library.fail_allocation.argtypes = [ctypes.c_long, ctypes.c_int]
    library.allocations_made.restype = ctypes.c_long
    folder = Path(str(order["folder"]))
    arguments = shlex.split(str(order["command"]))
    import shapewright.cli

    def one(number: int) -> Ending:
        return _fork(library, arguments, folder, number)

    # What the command imports, this process imports; what it finds out, it has to find out by itself.
    modules, learnt = folder / "modules", -1
    os.environ["FAILING_ALLOCATIONS_MODULES"] = str(modules)
    while learnt != len(sys.modules):
        learnt = len(sys.modules)
        one(0)
        for name in modules.read_text().split():
            try:
                __import__(name)
            except ImportError:
                continue
    del os.environ["FAILING_ALLOCATIONS_MODULES"]
    del shapewright
    whole = one(0)
    if whole.code < 0 or whole.made == 0:
        raise SystemExit(f"with all memory it ended with {whole.code}: {whole.err}")
    last = min(int(str(order["first"])), whole.made)
    numbers = list(range(1, last + 1))
    spread = int(str(order["spread"]))
    if spread and whole.made > last:
        numbers += list(range(last + 1, whole.made + 1, max(1, (whole.made - last) // spread)))
    if order["only"] is not None:
        numbers = list(order["only"])  # type: ignore[call-overload]
    faults, right, excused = [], 0, Counter[str]()
    for number in numbers:
        ending = one(number)
        if ending.is_fine(whole, str(order["command"])):
            right += ending.code == whole.code
        elif (excuse := ending.excuse()) is not None:
            excused[excuse] += 1
        else:
            faults.append({"number": number, "code": ending.code, "out": ending.out[-200:], "err": ending.err[-1500:],
                           "asked": ending.asked[:45]})  # fmt: skip
    return {"made": whole.made, "code": whole.code, "tried": len(numbers), "right": right, "excused": dict(excused),
            "faults": faults, "whole": whole.err}  # fmt: skip


def _fork(library: ctypes.CDLL, arguments: list[str], folder: Path, number: int) -> Ending:
    files = [tempfile.TemporaryFile(dir=folder) for _ in range(4)]  # noqa: SIM115 - closed below
    new = folder / f"new{number}"
    arguments = [argument.replace("{new}", str(new)) for argument in arguments]
    child = os.fork()
    if child == 0:
        _run_here(library, arguments, number, [file.fileno() for file in files])
    _, status = os.waitpid(child, 0)
    texts = []
    for file in files:
        file.seek(0)
        texts.append(file.read().decode(errors="replace").replace(str(new), "{new}"))
        file.close()
    for made in folder.glob("new*"):
        shutil.rmtree(made) if made.is_dir() else made.unlink()
    out, err, asked, made_text = texts
    out = re.sub(r"\b[0-9.]+ s\b|\"seconds\": [-0-9.e]+", "...", out)  # how long it took
    return Ending(os.waitstatus_to_exitcode(status), out, err, tuple(asked.splitlines()), int(made_text or 0))


def _run_here(library: ctypes.CDLL, arguments: list[str], number: int, files: list[int]) -> None:
    import shapewright.cli

    code = 99
    try:
        os.dup2(files[0], 1)
        os.dup2(files[1], 2)
        signal.alarm(SECONDS)
        library.fail_allocation(number, files[2])
        code = shapewright.cli.main(arguments)
        library.fail_allocation(-1, -1)
        sys.stdout.flush()
        os.write(files[3], str(library.allocations_made()).encode())
        known = os.environ.get("FAILING_ALLOCATIONS_MODULES")
        if known is not None:
            Path(known).write_text("\n".join(sys.modules), encoding="utf-8")
    except BaseException as error:
        library.fail_allocation(-1, -1)
        import traceback

        if isinstance(error, MemoryError) and error.__traceback__ is not None and error.__traceback__.tb_next is None:
            code = NOT_BEGUN
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=2000)
    parser.add_argument("--spread", type=int, default=0)
    parser.add_argument("--python", action="store_true")
    parser.add_argument("--only", type=int, nargs="*")
    parser.add_argument("--serve")
    parser.add_argument("commands", nargs="*")
    options = parser.parse_args()
    if options.serve is not None:
        print(json.dumps(_serve(json.loads(options.serve))))
        return 0
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for command in options.commands or COMMANDS:
            found = run(command, Path(folder), first=options.first, spread=options.spread, python=options.python,
                        only=options.only)  # fmt: skip
            faults = found.pop("faults")
            assert isinstance(faults, list)
            print(command, found, f"{len(faults)} faults", flush=True)
            kinds = Counter((fault["code"], tuple(fault["err"].splitlines()[-1:])) for fault in faults)
            for (code, line), times in kinds.most_common(12):
                example = next(f for f in faults if (f["code"], tuple(f["err"].splitlines()[-1:])) == (code, line))
                print(f"  {times} x exit {code}: {' '.join(line)[:300]}")
                print(f"    such as {example['number']}: {' < '.join(example['asked'][:14])}")
                if options.only:
                    print(example["err"], *example["asked"], sep="\n")
            failed = failed or bool(faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
