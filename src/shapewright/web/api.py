"""The JSON endpoints: ask a question, look how far it is, stop it, fetch what came of it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from functools import cache
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from shapewright.errors import LimitError, NotationError, ShapewrightError
from shapewright.questions import FAMILIES, find
from shapewright.questions.asked import check_parameters
from shapewright.storage.json import json_text
from shapewright.web.answering import body_of, checked_size
from shapewright.web.downloads import DATA
from shapewright.web.replies import refusal, reply
from shapewright.web.runs import BusyError, Office, Run

# How long a request waits for the answer, unless ?wait= says otherwise; then it is told where to look for it.
WAIT = 20.0
MOST_WAIT = 60.0
# How long a run may go on without whoever asked it.
MOST_PLEDGE = 300.0
# How often it is looked whether whoever asked is still there, in seconds.
LOOK = 0.25
# The same for a page that asks anew with every cell that is painted: its next question wants the worker.
LOOK_LIGHT = 0.05
# A stream without news says something all the same, so that both sides know of each other.
HEARTBEAT = 10.0

_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".gif": "image/gif",
    ".pdf": "application/pdf",
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".html": "text/plain; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".cert": "text/plain; charset=utf-8",
    ".xmpuzzle": "application/octet-stream",
}
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,80}")


def office(request: Request) -> Office:
    """The office of the application."""
    found: Office = request.app.state.office
    return found


async def ask(request: Request) -> Response:
    """``POST /api/FAMILY/QUESTION``: the answer if it comes soon, else where it can be had."""
    run = await asked(request)
    return reply(run) if isinstance(run, Run) else run


async def asked(request: Request, *, light: bool = False) -> Run | Response:
    """The run of a question, which may be over by now, or the refusal of one that cannot be asked.

    Who asks a ``light`` question, or a quick one, waits for it: when the request is cut off, the question is stopped.
    """
    try:
        family, question = request.path_params["family"], request.path_params["question"]
        if family not in FAMILIES:
            raise NotationError(f"there is no family {family[:40]!r}; families are {', '.join(FAMILIES)}")
        found = find(family, question, "studio")
    except ShapewrightError as error:
        return refusal(404, str(error))
    try:
        wait = _seconds(request.query_params.get("wait"))
        body = body_of(await _content(request, office(request).settings.body))
        values = check_parameters(found.at("studio"), body)
        run = office(request).ask(family, found, body, values, light=light)
    except LimitError as error:
        return refusal(413, str(error))
    except ShapewrightError as error:
        return refusal(400, str(error), error.exit_code)
    except ClientDisconnect:
        return refusal(400, "the question is incomplete")
    except BusyError:
        return _busy("the studio cannot take more questions now; ask again in a moment")
    if await _over(run, wait, request if light or found.quick else None, LOOK_LIGHT if light else LOOK):
        # Whoever asked went away; nobody else knows of it, and others wait for its worker.
        office(request).cancel(run)
    return run


async def look(request: Request) -> Response:
    """``GET /api/runs/ID``: how far a run is.

    With ``?follow=`` seconds it is stopped then, unless somebody looks at it again by that time.
    """
    run = _run(request)
    if run is None:
        return gone()
    return _left(request, run, "follow") or JSONResponse(run.record())


async def answer(request: Request) -> Response:
    """``GET /api/runs/ID/answer``: what came of it, as :func:`ask` replies."""
    run = _run(request)
    return reply(run) if run else gone()


async def cancel(request: Request) -> Response:
    """``DELETE /api/runs/ID``: stop it; replies when it has stopped.

    With ``?after=`` seconds it is stopped then, unless somebody follows its events at that time.
    """
    run = _run(request)
    if run is None:
        return gone()
    wrong = _left(request, run, "after")
    if wrong is not None:
        return wrong
    if "after" not in request.query_params and not run.is_over:
        office(request).cancel(run)
        await _over(run, 2.0)
    return JSONResponse(run.record())


def _left(request: Request, run: Run, name: str) -> Response | None:
    """Have the run stopped after as many seconds as the parameter of that name states, if nobody follows it by then."""
    text = request.query_params.get(name)
    if text is not None:
        try:
            office(request).leave(run, _seconds(text, name, MOST_PLEDGE))
        except NotationError as error:
            return refusal(400, str(error))
    return None


async def file(request: Request) -> Response:
    """``GET /api/runs/ID/files/NAME``: a result as a file, which is made when it is first asked for."""
    run, name = _run(request), request.path_params["name"]
    if run is None:
        return gone()
    if run.state != "done" or not _NAME.fullmatch(name) or name not in run.names:
        return refusal(404, f"this answer has no such file; it has {', '.join(run.names) or 'none'}")
    suffix = name[name.index(".") :]
    content = run.document.encode() + b"\n" if suffix == DATA else run.files.get(name)
    if content is None:
        try:
            drawn = office(request).again(run, suffix)
        except BusyError:
            return _busy("the studio is busy; ask again in a moment")
        if await _over(drawn, MOST_WAIT, request):
            office(request).cancel(drawn)
        if drawn.state != "done":
            return reply(drawn)
        content = run.files[name] = drawn.files[name]
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=_TYPES.get(suffix, "text/plain; charset=utf-8"))


async def events(request: Request) -> Response:
    """``GET /api/runs/ID/events``: server-sent events, ``progress`` as it goes on and ``over`` at the end."""
    run = _run(request)
    if run is None:
        return gone()
    state = request.app.state
    if state.streams >= state.office.settings.streams:
        return refusal(429, "too many pages follow runs at once; close some", 3, {"Retry-After": "5"})
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_told(run, state), media_type="text/event-stream", headers=headers)


async def _told(run: Run, state: Any) -> AsyncIterator[bytes]:
    state.streams += 1
    run.followers += 1
    try:
        while True:
            # As they are now: while the event is on its way the run may go on, even to its end.
            changed, is_over = run.changed, run.is_over
            yield f"event: {'over' if is_over else 'progress'}\ndata: {json.dumps(run.record())}\n\n".encode()
            if is_over:
                return
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        state.streams -= 1
        run.followers -= 1


async def described(request: Request) -> Response:
    """``GET /api/openapi.json``: all of this, in OpenAPI."""
    return Response(_description(), media_type="application/json")


@cache
def _description() -> bytes:
    from shapewright.web.openapi import document  # made when somebody asks for it, once

    return json_text(document()).encode()


async def _content(request: Request, limit: int) -> bytes:
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        checked_size(len(content), limit)
    return bytes(content)


def _seconds(text: str | None, name: str = "wait", most: float = MOST_WAIT) -> float:
    if text is None:
        return WAIT
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= most:
        raise NotationError(f"{name!r} takes a number of seconds from 0 to {most:g}")
    return seconds


def _busy(words: str) -> Response:
    return refusal(429, words, 3, {"Retry-After": "1"})


async def _over(run: Run, seconds: float, request: Request | None = None, look: float = LOOK) -> bool:
    """Wait until the run is over, or the seconds are; whether who sent the ``request`` has gone by then."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not run.is_over:
        left = deadline - asyncio.get_running_loop().time()
        if left <= 0:
            break
        try:
            await asyncio.wait_for(run.changed.wait(), left if request is None else min(left, look))
        except TimeoutError:
            if request is not None and await request.is_disconnected():
                return not run.is_over
    return False


def _run(request: Request) -> Run | None:
    return office(request).find(request.path_params["run"])


def gone() -> Response:
    """The refusal that says that a run is forgotten."""
    return refusal(404, "this answer is no longer available; ask the question again")


ROUTES = [
    Route("/api/openapi.json", described, methods=["GET"]),
    Route("/api/runs/{run}", look, methods=["GET"]),
    Route("/api/runs/{run}", cancel, methods=["DELETE"]),
    Route("/api/runs/{run}/answer", answer, methods=["GET"]),
    Route("/api/runs/{run}/events", events, methods=["GET"]),
    Route("/api/runs/{run}/files/{name}", file, methods=["GET"]),
    Route("/api/{family}/{question}", ask, methods=["POST"]),
]
