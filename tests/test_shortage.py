"""A shortage is told from all other errors, whoever reports it how."""

from __future__ import annotations

import errno
import sqlite3
import sys

import numpy as np
import pytest

from shapewright import shortage
from shapewright.errors import FileError, LimitError, ResourceError
from shapewright.shortage import FILES, MEMORY, THREADS, guard_imports, room_for, short_of, shortage_behind


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (MemoryError(), MEMORY),
        (MemoryError("std::bad_alloc"), MEMORY),
        (np._core._exceptions._ArrayMemoryError((1 << 40,), np.dtype("u8")), MEMORY),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), MEMORY),
        (ImportError("libx.so: failed to map segment from shared object"), MEMORY),
        (OSError("Unable to synchronously open object (memory allocation failed for H5O_t)"), MEMORY),
        (ValueError("[digital envelope routines] initialization error"), MEMORY),
        (SystemError("error return without exception set"), MEMORY),
        (RuntimeError("can't start new thread"), THREADS),
        (RuntimeError("Resource temporarily unavailable"), THREADS),
        (OSError(errno.EMFILE, "Too many open files"), FILES),
        (OSError(errno.ENFILE, "Too many open files in system"), FILES),
        (ImportError("libx.so: cannot open shared object file: Too many open files"), FILES),
    ],
)
def test_what_was_lacking(error: Exception, what: str) -> None:
    found = shortage_behind(error)
    assert found is not None
    assert str(found) == what
    assert found.exit_code == 3


@pytest.mark.parametrize(
    "error",
    [
        ValueError("no such board"),
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.ENOENT, "No such file or directory"),
        sqlite3.DatabaseError("database disk image is malformed"),
        RuntimeError("Not a file id"),
        KeyError("unable to allocate"),
        KeyboardInterrupt(),
    ],
)
def test_other_reasons(error: BaseException) -> None:
    assert shortage_behind(error) is None


def test_sqlite_says_it_by_a_number() -> None:
    error = sqlite3.OperationalError("strange")
    error.sqlite_errorcode = sqlite3.SQLITE_NOMEM
    assert str(shortage_behind(error)) == MEMORY


def test_what_an_error_comes_from_counts_also_where_it_is_not_shown() -> None:
    with pytest.raises(FileError) as caught:
        try:
            raise OSError(errno.EMFILE, "Too many open files")
        except OSError:
            raise FileError("'a' is damaged") from None
    assert str(shortage_behind(caught.value)) == FILES


def test_errors_that_come_from_each_other() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__context__, second.__context__ = second, first
    assert shortage_behind(first) is None


def test_a_shortage_that_says_more_is_kept() -> None:
    error = ResourceError("the boards do not fit into memory")
    assert shortage_behind(error) is error


def test_this_process_lacks_nothing() -> None:
    assert short_of() is None
    assert room_for(1 << 20)
    assert not room_for(1 << 60)


def test_numpy_is_not_imported_without_room(monkeypatch: pytest.MonkeyPatch) -> None:
    before = list(sys.meta_path)
    try:
        guard_imports()
        guard_imports()
        assert len(sys.meta_path) - len(before) in (0, 1)
        guard = sys.meta_path[0]
        assert guard.find_spec("numpy") is None
        monkeypatch.setattr(shortage, "room_for", lambda size: False)
        assert guard.find_spec("json") is None
        with pytest.raises(MemoryError):
            guard.find_spec("numpy")
    finally:
        sys.meta_path[:] = before


def test_a_limit_is_no_shortage() -> None:
    assert not issubclass(LimitError, ResourceError)
