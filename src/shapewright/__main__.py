"""``python -m shapewright`` is the command ``shapewright``."""

from __future__ import annotations

import sys

from shapewright.cli import main

if __name__ == "__main__":
    sys.exit(main())
