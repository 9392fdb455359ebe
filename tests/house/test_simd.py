"""SIMD paths: code for processors that not every machine has stays where it is called, and how a path is chosen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from shapewright import _core
from shapewright.errors import ProblemError

OBJECTS = Path(__file__).parent.parent.parent / "build" / "package" / "CMakeFiles" / "shapewright_engine.dir"
PATH = "from shapewright import _core; print(_core.simd_path())"


def shared(listing: str) -> list[str]:
    """The functions of this library or of std, in what nm lists, that the linker may take for those of other files."""
    lines = [line.split(maxsplit=2) for line in listing.splitlines()]
    return [name for _, kind, name in lines if kind in "WwVvu" and ("std::" in name or "shapewright" in name)]


def test_what_is_shared_is_seen() -> None:
    listing = """0000000000000000 T shapewright::exact_cover::row_kernels_avx2(int)
0000000000000000 W std::vector<int, std::allocator<int> >::~vector()
0000000000000000 V DW.ref.__gxx_personality_v0
0000000000000010 t shapewright::clear::(anonymous namespace)::Search<unsigned long, true>::run()
0000000000000000 u shapewright::clear::columns
"""
    assert shared(listing) == ["std::vector<int, std::allocator<int> >::~vector()", "shapewright::clear::columns"]


@pytest.mark.skipif(shutil.which("nm") is None, reason="nm lists symbols, and is not here")
def test_no_code_for_some_processors_is_shared_with_all() -> None:
    objects = sorted(OBJECTS.rglob("*_avx*.o"))
    if not objects:
        pytest.skip("the engine was not built here, or for no such processors")
    for each in objects:
        listing = subprocess.run(
            ["nm", "--demangle", "--defined-only", each], capture_output=True, text=True, check=True
        ).stdout
        assert "shapewright" in listing
        assert shared(listing) == [], each.name


def test_a_path_is_set_and_given_back() -> None:
    before = _core.simd_path()
    try:
        for path in _core.simd_paths():
            _core.set_simd(path)
            assert _core.simd_path() == path
    finally:
        _core.set_simd("")
    assert _core.simd_path() == before
    with pytest.raises(ProblemError, match="sse9"):
        _core.set_simd("sse9")
    assert _core.simd_path() == before


def test_the_environment_is_read_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _core.simd_path()
    for path in _core.simd_paths():
        monkeypatch.setenv("SHAPEWRIGHT_SIMD", path)
        assert _core.simd_path() == before
        assert subprocess.check_output([sys.executable, "-c", PATH], text=True, env=dict(os.environ)) == f"{path}\n"
    monkeypatch.setenv("SHAPEWRIGHT_SIMD", "sse9")
    told = subprocess.run([sys.executable, "-c", PATH], capture_output=True, text=True, check=False)
    assert "SHAPEWRIGHT_SIMD is 'sse9'; expected portable, avx2 or avx512" in told.stderr
