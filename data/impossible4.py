"""Make the list of queues that cannot clear four lines, which ships with the package, or check it.

    .venv/bin/python data/impossible4.py                          make the table of four lines, keep what has no clear
    .venv/bin/python data/impossible4.py --checkpoint 4.sqlite    the same; stopped, it goes on from there
    .venv/bin/python data/impossible4.py --from table.json        take the list from a table that was made before, by
                                         shapewright clear table 4 --impossible --json > table.json
    .venv/bin/python data/impossible4.py --check                  write nothing, compare with the file that is there

The table takes six minutes of one processor, 3 GB of memory, and 1.5 GB of disk beside the checkpoint. The file has
the same bytes however it was made.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from shapewright.clear.search.impossible_list import HEIGHT, ImpossibleQueues
from shapewright.clear.search.table import table
from shapewright.errors import FileError

PATH = Path(__file__).parent.parent / "src" / "shapewright" / "clear" / "data_files" / f"impossible{HEIGHT}.json"


def made(checkpoint: str | None = None) -> ImpossibleQueues:
    """The list, from the table of four lines."""
    found = table(HEIGHT, progress=True, checkpoint=checkpoint)
    return ImpossibleQueues.of(list(found.impossible()), found.sequences)


def taken_from(path: str) -> ImpossibleQueues:
    """The list, from what ``clear table 4 --impossible --json`` printed."""
    found = json.loads(Path(path).read_text())
    if found["height"] != HEIGHT or found["parameters"].keys() & {"kicks", "drop"} or not found["complete"]:
        raise SystemExit(f"{path!r} is no whole table of {HEIGHT} lines by the usual rules")
    classes = [(queue[1] + queue[3], queue[4:]) for queue in found["impossible"]]
    if len(set(classes)) != found["sequences"] - found["solved"]:
        raise SystemExit(f"{path!r} does not list as many queues as have no clear")
    return ImpossibleQueues.of(classes, found["sequences"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--checkpoint", metavar="FILE", help="keep finished work in FILE and go on from there")
    source.add_argument("--from", dest="source", metavar="FILE", help="a table made before, as JSON")
    options = parser.parse_args()
    found = made(options.checkpoint) if options.source is None else taken_from(options.source)
    try:
        is_same = ImpossibleQueues.read(PATH) == found
    except FileError:
        is_same = False
    if not is_same and not options.check:
        found.write(PATH)
    state = "as it was" if is_same else "different" if options.check else "written"
    print(f"{PATH.name}: {found!r}, {PATH.stat().st_size if PATH.exists() else 0:,} bytes: {state}")
    return 1 if options.check and not is_same else 0


if __name__ == "__main__":
    sys.exit(main())
