"""Certificates of the numbers in the documentation: their sizes, and what it costs to write and to check them.

    python benchmarks/certificates.py [--only WORD] [--folder FOLDER]

Each is written with its answer by the command line and checked by a bare Python that has nothing of ours. The digest is
that of the text, uncompressed; the table goes into docs/certificates/index.md. With a folder the files are kept there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from parts.report import heading, processor, remark

ROOT = Path(__file__).resolve().parents[1]
ANSWERS = {
    "6x10 by pentominoes": "tiling count --board 6x10 --pieces pentominoes",
    "6x10 up to symmetry": "tiling count --board 6x10 --pieces pentominoes --up-to-symmetry",
    "5x12": "tiling count --board 5x12 --pieces pentominoes",
    "4x15": "tiling count --board 4x15 --pieces pentominoes",
    "3x20": "tiling count --board 3x20 --pieces pentominoes",
    "8x8 without the middle": "tiling count --board 8x8 --hole-box 3,3,2x2 --pieces pentominoes",
    "8x8 by dominoes": "tiling count --board 8x8 --pieces any*dominoes",
    "12x12 by dominoes": "tiling count --board 12x12 --pieces any*dominoes",
    "8x8 without two corners": "tiling solve --board 8x8 --hole 0,0 --hole 7,7 --pieces any*dominoes",
    "Soma cube": "tiling count --board 3x3x3 --pieces soma --rotations-only",
    "3x4x5 by flat pentacubes": "tiling count --board 3x4x5 --pieces pentominoes",
    "hexiamonds": "tiling count --board triangle:6x6 --pieces hexiamonds",
    "a bag of 16": "packing pack 'I2 J3 L1 O4 S1 T2 Z3'",
    "a bag of 4": "packing pack 'T1 I3'",
    "a box": "packing feasible 'T1 I3' --box 4x4",
    "a stack of 14": "stacking solve IOTSLJZIOTSLJZ",
    "a longest stack": "stacking longest SZSZSZSZSZ --width 5 --height-limit 5 --clear-lines",
    "no clear of two lines": "clear solve SZSZSZ --height 2",
    "a chance": "clear percent --field ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ -p 'I,*p4'",
    "a minimal set": "clear path --field ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI -p '*p4' --minimal",
    "a plan": "shapez plan CuCu----:RrRr----",
    "no plan": "shapez buildable cu------:--------:cu------",
}


def spent(command: list[str], **how: object) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Run a command to its end; return its CPU seconds and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False, **how)  # type: ignore[call-overload]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def row(name: str, command: str, folder: Path) -> list[str]:
    """Write and check one certificate; return the cells of its row."""
    file = folder / f"{name.replace(' ', '_')}.cert"
    ours = [sys.executable, "-m", "shapewright", *shlex.split(command)]
    alone, _ = spent(ours)
    written, done = spent([*ours, "--certificate", str(file), "--json"])
    told = json.loads(done.stdout)
    if "certificate" not in told:
        return [name, str(told.get("error") or done.stderr.strip()), *["-"] * 6]
    checker = ROOT / "certificates" / told["certificate"]["checker"]
    checked, found = spent([sys.executable, "-I", "-S", str(checker), str(file)])
    assert found.returncode == 0, found.stdout
    text = file.read_bytes()
    packed = len(lzma.compress(text, preset=1))
    digest = hashlib.sha256(text).hexdigest()
    times = [f"{one:.1f}" for one in (alone, written, checked)]
    return [name, found.stdout.strip(), f"{len(text):,}", f"{packed:,}", *times, digest[:16]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--only", default="", help="those whose name has this word")
    parser.add_argument("--folder", type=Path, help="where to keep the files")
    asked = parser.parse_args()
    heading("Certificates")
    remark(processor())
    sys.stdout.write(
        "| answer | what is proven | bytes | by xz | CPU s alone | with certificate | to check | SHA-256 |\n"
    )
    sys.stdout.write("|---|---|---|---|---|---|---|---|\n")
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name, command in ANSWERS.items():
            if asked.only in name:
                sys.stdout.write(f"| {' | '.join(row(name, command, folder))} |\n")
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
