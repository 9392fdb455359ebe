"""A checkpoint: one SQLite file with a row for each finished task, good after ``kill -9``, used by one job at a time.

The file's header says what it belongs to; a file of another problem, version or program is refused and left as it is.
Each row is signed with the user's own key, so that neither damage nor a stranger's file becomes a wrong answer.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Self

from shapewright import __version__
from shapewright.errors import CheckpointError, FileError, ResourceError
from shapewright.jobs.key import VARIABLE, Key
from shapewright.jobs.ledger import Outcome, Path
from shapewright.jobs.plain import decode, encode
from shapewright.jobs.stage import Stage
from shapewright.shortage import short_of, shortage_behind
from shapewright.storage.files import opened, temporary_name, tidy

FORMAT = 2
APPLICATION = 0x53574A42  # "SWJB", in the place that SQLite keeps for this

_SCHEMA = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE stage (name TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE task (
    stage TEXT NOT NULL,
    number TEXT NOT NULL,
    result TEXT NOT NULL,
    rest TEXT NOT NULL,
    done REAL NOT NULL,
    signature BLOB NOT NULL,
    PRIMARY KEY (stage, number)
) WITHOUT ROWID;
"""

# SQLite's locks belong to a process: closing any descriptor of a file drops those of another thread on the same file.
_open_files: set[str] = set()
_open_files_lock = threading.Lock()
# Those that gave a job of this process results of an earlier run.
_resumed: set[str] = set()


def was_resumed(path: str | os.PathLike[str]) -> bool:
    """Whether a job of this process went on with what this checkpoint held."""
    return os.path.realpath(path) in _resumed


class Checkpoint:
    """The finished tasks of a job, in the file ``path``, which is created if there is none.

    Raises ``CheckpointError`` if the file is damaged, in use, or belongs to something else, ``FileError`` if it cannot
    be written.
    """

    def __init__(self, path: str | os.PathLike[str], fingerprint: str) -> None:
        self.path = os.fspath(path)
        self.fingerprint = fingerprint
        self._place = os.path.realpath(self.path)
        self._stage = ""
        self._holds_tasks = False
        self._key = Key()
        with _open_files_lock:
            if self._place in _open_files:
                raise CheckpointError(f"checkpoint {self.path!r} is in use by another job")
            _open_files.add(self._place)
        try:
            self._database = self._open()
        except BaseException:
            self._release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; other jobs may open it from now on."""
        try:
            self._database.close()
        finally:
            self._release()

    def begin(self, stage: Stage) -> dict[Path, Outcome]:
        """Start or resume ``stage``: what its finished tasks gave.

        Raises ``CheckpointError`` if the checkpoint knows a stage of this name that was cut into other tasks.
        """
        digest = _stage_digest(stage)
        self._stage = stage.name
        with self._explained():
            row = self._database.execute("SELECT digest FROM stage WHERE name = ?", (stage.name,)).fetchone()
            if row is None:
                with self._transaction():
                    self._database.execute("INSERT INTO stage VALUES (?, ?)", (stage.name, digest))
                return {}
            if row[0] != digest:
                raise CheckpointError(
                    f"checkpoint {self.path!r} has a stage {stage.name!r} that was cut into other tasks; continue "
                    "with the same parameters, or start a new checkpoint"
                )
            rows = self._database.execute(
                "SELECT number, result, rest, done, signature FROM task WHERE stage = ?", (stage.name,)
            )
            # All at once: a cursor that an error leaves open would keep the file open too.
            found = dict(self._checked(rows.fetchall()))
            if found:
                self._holds_tasks = True
                _resumed.add(self._place)
            return found

    def record(self, finished: Iterable[tuple[Path, Outcome]]) -> None:
        """Keep finished tasks of the stage begun last, all of them or none; on the disk when this returns.

        Raises ``TypeError`` for results that are not plain data, ``FileError`` if they cannot be written.
        """
        rows = []
        for path, outcome in finished:
            number = ".".join(map(str, path))
            result, rest = encode(outcome.result), encode(outcome.rest)
            signature = self._signature(number, result, rest, outcome.done)
            rows.append((self._stage, number, result, rest, outcome.done, signature))
        with self._explained(), self._transaction():
            self._database.executemany("INSERT OR REPLACE INTO task VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._holds_tasks = self._holds_tasks or bool(rows)

    def holds_tasks(self) -> bool:
        """Return whether it holds any work, of whatever stage."""
        try:
            return self._database.execute("SELECT 1 FROM task LIMIT 1").fetchone() is not None
        except sqlite3.Error:  # an error led here, and is on its way
            return self._holds_tasks

    def forget(self, paths: Iterable[Path]) -> None:
        """Strike out tasks of the stage begun last: they run again.

        Raises ``FileError`` if that cannot be written.
        """
        with self._explained(), self._transaction():
            rows = [(self._stage, ".".join(map(str, path))) for path in paths]
            self._database.executemany("DELETE FROM task WHERE stage = ? AND number = ?", rows)

    def _checked(self, rows: Iterable[tuple[str, str, str, float, bytes]]) -> Iterator[tuple[Path, Outcome]]:
        for number, result, rest, done, signature in rows:
            if signature != self._signature(number, result, rest, done):
                raise self.damaged(f"task {number!r} of stage {self._stage!r} does not match its signature")
            yield tuple(map(int, number.split("."))), Outcome(decode(result), decode(rest), done)

    def _signature(self, number: str, result: str, rest: str, done: float) -> bytes:
        return self._key.signature(encode([__version__, self.fingerprint, self._stage, number, result, rest, done]))

    def _open(self) -> sqlite3.Connection:
        if not self.path:
            raise FileError("the checkpoint needs the name of a file, and the name is empty")
        try:
            tidy(self._place)
            while not os.path.lexists(self._place):
                self._create()
                _resumed.discard(self._place)
            self._inspect()
        except OSError as error:
            raise FileError(f"checkpoint {self.path!r} cannot be used: {error.strerror or error}") from error
        database = None
        try:
            with self._explained():
                database = sqlite3.connect(self._place, timeout=0, isolation_level=None)
                # Exclusive from the first access on: a second process is refused, and there is no shared memory file.
                database.execute("PRAGMA locking_mode = EXCLUSIVE")
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = FULL")
                database.execute("PRAGMA trusted_schema = OFF")
                database.execute("BEGIN IMMEDIATE")
                database.execute("ROLLBACK")
                self._check_schema(database)
                faults = database.execute("PRAGMA integrity_check(1)").fetchone()
                if faults != ("ok",):
                    raise self.damaged(str(faults[0]))
                self._compare(dict(database.execute("SELECT key, value FROM header LIMIT 5").fetchall()))
                return database
        except BaseException:
            if database is not None:
                database.close()
            raise

    def _check_schema(self, database: sqlite3.Connection) -> None:
        """Refuse a file with views, triggers or other tables: their SQL would run here, without an end."""
        with contextlib.closing(sqlite3.connect(":memory:")) as own:
            own.executescript(_SCHEMA)
            ours, theirs = [
                set(each.execute("SELECT type, name, sql FROM sqlite_master LIMIT 20").fetchall())
                for each in (own, database)
            ]
        if ours != theirs:
            raise self.damaged("it has other tables than a checkpoint has")

    def _create(self) -> None:
        """Make an empty checkpoint under a temporary name, and give it its own name in one step."""
        temporary = temporary_name(self._place, "tmp")
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL, 0o666))
        try:
            with self._explained():
                database = sqlite3.connect(temporary, isolation_level=None)
            with contextlib.closing(database), self._explained():
                database.execute("PRAGMA synchronous = FULL")
                database.execute(f"PRAGMA application_id = {APPLICATION}")
                database.execute(f"PRAGMA user_version = {FORMAT}")
                database.executescript(_SCHEMA)
                header = {
                    "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                    "fingerprint": self.fingerprint,
                    "key": self._key.name,
                    "version": __version__,
                }
                database.executemany("INSERT INTO header VALUES (?, ?)", header.items())
            # A hard link fails where the name is taken, so that two processes starting at once get one file.
            try:
                os.link(temporary, self._place)
            except FileExistsError:
                pass
            except OSError:  # a file system without hard links
                os.rename(temporary, self._place)
            _sync_folder(self._place)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)

    def _inspect(self) -> None:
        """Look at the file's first bytes, before SQLite may touch a file that is not ours."""
        try:
            with opened(self._place, streams=False) as file:
                head = file.read(100)
        except FileError as error:
            raise FileError(f"checkpoint {self.path!r} cannot be used: {str(error).partition(': ')[2]}") from None
        if not head:
            raise CheckpointError(f"checkpoint {self.path!r} is an empty file; remove it to start a new one")
        if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
            raise CheckpointError(f"{self.path!r} is not a checkpoint; it was not changed")
        if int.from_bytes(head[68:72], "big") != APPLICATION:
            raise CheckpointError(f"{self.path!r} is a database of another program, not a checkpoint")
        found = int.from_bytes(head[60:64], "big")
        if found != FORMAT:
            raise CheckpointError(f"checkpoint {self.path!r} has format {found}; this version reads format {FORMAT}")

    def _compare(self, header: dict[str, str]) -> None:
        if header.keys() != {"created", "fingerprint", "key", "version"}:
            raise self.damaged("its header is not complete")
        if header["version"] != __version__:
            raise CheckpointError(
                f"checkpoint {self.path!r} was started by version {header['version']!r}, and this is version "
                f"{__version__!r}; continue with that version, or start a new checkpoint"
            )
        if header["fingerprint"] != self.fingerprint:
            raise CheckpointError(
                f"checkpoint {self.path!r} belongs to another problem (its fingerprint is "
                f"{header['fingerprint'][:12]!r}, this one's is {self.fingerprint[:12]!r}); give the name of "
                "another file"
            )
        if header["key"] != self._key.name:
            raise CheckpointError(
                f"checkpoint {self.path!r} was signed with another key than that in {str(self._key.place)!r}; if it is "
                f"yours, name the file of the key that began it in {VARIABLE}, else start a new checkpoint"
            )

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            # A failed COMMIT may have ended the transaction by itself; what counts is the first error.
            with contextlib.suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite says into what a person can mend."""
        try:
            yield
        except sqlite3.Error as error:
            extended = getattr(error, "sqlite_errorcode", 0)
            code = extended & 0xFF
            if code in (sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR):
                shortage = shortage_behind(error) or _shortage()
                if shortage is not None:
                    raise shortage from error
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise CheckpointError(f"checkpoint {self.path!r} is in use by another process") from error
            out_of_order = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if code in (*out_of_order, sqlite3.SQLITE_PERM) and extended != sqlite3.SQLITE_IOERR_SHORT_READ:
                kept = "the tasks recorded earlier are still in it" if self._holds_tasks else "it holds no task yet"
                raise FileError(f"checkpoint {self.path!r} cannot be written: {error}; {kept}") from error
            raise self.damaged(str(error)) from error
        except (UnicodeDecodeError, ValueError) as error:
            if isinstance(error, FileError):
                raise
            raise self.damaged(str(error)) from error

    def damaged(self, reason: str) -> CheckpointError:
        """The error that says that the file is damaged, and how."""
        return CheckpointError(f"checkpoint {self.path!r} is damaged: {reason}")

    def _release(self) -> None:
        with _open_files_lock:
            _open_files.discard(self._place)


def _stage_digest(stage: Stage) -> str:
    function = stage.function
    name = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__qualname__)}"
    digest = hashlib.sha256(encode([name, len(stage.tasks)]).encode())
    for arguments in stage.tasks:
        digest.update(b"\n" + encode(arguments).encode())
    return digest.hexdigest()


def _shortage() -> ResourceError | None:
    """What SQLite may have lacked when it says only that a file cannot be opened."""
    lacking = short_of()
    return None if lacking is None else ResourceError(lacking)


def _sync_folder(path: str) -> None:
    if os.name != "posix":
        return
    folder = os.open(os.path.dirname(path), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
