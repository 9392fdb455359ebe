"""Change the metadata of an HDF5 file, seal it again, and read it: ``python -m tests.explore.sealed [FILES] [SEED]``.

Anybody can make the seal, so the HDF5 library sees whatever a stranger wrote. Each file must be read or refused, within
two seconds and 200 MB. The files are read in child processes; a library that hangs or crashes ends the child, and the
next one goes on behind that file.
"""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

from shapewright.errors import FileError
from shapewright.storage import hdf5
from shapewright.storage.sealed import HEADER_BYTES, header

FORMAT, VERSION = "test numbers", 3
SECONDS = 2.0
MEGABYTES = 200
SIZES = (1, 2, 4, 8)


def original(path: Path) -> tuple[bytes, list[int]]:
    """Write a file with groups, arrays and attributes of all kinds; its bytes, and where it says what is where."""
    noise = np.random.default_rng(1).integers(2**63, size=(20, 3), dtype=np.uint64)
    arrays = {"halves/keys": np.arange(3000, dtype=np.uint32), "halves/more/noise": noise, "few": np.ones(3)}
    attributes = {"about": "some text, which is long", "halves/keys/unit": "cells", "halves/count": 5, "share": 0.5}
    hdf5.write(path, FORMAT, VERSION, arrays, attributes)
    content = path.read_bytes()
    numbers: set[int] = set()
    with h5py.File(path, "r") as file:
        for name in arrays:
            dataset = file[name].id
            chunks = [
                dataset.get_chunk_info(each) for each in range(dataset.get_num_chunks() if file[name].chunks else 0)
            ]
            places = [(chunk.byte_offset, chunk.size) for chunk in chunks]
            for begin, size in places or [(dataset.get_offset() - HEADER_BYTES, file[name].nbytes)]:
                numbers.update(range(HEADER_BYTES + begin, HEADER_BYTES + begin + size))
    places = [place for place in range(HEADER_BYTES, len(content)) if place not in numbers]
    # Most zeros are empty room.
    return content, [place for place in places if content[place] or place % 8 == 0]


def changed(content: bytes, places: list[int], seed: int) -> bytes:
    """A few of these bytes changed, under a seal that fits."""
    draw = random.Random(seed)
    image = bytearray(content)
    for _ in range(draw.choice((1, 1, 2, 3, 8))):
        place, size = draw.choice(places), draw.choice(SIZES)
        values = (0, 1, 2, draw.randrange(256), draw.randrange(len(content)), 2**31, 2 ** (8 * size) - 1)
        value = draw.choice((*values, image[place] ^ 1 << draw.randrange(8))) % 2 ** (8 * size)
        image[place : place + size] = value.to_bytes(size, "little")
    del image[len(content) :]
    image[:HEADER_BYTES] = header(FORMAT, VERSION, hdf5.KIND, image[HEADER_BYTES:])
    return bytes(image)


def read_all(first: int, end: int) -> None:
    """Read changed files and print the number and the megabytes after each; a file that takes long ends the process."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.h5")
        content, places = original(path)
        for seed in range(first, end):
            path.write_bytes(changed(content, places, seed))
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                hdf5.read(path, FORMAT, VERSION)
            except FileError:
                pass
            signal.setitimer(signal.ITIMER_PROF, 0)
            megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
            sys.stdout.write(json.dumps([seed, megabytes]) + "\n")
            sys.stdout.flush()


def faults(files: int, seed: int = 0) -> list[str]:
    """What went wrong with so many files, a sentence each."""
    found = []
    end = seed + files
    while seed < end:
        child = subprocess.run(
            [sys.executable, "-m", "tests.explore.sealed", "read", str(seed), str(end)],
            capture_output=True,
            text=True,
            check=False,
        )
        for line in child.stdout.splitlines():
            seed, megabytes = json.loads(line)
            if megabytes > MEGABYTES:
                found.append(f"file {seed}: {megabytes} MB")
            seed += 1
        if child.returncode:
            what = f"signal {-child.returncode}" if child.returncode < 0 else child.stderr.splitlines()[-1]
            found.append(f"file {seed}: {what}")
            seed += 1
    return found


def main(words: list[str]) -> int:
    """Read as many files as asked for; 1 if something went wrong."""
    if words[:1] == ["read"]:
        read_all(int(words[1]), int(words[2]))
        return 0
    found = faults(*map(int, words or ["10000"]))
    sys.stdout.write("\n".join([*found, f"{len(found)} faults"]) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
