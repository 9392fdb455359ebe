"""Count the tilings of the calendar puzzle for all 366 days, for the file that ships with the package, or check it.

    .venv/bin/python data/calendar_counts.py            count, write what is new
    .venv/bin/python data/calendar_counts.py --check    write nothing, compare with the file that is there

It takes a few seconds.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from shapewright import tiling
from shapewright.tiling.making.daily import DAYS, calendar

PATH = Path(__file__).parent.parent / "src" / "shapewright" / "tiling" / "data_files" / "calendar.json"


def counted() -> list[list[int]]:
    """The number of tilings of each day, by month and day from 0."""
    return [[tiling.count(calendar(month, day)) for day in range(1, days + 1)] for month, days in enumerate(DAYS, 1)]


def text_of(counts: list[list[int]]) -> str:
    """The content of the file, a month a line."""
    about = "number of tilings of the calendar puzzle for each day, a month a line"
    months = ",\n".join(f"  {json.dumps(month)}" for month in counts)
    return f'{{\n"about": {json.dumps(about)},\n"counts": [\n{months}\n]\n}}\n'


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    text = text_of(counted())
    is_same = PATH.exists() and PATH.read_text(encoding="utf-8") == text
    if not is_same and not options.check:
        PATH.write_text(text, encoding="utf-8")
    print(f"{PATH.name}: {'as it was' if is_same else 'different' if options.check else 'written'}")
    return 1 if options.check and not is_same else 0


if __name__ == "__main__":
    raise SystemExit(main())
