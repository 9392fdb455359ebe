"""Fifty clients at once: every request is answered or clearly refused, and the studio does not grow.

``SHAPEWRIGHT_LOAD_SECONDS=60`` asks for as long as that.
"""

from __future__ import annotations

import http.client
import json
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest

from .test_server import children_of, serving

CLIENTS = 50
SECONDS = float(os.environ.get("SHAPEWRIGHT_LOAD_SECONDS", "10"))

ASKED = [
    ("GET", "/", None),
    ("GET", "/tiling", None),
    ("GET", "/api/openapi.json", None),
    ("POST", "/api/tiling/solve", {"board": "6x10", "pieces": "pentominoes"}),
    ("POST", "/api/tiling/count", {"board": "8x8", "pieces": "any*dominoes"}),
    ("POST", "/api/tiling/show", {"board": "6x10", "pieces": "pentominoes"}),
    ("POST", "/api/tiling/solve", {"board": "6x10", "pieces": "nonsense"}),
    ("POST", "/api/shapez/buildable", {"codes": ["cu------:--------:cu------"]}),
    ("POST", "/api/shapez/show", {"codes": ["CuRrSgWb:P-cw----"]}),
]


def resident(process: int) -> int:
    """The bytes of memory that a process and its children use."""
    sizes = [Path(f"/proc/{each}/statm").read_text().split()[1] for each in (process, *children_of(process))]
    return sum(map(int, sizes)) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read as Linux tells it")
def test_fifty_clients() -> None:
    counts: Counter[int] = Counter()
    faults: list[str] = []
    with serving() as (process, where):
        place = urlsplit(where).netloc
        end = time.monotonic() + SECONDS

        def client(number: int) -> None:
            random = Random(number)
            connection = http.client.HTTPConnection(place, timeout=60)
            while time.monotonic() < end:
                method, path, body = random.choice(ASKED)
                try:
                    content = None if body is None else json.dumps(body)
                    connection.request(method, path, content, {"Content-Type": "application/json"})
                    reply = connection.getresponse()
                    text = reply.read()
                except OSError as error:
                    faults.append(f"{path}: {error!r}")
                    break
                expected = (400,) if body and body.get("pieces") == "nonsense" else (200, 202)
                counts[reply.status] += 1
                if reply.status == 429:
                    assert b"ask again in a moment" in text
                    time.sleep(0.05)
                elif reply.status not in expected:
                    faults.append(f"{path}: {reply.status} {text[:200]!r}")
            connection.close()

        clients = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
        for each in clients:
            each.start()
        time.sleep(SECONDS / 2)
        half_way = resident(process.pid)
        for each in clients:
            each.join()
        grown = resident(process.pid) - half_way
        words = f"{SECONDS:g} s: {dict(counts)}, {half_way >> 20} MB half-way, {grown / (1 << 20):+.1f} MB at the end"
        sys.stdout.write(words + "\n")
    assert not faults, faults[:5]
    assert counts[200] > 100
    assert grown < 64 << 20
