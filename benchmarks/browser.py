"""Questions to the studio without a server, beside the same questions on this machine.

    python benchmarks/browser.py [--engine build/wasm/simd] [--json FILE]

Times are processor seconds: of a process of this machine, and of node, which runs the browser's Python and engine as
a worker of the page does. Each question is asked twice, and the second time counts. Needs `make wasm`,
and Pyodide from `npm ci --prefix release/pages`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from parts.report import heading, processor, remark

from shapewright.web import local

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from release.site import data_files, python, wheel  # noqa: E402 - it is found from the root

PCO = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
ASKED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("tiling", "solve", {"board": "6x10", "pieces": "pentominoes"}),
    ("tiling", "glance", {"board": "8x8", "hole_box": ["3,3,2x2"], "pieces": "pentominoes", "time_limit": 10.0}),
    ("tiling", "count", {"board": "6x10", "pieces": "pentominoes"}),
    ("tiling", "count", {"board": "5x12", "pieces": "pentominoes"}),
    ("tiling", "random", {"board": "6x10", "pieces": "pentominoes", "seed": 1}),
    ("packing", "glance", {"bag": "I8 J13 L10 O13 S4 T8 Z8"}),
    ("packing", "pack", {"bag": "I40 J31 L35 O36 S44 T38 Z32"}),
    ("packing", "chances", {"box": "6x6"}),
    ("stacking", "solve", {"sequence": "IOTSLJZI", "width": 6}),
    ("stacking", "solve", {"sequence": "IOTSLJZIOTSLJZIOTSLJZ", "width": 10}),
    ("clear", "solve", {"queue": "TIOLJSZTIOL"}),
    ("clear", "percent", {"field": PCO, "patterns": "*p7"}),
    ("clear", "path", {"field": PCO, "patterns": "*p7"}),
    ("clear", "chance", {"queue": "TISZ", "field": "J_________/JJJ_______/LLL_____OO/L_______OO"}),
    ("clear", "cover", {"solutions": ["v115@9gB80hF8ywwhG8wwglwhF8ilwhC8JeAg0JAM+NMCFb?8UBWAAAA"], "patterns": "*p4"}),
    ("shapez", "buildable", {"codes": ["cu------:--------:cu------"]}),
    ("shapez", "plan", {"codes": ["CuRrSgWb:P-cw----:CuCuCuCu"]}),
    ("shapez", "count", {"configuration": "quad4"}),
)


def here() -> list[float]:
    """Seconds of each question in this process."""
    seconds = []
    for family, verb, parameters in ASKED:
        remark(f"{family} {verb}")
        local.look(family, verb, json.dumps(parameters))
        before = time.process_time()
        local.look(family, verb, json.dumps(parameters))
        seconds.append(time.process_time() - before)
    return seconds


def there(engine: Path, folder: Path) -> dict[str, Any]:
    """What node says of all questions, twice."""
    for name, content in python.files(ROOT / "release" / "pages" / "node_modules" / "pyodide").items():
        (folder / name).write_bytes(content)
    (folder / "shapewright.whl").write_bytes(wheel.packed(wheel.contents(ROOT / "bindings" / "wire")))
    data_files.write(folder / "data")
    words = ["node", ROOT / "tests/web/site/ask.mjs", folder, folder / "shapewright.whl", engine, folder / "data"]
    twice = [(family, verb, json.dumps(parameters)) for family, verb, parameters in ASKED for _ in range(2)]
    told = subprocess.run([*map(str, words)], input=json.dumps(twice), capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description="Questions in the browser's Python, beside this machine's.")
    parser.add_argument("--engine", type=Path, default=ROOT / "build" / "wasm" / "simd")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    if not (asked.engine / "shapewright_engine.wasm").is_file():
        sys.exit(f"error: {asked.engine} has no engine for browsers; `make wasm` builds it")
    with tempfile.TemporaryDirectory() as place:
        said = there(asked.engine, Path(place))
    native = here()
    heading(f"The browser's Python in node, on {processor()}")
    for what, seconds in said["took"].items():
        print(f"to load the {what}: {seconds:.2f} s")
    print(f"memory of Python at the end: {said['memory']['python'] / 1e6:.0f} MB\n")
    rows = []
    for (family, verb, parameters), own, reply in zip(ASKED, native, said["replies"][1::2], strict=True):
        headline = reply["reply"]["view"]["headline"] or verb
        shown = ", ".join(str(value) for value in parameters.values())[:44]
        rows.append([f"{family} {verb}", shown, headline, own, reply["seconds"]])
        print(f"{family + ' ' + verb:18} {shown:44} {own:8.3f} s {reply['seconds']:8.3f} s   {headline[:50]}")
    if asked.json:
        asked.json.write_text(json.dumps({"took": said["took"], "memory": said["memory"], "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
