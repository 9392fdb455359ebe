"""The wire beside the extension module: its library by ctypes or under node, and the Python module that talks to it."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent.parent
SERVER = Path(__file__).with_name("engine.mjs")


def library() -> Path | None:
    """The native library that was built last, if one was."""
    found = sorted(ROOT.glob("build/*/libshapewright_wire.so"), key=lambda path: path.stat().st_mtime)
    return found[-1] if found else None


def wasm(kind: str) -> Path | None:
    """The library as WebAssembly, ``simd`` or ``plain``, where it was built and node is there."""
    path = ROOT / "build" / "wasm" / kind / "shapewright_engine.mjs"
    return path if path.exists() and shutil.which("node") else None


def by_ctypes(path: Path) -> ModuleType:
    """The module ``shapewright_engine`` over a native library."""
    loaded = ctypes.CDLL(str(path))
    loaded.shapewright_reserve.argtypes = [ctypes.c_size_t]
    loaded.shapewright_reserve.restype = ctypes.c_void_p
    loaded.shapewright_free.argtypes = [ctypes.c_void_p]
    loaded.shapewright_call.argtypes = [ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t]
    loaded.shapewright_call.restype = ctypes.c_void_p
    loaded.shapewright_answer_size.restype = ctypes.c_size_t
    loaded.shapewright_describe.restype = ctypes.c_char_p

    def call(number: int, message: bytes) -> bytes:
        place = loaded.shapewright_reserve(len(message))
        ctypes.memmove(place, message, len(message))
        try:
            answer = loaded.shapewright_call(number, place, len(message))
            return ctypes.string_at(answer, loaded.shapewright_answer_size())
        finally:
            loaded.shapewright_free(place)

    return engine(call, lambda: loaded.shapewright_describe().decode())


@contextmanager
def under_node(path: Path) -> Iterator[ModuleType]:
    """The module ``shapewright_engine`` over WebAssembly, in a process of node that lives as long."""
    command = ["node", str(SERVER), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:

        def call(number: int, message: bytes) -> bytes:
            process.stdin.write(struct.pack("<II", number, len(message)) + message)
            process.stdin.flush()
            return process.stdout.read(struct.unpack("<I", process.stdout.read(4))[0])

        yield engine(call, lambda: call(0xFFFFFFFF, b"").decode())
        process.stdin.close()


def engine(call: object, describe: object) -> ModuleType:
    module = ModuleType("shapewright_engine")
    module.call = call
    module.describe = describe
    return module


def core_over(transport: ModuleType) -> ModuleType:
    """The module ``_core`` of the wire, under a name of its own."""
    before = sys.modules.get("shapewright_engine")
    sys.modules["shapewright_engine"] = transport
    try:
        spec = importlib.util.spec_from_file_location("wire_core", ROOT / "bindings" / "wire" / "_core.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        del sys.modules["shapewright_engine"]
        if before is not None:
            sys.modules["shapewright_engine"] = before
