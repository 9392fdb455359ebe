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
from typing import IO, Any

from shapewright.questions import FAMILIES
from shapewright.questions.asked import check_parameters
from shapewright.questions.desk import Desk
from shapewright.storage.json import json_text
from shapewright.web import views
from shapewright.web.answering import Asked, Found, answered, failure, found

HEADER = struct.Struct(">I")
WATCH_SECONDS = 0.5


def read_message(stream: IO[bytes]) -> Any:
    """The next message, or None at the end."""
    head = stream.read(HEADER.size)
    if len(head) < HEADER.size:
        return None
    (length,) = HEADER.unpack(head)
    return json.loads(stream.read(length))


def framed(message: object) -> bytes:
    """A message as it goes over the wire."""
    content = json_text(message).encode()
    return HEADER.pack(len(content)) + content


def main() -> None:
    """Answer what comes on standard input, on what was standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    size = int(sys.argv[1])
    with suppress(ImportError, ValueError, OSError):
        import resource

        # Of what is private and can be written; addresses that are only set aside cost nothing.
        which = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        resource.setrlimit(which, (size, size))
    source, out = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not get among the messages
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    # Answer the example of each family's first question, so that no first question waits for what must be loaded. What
    # fails here fails again when somebody asks.
    for family in FAMILIES.values():
        try:
            question = family.question(family.verbs[0])
            answer, parts = found(
                question,
                question.asked(check_parameters(question.at("studio"), dict(question.example))),
                Desk(10.0, 1, studio=True),
            )
            views.of_answer(answer, parts)
        except Exception:
            traceback.print_exc()
    # Written by a thread of its own: SIGINT, which only the main thread minds, must not cut a message in two.
    outbox: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_write, args=(outbox, out), daemon=True).start()

    def send(message: object) -> None:
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


def _outcome(message: dict[str, Any], send: Any) -> dict[str, object]:
    """Answer one question; every way in which that can end is a message."""
    asked = Asked(**message)

    def tell(said: dict[str, object]) -> None:
        send({"kind": "progress", **said})

    try:
        return _packed(answered(asked, tell, heard=lambda: send({"kind": "found"})), asked)
    except Exception as error:
        ended = failure(error, asked.question, memory_words(int(sys.argv[1])))
        return {"kind": "fault" if ended["exit_code"] == 70 else "error", **ended}


def memory_words(memory: int) -> str:
    """What is said when a question took all the memory that it may have."""
    return f"the answer needs more than the {memory >> 20} MB of memory that one question of the studio may use"


def _packed(found: Found, asked: Asked) -> dict[str, Any]:
    """An answer as a message. Its document and view are text, so that who passes them on need not read them."""
    files = {
        name: {"base64": base64.b64encode(content).decode()} if isinstance(content, bytes) else {"text": content}
        for name, content in found.contents.items()
    }
    message = {"kind": "answer", "files": files, "document": found.document}
    if asked.file:
        return message
    return {**message, "view": found.view, "names": found.names, "told": found.told, "exit_code": found.exit_code}


def _write(outbox: SimpleQueue[bytes], out: IO[bytes]) -> None:
    while True:
        out.write(outbox.get())
        if outbox.empty():
            out.flush()


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
