"""Ask the questions of the gallery and keep what the first page shows of them, or check what is kept.

    .venv/bin/python -m data.gallery            ask all, write what is new
    .venv/bin/python -m data.gallery --check    write nothing, compare with the file that is there

It takes about half a minute. Run it after a change of the entries, of a search's first answer, or of pictures.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from data.gallery.making import ENTRIES, made

PATH = Path(__file__).parents[2] / "src" / "shapewright" / "questions" / "gallery" / "gallery.json"


def text_of(entries: list[dict[str, Any]]) -> str:
    """The content of the file, an entry a line."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
    return f'{{"entries": [\n{lines}\n]}}\n'


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    text = text_of([made(entry) for entry in ENTRIES])
    is_same = PATH.exists() and PATH.read_text(encoding="utf-8") == text
    if not is_same and not options.check:
        PATH.write_text(text, encoding="utf-8")
    state = "as it was" if is_same else "different" if options.check else "written"
    print(f"{PATH.name}: {len(ENTRIES)} entries, {len(text.encode()):,} bytes: {state}")
    return 1 if options.check and not is_same else 0


if __name__ == "__main__":
    raise SystemExit(main())
