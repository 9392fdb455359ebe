"""Whole programs that are killed or interrupted in the middle of a job."""

from __future__ import annotations

import collections
import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.jobs import driver, work
from tests.jobs.work import noted

from shapewright.jobs import run
from shapewright.jobs.interrupt import Interrupt

ROOT = Path(__file__).parents[2]
HOWS = ["inline", "threads", "processes"]


def start(*arguments):
    path = os.pathsep.join([str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", "tests.jobs.driver", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A process group of its own, to which Ctrl-C is sent as a terminal would.
        start_new_session=True,
    )


def wait_for(condition, process):
    end = time.monotonic() + work.PATIENCE
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize("how", HOWS)
def test_killed_and_resumed(tmp_path, how):
    log = tmp_path / "log"
    process = start("logged", 40, tmp_path, how)
    wait_for(lambda: len(noted(log)) >= 12, process)
    process.kill()
    process.communicate(timeout=work.PATIENCE)
    # The workers notice by themselves that nobody is left to take their results, and close their ends of the pipes.
    killed_after = len(noted(log))
    assert killed_after < 40
    again = start("logged", 40, tmp_path, how)
    out, err = again.communicate(timeout=work.PATIENCE)
    assert again.returncode == 0, err
    assert json.loads(out) == [number * number for number in range(40)]
    runs = collections.Counter(noted(log))
    assert set(runs) == {str(number) for number in range(40)}
    twice = [number for number, times in runs.items() if times > 1]
    assert max(runs.values()) <= 2
    assert len(twice) <= (1 if how == "inline" else 6)


@pytest.mark.parametrize("how", HOWS)
def test_interrupted_and_resumed(tmp_path, how):
    log = tmp_path / "log"
    process = start("patient", 8, tmp_path, how)
    # Tasks 0 to 2 finish at once, so one that waits to be stopped is running by now.
    wait_for(lambda: "3" in noted(log), process)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=work.PATIENCE)
    assert process.returncode == 130, err
    assert err == ""
    done, total, kept = json.loads(out)
    assert (done, total, kept) == (3, 8, f"{tmp_path}/checkpoint")
    (tmp_path / "go").touch()
    results = run(driver.stage("patient", 8, str(tmp_path)), checkpoint=kept)
    assert work.settled(results) == list(range(8))
    runs = collections.Counter(noted(log))
    assert [runs[number] for number in "012"] == [1, 1, 1]
    # What the stopped tasks had to say was kept: their own result, and the rest that ran now.
    assert len(results) > 8


def test_a_second_interrupt_does_not_wait():
    stop = bytearray(1)
    calls = []
    with Interrupt(stop) as interrupt:
        interrupt.wake = lambda: calls.append(1)
        signal.raise_signal(signal.SIGINT)
        assert (interrupt.caught, stop[0], calls) == (True, 1, [1])
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_handler_of_somebody_else_stays():
    seen = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append(1))
    try:
        with Interrupt(bytearray(1)) as interrupt:
            signal.raise_signal(signal.SIGINT)
        assert (seen, interrupt.caught) == ([1], False)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="signals reach native code in this way on POSIX only")
def test_native_code_in_the_main_thread_sees_the_stop_byte():
    stop = bytearray(1)
    reader, writer = os.pipe()
    seen = []
    libc = ctypes.CDLL(None)
    libc.fdopen.restype = ctypes.c_void_p
    libc.fwrite.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p]
    libc.fclose.argtypes = [ctypes.c_void_p]
    stream = libc.fdopen(writer, b"w")

    def press():
        # The first byte says that the main thread is inside of fwrite, where no code of Python can run.
        os.read(reader, 1)
        os.kill(os.getpid(), signal.SIGINT)
        end = time.monotonic() + work.PATIENCE
        while not stop[0] and time.monotonic() < end:
            time.sleep(0.001)
        seen.append((stop[0], interrupt.caught))
        while os.read(reader, 1 << 16):
            pass

    with Interrupt(stop, inline=True) as interrupt:
        # The system takes up the call again after the signal, as native code that computes would go on.
        signal.siginterrupt(signal.SIGINT, False)
        thread = threading.Thread(target=press)
        thread.start()
        size = 1 << 20  # more than a pipe holds
        libc.fwrite(ctypes.create_string_buffer(size), 1, size, stream)
        libc.fclose(stream)
        thread.join()
        assert interrupt.caught
    os.close(reader)
    assert seen == [(1, False)]
    assert signal.set_wakeup_fd(-1) == -1
