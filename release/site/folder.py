"""The folder as a whole: every file by its name, and what its pages know of each other.

What is large lies under names with a digest of the content, so that no cache on the way can mix versions; pages find
style sheets and modules under one digest of them all, as on the server.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from release.site import rendering

from shapewright.storage.json import json_text
from shapewright.web import assets

KEEPER = "service_worker.js"
"""What keeps the files of the folder; it lies at its root."""

_KEPT = "keep.js"
# The modules that read it are in the same folder, since its addresses are relative to that.
_FOLDER = "doors/folder.js"
_DOOR = "doors/ask_door.js"
_MANIFEST = "shapewright.webmanifest"
# Modules of pages that only a server has.
_SERVED = ("doors/ask_server.js", "enter.js", "runs.js")
# The first load needs them; what else there is, is kept when it is opened.
_LATER = (".flat", "LICENSE", "404.html")


@dataclass(frozen=True)
class Build:
    """The engine as WebAssembly: the module that emscripten wrote, and the script that runs it."""

    script: bytes
    module: bytes


@dataclass(frozen=True)
class Parts:
    """What the folder is made of besides the studio's own files.

    ``python`` are the files of Pyodide by their names, ``engines`` the two builds (``wide`` and ``plain``), ``data``
    the flat files of each family, ``encoder`` what writes GIF, ``icons`` pictures by their names. ``missing`` is the
    page for addresses that the folder does not have; without it the studio's own is taken, which looks right at the
    root only.
    """

    python: Mapping[str, bytes]
    engines: Mapping[str, Build]
    wheel: bytes
    data: Mapping[str, Mapping[str, bytes]]
    encoder: bytes
    icons: Mapping[str, bytes]
    licences: Mapping[str, bytes]
    missing: bytes | None = None


def files(parts: Parts) -> dict[str, bytes]:
    """Every file of the folder but the documentation, by its name."""
    made: dict[str, bytes] = {}

    def put(name: str, content: bytes) -> str:
        made[name] = content
        return name

    python = f"python/{_digest(parts.python)}/"
    for name, content in parts.python.items():
        put(python + name, content)
    engines = {
        kind: {
            "script": put(f"engine/{_digest({'': build.script})}/{kind}.mjs", build.script),
            "module": put(f"engine/{_digest({'': build.module})}/{kind}.wasm", build.module),
        }
        for kind, build in parts.engines.items()
    }
    data = {
        family: [
            {
                "name": f"{family}/data_files/{name}",
                "address": put(f"data/{family}/{_digest({'': content})}/{name}", content),
            }
            for name, content in sorted(contents.items())
        ]
        for family, contents in parts.data.items()
    }
    known = {
        "python": python,
        "engine": engines,
        "wheel": put(f"package/{_digest({'': parts.wheel})}/shapewright.whl", parts.wheel),
        "data": data,
        "encoder": put(f"encoder/{_digest({'': parts.encoder})}/gifenc.js", parts.encoder),
        "keeper": KEEPER,
    }
    for name, content in {**parts.icons, **parts.licences}.items():
        put(name, content)
    put(_MANIFEST, _manifest(parts.icons).encode())
    static, addresses = _static(known)
    made.update(static)
    head = rendering.Head(python=f"{python}pyodide.asm.wasm", manifest=_MANIFEST, icon="icons/icon-180.png")
    files = {name: static[where] for name, where in addresses.items()}
    for name, text in rendering.rendered(addresses, files, head).items():
        put(name, text.encode())
    if parts.missing is not None:
        put("404.html", parts.missing)
    put(KEEPER, assets.contents()[KEEPER])
    put(_KEPT, _kept(made, engines).encode())
    return made


def _static(known: Mapping[str, object]) -> tuple[dict[str, bytes], dict[str, str]]:
    """Style sheets and modules as files, and where pages find each."""
    contents = {name: content for name, content in assets.contents().items() if name not in (*_SERVED, KEEPER)}
    contents[_DOOR] = contents[_DOOR].replace(b'"./ask_server.js"', b'"./ask_worker.js"')
    contents[_FOLDER] = f"export default {json_text(_relative(known))};\n".encode()
    folder = f"static/{_digest(contents)}/"
    return {folder + name: content for name, content in contents.items()}, {name: folder + name for name in contents}


def _relative(known: Mapping[str, object]) -> dict[str, object]:
    """The addresses as a module in ``static/DIGEST/doors/`` needs them, and a digest of them all."""

    def moved(value: object, name: str = "") -> object:
        if isinstance(value, str):
            return value if name == "name" else f"../../../{value}"
        if isinstance(value, list):
            return [moved(each) for each in value]
        return {key: moved(each, key) for key, each in value.items()} if isinstance(value, dict) else value

    found = moved(dict(known))
    assert isinstance(found, dict)
    return {"version": _digest({"": json_text(found).encode()}), **found}


def _manifest(icons: Mapping[str, bytes]) -> str:
    """What a browser needs to know to install the pages as a program."""
    sizes = [name.rpartition("-")[2].partition(".")[0] for name in icons]
    return json_text(
        {
            "name": "shapewright: shape puzzles, solved and proven",
            "short_name": "shapewright",
            "description": "Tilings, packings, stacks, clears and shapes: solved, counted, checked and drawn.",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": "#ffffff",
            "theme_color": "#ffffff",
            "icons": [
                {"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
                for name, size in zip(icons, sizes, strict=True)
            ],
        }
    )


def _kept(made: Mapping[str, bytes], engines: Mapping[str, Mapping[str, str]]) -> str:
    """What the service worker keeps: the digest of each file, and which of them it begins with."""
    kept = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(made.items()) if name != KEEPER}
    engine = {kind: [*addresses.values()] for kind, addresses in engines.items()}
    either = {name for names in engine.values() for name in names}
    first = [name for name in kept if name not in either and not name.endswith(_LATER)]
    version = _digest({"": json_text(kept).encode()})
    return f"self.folder = {json_text({'version': version, 'first': first, 'wide': engine, 'kept': kept})};\n"


def _digest(contents: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(contents.items()):
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:12]
