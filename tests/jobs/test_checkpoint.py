"""Checkpoints: kept work is not done again, and a file that does not fit is refused and left alone."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys

import pytest
from tests.jobs import work
from tests.jobs.work import noted

from shapewright.errors import CheckpointError, FileError
from shapewright.jobs import Stage, checkpoint, run
from shapewright.jobs.checkpoint import Checkpoint, was_resumed
from shapewright.jobs.key import Key
from shapewright.jobs.ledger import Outcome

SQUARES = Stage("squares", work.square, range(20))
EXPECTED = [number * number for number in range(20)]


@pytest.fixture
def kept(tmp_path):
    """The file of a finished job."""
    path = tmp_path / "kept.sqlite"
    assert run(SQUARES, checkpoint=path, fingerprint="mine") == EXPECTED
    return path


def refused(path, match, stage=SQUARES, fingerprint="mine"):
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match=match) as caught:
        run(stage, checkpoint=path, fingerprint=fingerprint)
    assert caught.value.exit_code == 4
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_finished_job_does_nothing(tmp_path):
    stage = Stage("logged", work.logged, [(number, str(tmp_path / "log")) for number in range(5)])
    seen = []
    for _ in range(2):
        assert run(stage, threads=2, checkpoint=tmp_path / "c", progress=seen.append) == [0, 1, 4, 9, 16]
    assert sorted(noted(tmp_path / "log")) == ["0", "1", "2", "3", "4"]
    assert (seen[-1].done, seen[-1].fraction, seen[-1].resumed) == (5, 1.0, 1.0)


def test_stages_share_a_file(tmp_path):
    log = str(tmp_path / "log")
    first = Stage("first", work.logged, [(1, log), (2, log)])
    second = Stage("second", work.logged, [(3, log)])
    for _ in range(2):
        assert run(first, checkpoint=tmp_path / "c") == [1, 4]
        assert run(second, checkpoint=tmp_path / "c") == [9]
    assert sorted(noted(log)) == ["1", "2", "3"]


def test_parts_are_kept_with_their_task(tmp_path):
    stage = Stage("cut", work.cut, [(0, 50), (50, 60)])
    parts = run(stage, checkpoint=tmp_path / "c")
    database = sqlite3.connect(tmp_path / "c")
    # Forget most of the tasks that have no parts of their own, as if they had never run.
    database.execute("DELETE FROM task WHERE rest = '[]' AND number LIKE '0.%'")
    database.commit()
    database.close()
    assert run(stage, checkpoint=tmp_path / "c") == parts


def test_another_problem(kept):
    refused(
        kept,
        r"belongs to another problem \(its fingerprint is 'mine', this one's is 'yours'\); give",
        fingerprint="yours",
    )


def test_another_version(kept, monkeypatch):
    monkeypatch.setattr(checkpoint, "__version__", "99")
    refused(kept, "was started by version '.*', and this is version '99'")


def test_another_format(kept):
    database = sqlite3.connect(kept)
    database.execute("PRAGMA user_version = 77")
    database.close()
    refused(kept, "has format 77; this version reads format 2")


def test_another_cut(kept):
    refused(kept, "cut into other tasks", stage=Stage("squares", work.square, range(21)))
    refused(kept, "cut into other tasks", stage=Stage("squares", work.faulty, range(20)))


@pytest.mark.parametrize("content", [b"board 6x10\npieces pentominoes\n", os.urandom(5000), b"SQLite format 3\0", b"x"])
def test_a_file_of_another_kind(tmp_path, content):
    path = tmp_path / "other"
    path.write_bytes(content)
    refused(path, "is not a checkpoint")


def test_an_empty_file(tmp_path):
    path = tmp_path / "other"
    path.touch()
    refused(path, "is an empty file")


def test_a_database_of_another_program(tmp_path):
    path = tmp_path / "other"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE task (a)")
    database.close()
    refused(path, "a database of another program")


def test_a_lost_task(kept):
    database = sqlite3.connect(kept)
    database.execute("UPDATE task SET result = '145' WHERE number = '12'")
    database.commit()
    database.close()
    refused(kept, "is damaged: task '12' of stage 'squares' does not match its signature")


def test_the_checkpoint_of_somebody_else(kept, tmp_path_factory, monkeypatch):
    own = Key()
    monkeypatch.setenv("SHAPEWRIGHT_KEY", str(tmp_path_factory.mktemp("other") / "new" / "key"))
    refused(kept, "was signed with another key than that in '.*key'; if it is yours, name the file of the key")
    # The name of a key is no secret: who writes it into the header still cannot sign a row.
    database = sqlite3.connect(kept)
    database.execute("UPDATE header SET value = ? WHERE key = 'key'", (Key().name,))
    database.commit()
    database.close()
    refused(kept, "is damaged: task '0' of stage 'squares' does not match its signature")
    monkeypatch.setenv("SHAPEWRIGHT_KEY", str(own.place))
    refused(kept, "was signed with another key")


def test_a_row_of_another_job_does_not_fit(kept, tmp_path):
    with Checkpoint(kept, "mine") as store:
        store.begin(SQUARES)
        signed = store._signature("3", "9", "[]", 1.0)
        assert signed == store._signature("3", "9", "[]", 1.0)
        assert signed != store._signature("4", "9", "[]", 1.0)
    other = tmp_path / "other"
    with Checkpoint(other, "yours") as store:
        store.begin(SQUARES)
        assert signed != store._signature("3", "9", "[]", 1.0)


def test_a_key_that_is_none(tmp_path, monkeypatch):
    place = tmp_path / "key"
    place.write_text("abc")
    monkeypatch.setenv("SHAPEWRIGHT_KEY", str(place))
    with pytest.raises(FileError, match="is not a key for checkpoints"):
        run(SQUARES, checkpoint=tmp_path / "c")
    monkeypatch.setenv("SHAPEWRIGHT_KEY", str(place / "key"))
    with pytest.raises(FileError, match="cannot write .*, the key that signs checkpoints: .* name another file in"):
        run(SQUARES, checkpoint=tmp_path / "c")


def test_only_its_user_can_read_the_key(tmp_path, monkeypatch):
    monkeypatch.setenv("SHAPEWRIGHT_KEY", str(tmp_path / "new" / "key"))
    keys = {Key().name for _ in range(2)}
    assert len(keys) == 1
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["key"]
    assert (tmp_path / "new" / "key").stat().st_mode & 0o777 == 0o600


def test_whether_a_job_was_resumed(tmp_path):
    path = tmp_path / "c"
    assert not was_resumed(path)
    for again in (False, True):
        run(SQUARES, checkpoint=path)
        assert was_resumed(path) is again
    path.unlink()
    run(SQUARES, checkpoint=path)
    assert not was_resumed(path)


def test_a_task_that_belongs_to_nothing(kept):
    with Checkpoint(kept, "mine") as store:
        store.begin(SQUARES)
        store.record([((3, 0), Outcome(9, [], 1.0))])
    refused(kept, "is damaged: 1 recorded tasks do not belong to any task")


def test_damage_never_gives_a_wrong_answer(kept):
    whole = kept.read_bytes()
    refusals = 0
    for place in range(0, len(whole), 97):
        kept.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        try:
            results = run(SQUARES, checkpoint=kept, fingerprint="mine", threads=1)
        except FileError:
            refusals += 1
        else:
            assert results == EXPECTED
        for name in os.listdir(kept.parent):
            (kept.parent / name).unlink()
    assert refusals > 10


@pytest.mark.parametrize("share", [0.3, 0.6, 0.99])
def test_a_truncated_file(kept, share):
    whole = kept.read_bytes()
    kept.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(CheckpointError, match="is damaged"):
        run(SQUARES, checkpoint=kept, fingerprint="mine")


def test_two_jobs_in_one_process(kept):
    with Checkpoint(kept, "mine"), pytest.raises(CheckpointError, match="is in use by another job"):
        run(SQUARES, checkpoint=kept, fingerprint="mine")
    assert run(SQUARES, checkpoint=kept, fingerprint="mine") == EXPECTED


def test_two_processes(kept):
    program = "import sys; from shapewright.jobs.checkpoint import Checkpoint; Checkpoint(sys.argv[1], 'mine')"
    with Checkpoint(kept, "mine"):
        other = subprocess.run([sys.executable, "-c", program, kept], capture_output=True, text=True, timeout=60)
        assert "is in use by another process" in other.stderr
    assert subprocess.run([sys.executable, "-c", program, kept], timeout=60).returncode == 0


def test_places_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    for path, reason in [
        (tmp_path / "no" / "folder", "No such file"),
        (tmp_path / "file" / "c", "Not a directory"),
        (tmp_path, "it is a folder"),
    ]:
        with pytest.raises(FileError, match=f"cannot be used: {reason}") as caught:
            run(SQUARES, checkpoint=path)
        assert caught.value.exit_code == 4


@pytest.mark.parametrize("threads", [1, 2])
def test_a_full_disk(tmp_path, monkeypatch, threads):
    begin = Checkpoint.begin

    def begin_small(self, stage):
        recorded = begin(self, stage)
        pages = self._database.execute("PRAGMA page_count").fetchone()[0]
        self._database.execute(f"PRAGMA max_page_count = {pages + 3}")
        return recorded

    stage = Stage("wide", work.wide, range(12))
    with monkeypatch.context() as patch:
        patch.setattr(Checkpoint, "begin", begin_small)
        with pytest.raises(FileError, match="cannot be written: database or disk is full") as caught:
            run(stage, checkpoint=tmp_path / "c", threads=threads)
    assert 0 < caught.value.done < 12
    assert run(stage, checkpoint=tmp_path / "c") == run(stage)


def test_results_that_are_not_plain_data(tmp_path):
    with pytest.raises(TypeError, match="set is not plain data"):
        run(Stage("odd", work.odd, range(3)), checkpoint=tmp_path / "c")


def test_a_link_to_a_file_that_is_not_there_yet(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert run(SQUARES, checkpoint=tmp_path / "link") == EXPECTED
    assert sorted(os.listdir(tmp_path)) == ["link", "real"]


def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for place, what in ((tmp_path / "pipe", "a named pipe"), ("/dev/null", "a device"), ("/dev/zero", "a device")):
        with pytest.raises(FileError, match=f"^checkpoint '{place}' cannot be used: it is {what}, not a file$"):
            run(SQUARES, checkpoint=place)
    with pytest.raises(FileError, match="^the checkpoint needs the name of a file, and the name is empty$"):
        run(SQUARES, checkpoint="")


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path):
    program = (
        "import os, signal, sys; from shapewright.jobs.checkpoint import Checkpoint\n"
        "os.link = lambda *names: os.kill(os.getpid(), signal.SIGKILL)\n"
        "Checkpoint(sys.argv[1], 'mine')"
    )
    path = tmp_path / "kept.sqlite"
    killed = subprocess.run([sys.executable, "-c", program, str(path)], timeout=60)
    assert killed.returncode < 0
    assert [name for name in os.listdir(tmp_path) if name.endswith(".tmp")] == os.listdir(tmp_path) != []
    assert run(SQUARES, checkpoint=path, fingerprint="mine") == EXPECTED
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize(
    "statement",
    [
        (
            "DROP TABLE header; CREATE VIEW header AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) "
            "SELECT 'k'||x AS key, 'v' AS value FROM c"
        ),
        "CREATE TRIGGER t AFTER INSERT ON task BEGIN DELETE FROM task; END",
        "ALTER TABLE task ADD COLUMN more TEXT GENERATED ALWAYS AS (upper(result)) VIRTUAL",
        "CREATE INDEX i ON task (upper(result))",
        "CREATE TABLE more (x)",
    ],
)
def test_sql_of_a_stranger_never_runs(kept, statement):
    with sqlite3.connect(kept) as database:
        database.executescript(statement)
    database.close()
    refused(kept, "it has other tables than a checkpoint has")


@pytest.mark.parametrize(
    ("number", "kept_text"), [(0, "it holds no task yet"), (1, "recorded earlier are still in it")]
)
def test_a_full_disk_says_what_is_kept(tmp_path, number, kept_text):
    with Checkpoint(tmp_path / "c", "mine") as file:
        file.begin(SQUARES)
        file.record([((place,), Outcome(place, None, 1.0)) for place in range(number)])
        file._database.execute("PRAGMA max_page_count = 1")
        with pytest.raises(FileError, match=f"full; .*{kept_text}$"):
            file.record([((9,), Outcome("x" * 100_000, None, 1.0))])
