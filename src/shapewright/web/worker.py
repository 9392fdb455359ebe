"""A worker process: answers one question after the other, each a message in and messages out, until its input ends.

It runs as ``python -m shapewright.web.worker MEMORY``. Messages are JSON with their length before them. A question is
stopped by SIGINT, as at the command line: whatever then runs, an engine included, stops as it does there, and the
worker goes on with the next question. It may use so many bytes of memory and no more, and ends with its parent.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import struct
import sys
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

from shapewright.errors import InternalError, ShapewrightError
from shapewright.jobs.shortage import shortage_behind
from shapewright.questions.desk import Desk
from shapewright.questions.fields import check_parameters
from shapewright.questions.formats import content
from shapewright.questions.question import Answer, Question, envelope
from shapewright.storage.json import json_text
from shapewright.web import views
from shapewright.web.families import answered, find, warm_up

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADER = struct.Struct(">I")
WATCH_SECONDS = 0.5


def read_message(stream: IO[bytes]) -> Any:
    """The next message, or None at the end."""
    head = stream.read(HEADER.size)
    if len(head) < HEADER.size:
        return None
    (length,) = HEADER.unpack(head)
    return json.loads(stream.read(length))


def framed(message: Any) -> bytes:
    """A message as it goes over the wire."""
    content = json_text(message).encode()
    return HEADER.pack(len(content)) + content


def main() -> None:
    """Answer what comes on standard input, on what was standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory(int(sys.argv[1]))
    source, out = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not get among the messages
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    warm_up()
    # Written by a thread of its own: SIGINT, which only the main thread minds, must not cut a message in two.
    outbox: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_write, args=(outbox, out), daemon=True).start()

    def send(message: Any) -> None:
        outbox.put(framed(message))

    send({"kind": "ready"})
    while (message := read_message(source)) is not None:
        send({"kind": "begun"})
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            outcome = _outcome(message, send)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            outcome = {"kind": "stopped"}
        send(outcome)


def _outcome(message: dict[str, Any], send: Any) -> dict[str, Any]:
    """Answer one question; every way in which that can end is a message."""
    try:
        return _answered(message, send)
    except InternalError as error:
        return {"kind": "fault", "error": f"an answer failed its own check: {error}", "exit_code": 70}
    except ShapewrightError as error:
        shortage = shortage_behind(error) if error.exit_code == 4 else None
        error = shortage or error
        return {"kind": "error", "error": " ".join(str(error).split()), "exit_code": error.exit_code}
    except MemoryError:
        return {"kind": "error", "error": memory_words(int(sys.argv[1])), "exit_code": 3}
    except RecursionError:
        return {"kind": "error", "error": "the puzzle is nested too deeply", "exit_code": 2}
    except Exception as error:
        if shortage_behind(error) is not None:
            return {"kind": "error", "error": memory_words(int(sys.argv[1])), "exit_code": 3}
        import traceback

        traceback.print_exc()  # for who runs the studio; the page gets one sentence
        return {"kind": "fault", "error": f"{type(error).__name__} in {message['question']}", "exit_code": 70}


def memory_words(memory: int) -> str:
    """What is said when a question took all the memory that it may have."""
    return f"the answer needs more than the {memory >> 20} MB of memory that one question of the studio may use"


def _answered(message: dict[str, Any], send: Any) -> dict[str, Any]:
    started = time.monotonic()
    asked = find(message["family"], message["question"])
    if not isinstance(asked, Question):
        return _old_answered(asked, message, send, started)

    def tell(said: dict[str, Any]) -> None:
        parts = said.pop("parts", ())
        seen = {"view": views.of_answer(Answer({}, parts=lambda: parts))} if parts else {}
        send({"kind": "progress", **said, **seen})

    desk = Desk(message["seconds"], message["threads"], studio=True, tell=tell)
    answer, view = answered(asked, check_parameters(asked.at("studio"), message["parameters"]), desk)
    seconds = time.monotonic() - started
    document = json_text(envelope(asked, message["given"], answer, seconds))
    files = {
        f"{asked.stem or asked.name}{suffix}": content(answer, suffix, document) for suffix in _offered(asked, answer)
    }
    return _packed(document, view, files, answer.exit_code, seconds)


def _offered(asked: Question, answer: Answer) -> tuple[str, ...]:
    """The suffixes of the files that the page offers; a proven none has none."""
    return () if answer.verdict == "none" else asked.downloads


def _old_answered(asked: Any, message: dict[str, Any], send: Any, started: float) -> dict[str, Any]:
    from shapewright import __version__
    from shapewright.web.desk import Desk as OldDesk
    from shapewright.web.fields import read_parameters

    desk = OldDesk(message["seconds"], message["threads"], lambda said: send({"kind": "progress", **said}))
    answer = asked.answer(read_parameters(asked.fields, message["parameters"]), desk)
    seconds = time.monotonic() - started
    took = seconds if answer.seconds is None else answer.seconds
    document = {
        "version": __version__,
        "command": f"{message['family']} {message['question']}",
        "parameters": {**message["given"], **answer.told},
        "complete": answer.complete,
        "seconds": round(took, 6),
        **answer.keys,
    }
    return _packed(json_text(document), answer.view, answer.files, answer.exit_code, seconds)


def _packed(
    document: str, view: dict[str, Any], contents: Mapping[str, str | bytes], exit_code: int | None, seconds: float
) -> dict[str, Any]:
    files = {
        name: {"base64": base64.b64encode(content).decode()} if isinstance(content, bytes) else {"text": content}
        for name, content in contents.items()
    }
    # As text, so that who passes it on need not read numbers of a million digits.
    whole = {"document": document, "view": view, "files": files}
    return {"kind": "answer", **whole, "exit_code": exit_code, "seconds": seconds}


def _write(outbox: SimpleQueue[bytes], out: IO[bytes]) -> None:
    while True:
        out.write(outbox.get())
        if outbox.empty():
            out.flush()


def _limit_memory(size: int) -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        # Of what is private and can be written; addresses that are only set aside cost nothing.
        which = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        resource.setrlimit(which, (size, size))


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
