"""Large results: files beside the checkpoint, verified when they are used, written again when they are gone."""

from __future__ import annotations

import collections
import concurrent.futures
import hashlib
import json
import os
import shutil
import time
from pathlib import Path

import pytest
from tests.jobs import work
from tests.jobs.test_survival import HOWS, start, wait_for
from tests.jobs.work import noted

from shapewright.errors import CheckpointError, FileError, ProblemError
from shapewright.jobs import Folder, Large, Stage, folder_beside, process_pool, run

TASKS = 5


def bulky(tmp_path: Path, tasks: int = TASKS) -> Stage:
    return Stage("bulky", work.bulky, [(number, str(tmp_path / "log")) for number in range(tasks)])


def kept_files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "c.files").iterdir())


@pytest.mark.parametrize(
    "options",
    [{"threads": 1}, {"threads": 2}, {"executor": process_pool(2)}],
    ids=["1 thread", "2 threads", "processes"],
)
def test_one_stage_writes_what_the_next_reads(tmp_path, options):
    results = run(bulky(tmp_path), checkpoint=tmp_path / "c", **options)
    assert [result["number"] for result in results] == list(range(TASKS))
    assert {path.name for path in kept_files(tmp_path)} == {
        hashlib.sha256(bytes([number]) * 100_000).hexdigest() for number in range(TASKS)
    }
    totals = Stage("total", work.total, [(result["content"], 7) for result in results])
    assert run(totals, checkpoint=tmp_path / "c", **options) == [100_000 * number + 7 for number in range(TASKS)]
    # The rows stay small.
    assert os.path.getsize(tmp_path / "c") < 100_000


def test_without_a_checkpoint_they_go_to_a_folder_for_the_time_being(tmp_path):
    with folder_beside(None) as folder:
        results = run(bulky(tmp_path), folder=folder)
        totals = Stage("total", work.total, [(result["content"], 0) for result in results])
        assert run(totals, folder=folder) == [100_000 * number for number in range(TASKS)]
        assert os.path.isdir(folder.path)
    assert not os.path.exists(folder.path)
    with pytest.raises(ProblemError, match="large results need a checkpoint"):
        run(bulky(tmp_path))


def test_resumed_without_running_again(tmp_path):
    first = run(bulky(tmp_path), checkpoint=tmp_path / "c")
    assert run(bulky(tmp_path), checkpoint=tmp_path / "c") == first
    assert len(noted(tmp_path / "log")) == TASKS


def test_checkpoint_and_folder_can_move_together(tmp_path):
    first = run(bulky(tmp_path), checkpoint=tmp_path / "c")
    totals = Stage("total", work.total, [(result["content"], 0) for result in first])
    run(totals, checkpoint=tmp_path / "c")
    (tmp_path / "elsewhere").mkdir()
    for name in ("c", "c.files"):
        shutil.move(tmp_path / name, tmp_path / "elsewhere" / name)
    assert run(bulky(tmp_path), checkpoint=tmp_path / "elsewhere" / "c") == first
    assert run(totals, checkpoint=tmp_path / "elsewhere" / "c") == [100_000 * number for number in range(TASKS)]
    assert len(noted(tmp_path / "log")) == TASKS


def test_what_is_gone_is_made_again(tmp_path):
    first = run(bulky(tmp_path), checkpoint=tmp_path / "c")
    os.unlink(tmp_path / "c.files" / first[3]["content"].digest)
    assert run(bulky(tmp_path), checkpoint=tmp_path / "c") == first
    assert collections.Counter(noted(tmp_path / "log")) == {"0": 1, "1": 1, "2": 1, "3": 2, "4": 1}
    shutil.rmtree(tmp_path / "c.files")
    assert run(bulky(tmp_path), checkpoint=tmp_path / "c") == first
    assert len(noted(tmp_path / "log")) == 2 * TASKS + 1


def test_rounds_go_on_from_the_last_state(tmp_path):
    stage = Stage("rounds", work.rounds, [(0, None, str(tmp_path / "log"))])
    *numbers, state = run(stage, checkpoint=tmp_path / "c")
    assert numbers == [0, 1, 2]
    folder = Folder(str(tmp_path / "c.files"))
    expected = b"".join(bytes([number]) * 1000 for number in range(4))
    assert folder.fetch(state) == expected
    # States of rounds that are over are not needed any more; without the last result all begins anew.
    for path in kept_files(tmp_path):
        if path.name != state.digest:
            path.unlink()
    assert run(stage, checkpoint=tmp_path / "c") == [0, 1, 2, state]
    assert noted(tmp_path / "log") == ["0", "1", "2", "3"]
    kept_files(tmp_path)[0].unlink()
    assert run(stage, checkpoint=tmp_path / "c") == [0, 1, 2, state]
    assert noted(tmp_path / "log") == ["0", "1", "2", "3"] * 2
    assert folder.fetch(state) == expected


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: bytes([content[0] ^ 1]) + content[1:],
        lambda content: content[:-1] + bytes([content[-1] ^ 0x80]),
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: b"",
    ],
)
def test_damage_is_found_before_a_byte_is_used(tmp_path, damage):
    results = run(bulky(tmp_path), checkpoint=tmp_path / "c")
    place = tmp_path / "c.files" / results[2]["content"].digest
    place.write_bytes(damage(place.read_bytes()))
    totals = Stage("total", work.total, [(result["content"], 0) for result in results])
    with pytest.raises(CheckpointError, match=rf"'{place}' is damaged: .* remove it to run its task again") as caught:
        run(bulky(tmp_path), checkpoint=tmp_path / "c")
        run(totals, checkpoint=tmp_path / "c")
    assert caught.value.exit_code == 4
    place.unlink()
    assert run(bulky(tmp_path), checkpoint=tmp_path / "c") == results
    assert run(totals, checkpoint=tmp_path / "c") == [100_000 * number for number in range(TASKS)]


class Elsewhere(concurrent.futures.ThreadPoolExecutor):
    """Runs each task as a machine would on which the folder is another one."""

    def __init__(self, place: Path) -> None:
        super().__init__(2)
        self.folder = Folder(str(place))

    def submit(self, function, task, arguments, seconds, folder, *more):
        return super().submit(function, task, arguments, seconds, self.folder, *more)


def test_workers_that_do_not_share_the_folder(tmp_path):
    stage = bulky(tmp_path)
    shared = "a cluster job with large results needs its checkpoint in a folder that all workers share"
    with Elsewhere(tmp_path / "other") as executor:
        with pytest.raises(
            FileError, match=rf"the file '.*c\.files/[0-9a-f]*', which a task wrote, is missing; {shared}"
        ):
            run(stage, checkpoint=tmp_path / "c", executor=executor)
        results = run(stage, checkpoint=tmp_path / "c")
        totals = Stage("total", work.total, [(result["content"], 0) for result in results[:1]])
        (tmp_path / "other" / results[0]["content"].digest).unlink()
        with pytest.raises(FileError, match=rf"the file '.*other/[0-9a-f]*', .*; {shared}"):
            run(totals, checkpoint=tmp_path / "c", executor=executor)
    unmade = rf"cannot make the folder '.*no/folder': no such file.*; {shared}"
    with Elsewhere(tmp_path / "no" / "folder") as executor, pytest.raises(FileError, match=unmade):
        run(stage, checkpoint=tmp_path / "d", executor=executor)


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "c.files").write_text("a file")
    with pytest.raises(FileError, match="cannot write"):
        run(bulky(tmp_path), checkpoint=tmp_path / "c")


@pytest.mark.parametrize("how", HOWS)
def test_killed_and_resumed(tmp_path, how):
    log = tmp_path / "log"
    process = start("bulky", 20, tmp_path, how)
    wait_for(lambda: len(noted(log)) >= 6, process)
    process.kill()
    process.communicate(timeout=work.PATIENCE)
    end = time.monotonic() + work.PATIENCE
    (tmp_path / "checkpoint.files" / "half-written.part").touch()
    again = start("bulky", 20, tmp_path, how)
    out, err = again.communicate(timeout=work.PATIENCE)
    assert again.returncode == 0, err
    assert time.monotonic() < end
    runs = collections.Counter(noted(log))
    assert set(runs) == {str(number) for number in range(20)}
    assert max(runs.values()) <= 2
    assert sum(runs.values()) <= 20 + (1 if how == "inline" else 6)
    folder = Folder(str(tmp_path / "checkpoint.files"))
    expected = [Large(hashlib.sha256(bytes([number]) * 100_000).hexdigest(), 100_000) for number in range(20)]
    assert json.loads(out) == [str({"number": number, "content": large}) for number, large in enumerate(expected)]
    assert [folder.fetch(large) for large in expected] == [bytes([number]) * 100_000 for number in range(20)]
    assert sorted(os.listdir(folder.path)) == sorted(large.digest for large in expected)


@pytest.mark.parametrize(
    ("digest", "size"), [("0" * 63, 1), ("../../../" + "0" * 55, 1), ("0" * 64, -1), ("0" * 64, "1")]
)
def test_names_that_are_none(digest, size):
    with pytest.raises(ValueError, match="is no"):
        Large(digest, size)
