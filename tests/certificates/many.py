"""Check many changed certificates: python -m tests.certificates.many clears 50000

Prints how many were changed, how many still prove something, and the first lines of those that prove something false.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.certificates.changes import false_claims

STEP = 500


def main(kind: str, number: int) -> int:
    tests = import_module(f"tests.certificates.test_{kind}")
    files = tests.small_files()
    proven, false = 0, []
    with TemporaryDirectory() as folder:
        for seed in range(1000, 1000 + -(-number // STEP)):
            with redirect_stdout(StringIO()):
                more, wrong = false_claims(tests.CHECK, files, tests.is_true, STEP, Path(folder), seed)
            proven, false = proven + more, false + wrong
    sys.stdout.write(f"{number} changed, {proven} still prove something, {len(false)} of them something false\n")
    sys.stdout.writelines("\n".join(lines[:20]) + "\n" for lines in false[:5])
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
