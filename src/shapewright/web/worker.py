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
import traceback
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

from shapewright.errors import InternalError, LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.jobs.shortage import shortage_behind
from shapewright.questions import FAMILIES, find
from shapewright.questions.desk import Desk
from shapewright.questions.fields import check_parameters, values_of
from shapewright.questions.formats import content
from shapewright.questions.listing import Listing
from shapewright.questions.question import Answer, Question, envelope
from shapewright.storage.json import json_text
from shapewright.web import views
from shapewright.web.pictures import PICTURES

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
    _warm_up()
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
        traceback.print_exc()  # for who runs the studio; the page gets one sentence
        return {"kind": "fault", "error": f"{type(error).__name__} in {message['question']}", "exit_code": 70}


def memory_words(memory: int) -> str:
    """What is said when a question took all the memory that it may have."""
    return f"the answer needs more than the {memory >> 20} MB of memory that one question of the studio may use"


def _answered(message: dict[str, Any], send: Any) -> dict[str, Any]:
    started = time.monotonic()
    family, verb = message["family"], message["question"]
    asked = PICTURES[verb] if family == "pictures" else find(family, verb, "studio")

    def tell(said: dict[str, Any]) -> None:
        parts = said.pop("parts", ())
        seen = {"view": views.of_answer(Answer({}, parts=lambda: parts))} if parts else {}
        send({"kind": "progress", **said, **seen})

    desk = Desk(message["seconds"], message["threads"], studio=True, tell=tell)
    checked = check_parameters(asked.at("studio"), message["parameters"])
    answer, view = _seen(asked, checked, desk)
    seconds = time.monotonic() - started
    document = json_text(envelope(asked, message["given"], answer, seconds))
    return _packed(document, view, _files(asked, answer, document), answer.exit_code, seconds)


def _files(asked: Question, answer: Answer, document: str) -> dict[str, str | bytes]:
    """The files that the page offers, by name: none where nothing is shown, and none that cannot hold the answer."""
    files = {}
    for suffix in () if answer.verdict == "none" or answer.shows_nothing else asked.downloads:
        with suppress(NotationError, ProblemError, LimitError):
            files[f"{asked.stem or asked.name}{suffix}"] = content(answer, suffix, document)
    return files


def _seen(asked: Question, checked: dict[str, Any], desk: Desk) -> tuple[Answer, dict[str, Any]]:
    """The answer to a question, and its view."""
    found = asked.answer(values_of(asked.at("studio"), checked), desk)
    answer = found.gathered() if isinstance(found, Listing) else found
    return answer, views.of_answer(answer)


def _warm_up() -> None:
    """Answer the example of each family's first question, so that no first question waits for what must be loaded.

    What fails here fails again when somebody asks.
    """
    for family in FAMILIES.values():
        try:
            question = family.question(family.verbs[0])
            example = check_parameters(question.at("studio"), dict(question.example))
            _seen(question, example, Desk(10.0, 1, studio=True))
        except Exception:
            traceback.print_exc()


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
