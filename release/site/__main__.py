"""Write the folder: ``python -m release.site FOLDER --wasm ... --modules ... --wire ... [--docs ...]``."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from release.site import data_files, documentation, folder, python, wheel
from release.site.icons import icons

from shapewright.errors import FileError, ShapewrightError

# The two builds of the engine, as folders of what `make wasm` wrote.
_ENGINE = "shapewright_engine"
_BUILDS = {"wide": "simd", "plain": "plain"}


def main(words: list[str]) -> int:
    """Write the folder that is named, which is taken away first."""
    parser = argparse.ArgumentParser(prog="python -m release.site", description="Make the studio without a server.")
    parser.add_argument("folder", type=Path, help="the folder to write; its former contents are removed")
    parser.add_argument("--wasm", type=Path, required=True, help="what `make wasm` wrote")
    parser.add_argument("--wire", type=Path, required=True, help="the folder of the browser's _core.py")
    parser.add_argument("--modules", type=Path, required=True, help="node_modules, with pyodide and gifenc")
    parser.add_argument("--docs", type=Path, help="the documentation to copy into it")
    asked = parser.parse_args(words)
    try:
        write(asked.folder, asked.wasm, asked.wire, asked.modules, asked.docs)
    except ShapewrightError as error:
        sys.stderr.write(f"error: {error}\n")
        return error.exit_code
    return 0


def write(target: Path, wasm: Path, wire: Path, modules: Path, docs: Path | None) -> None:
    """Write the folder; raises ``FileError`` if something that it is made of is not there."""
    try:
        pages = {} if docs is None else documentation.files(docs)
        missing = None if docs is None else documentation.missing(docs)
        made = folder.files(replace(_parts(wasm, wire, modules), missing=missing))
        made.update({f"docs/{name}": content for name, content in pages.items()})
        shutil.rmtree(target, ignore_errors=True)
        for name, content in made.items():
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        # Hosts that make pages of sources leave the names alone then.
        (target / ".nojekyll").touch()
    except OSError as error:
        raise FileError(f"the site cannot be written: {error}") from None


def _parts(wasm: Path, wire: Path, modules: Path) -> folder.Parts:
    encoder = modules / "gifenc"
    with tempfile.TemporaryDirectory() as place:
        flat = {
            family: {path.name: path.read_bytes() for path in paths}
            for family, paths in data_files.write(Path(place)).items()
        }
    builds = {
        kind: folder.Build(
            *((wasm / name / f"shapewright_engine{suffix}").read_bytes() for suffix in (".mjs", ".wasm"))
        )
        for kind, name in _BUILDS.items()
    }
    return folder.Parts(
        python=python.files(modules / "pyodide"),
        engines=builds,
        wheel=wheel.packed(wheel.contents(wire)),
        data=flat,
        encoder=(encoder / "dist" / "gifenc.esm.js").read_bytes(),
        icons={f"icons/{name}": content for name, content in icons().items()},
        licences={"encoder/LICENSE": (encoder / "LICENSE.md").read_bytes()},
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
