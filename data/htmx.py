"""Fetch htmx anew from its npm package into the studio's static files, with its licence: ``data/htmx.py [VERSION]``.

npm must be installed; it knows where packages come from. Look at the difference before committing it.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src" / "shapewright" / "web" / "static"
SCRIPT, LICENCE = "package/dist/htmx.min.js", "package/LICENSE"


def main() -> None:
    package = "htmx.org" + (f"@{sys.argv[1]}" if len(sys.argv) > 1 else "")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)
        (packed,) = Path(folder).glob("*.tgz")
        with tarfile.open(packed) as archive:
            script, licence = (_content(archive, name) for name in (SCRIPT, LICENCE))
    (STATIC / "htmx.min.js").write_bytes(script)
    title = f"htmx.min.js is {packed.stem}, used under this licence:\n\n"
    (STATIC / "htmx-licence.txt").write_text(title + licence.decode())
    print(f"{packed.stem}: {len(script)} bytes")


def _content(archive: tarfile.TarFile, name: str) -> bytes:
    found = archive.extractfile(name)
    assert found is not None, f"{name} is not in the package"
    return found.read()


if __name__ == "__main__":
    main()
