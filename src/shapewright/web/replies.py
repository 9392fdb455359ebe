"""Replies in JSON, those that say no among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response

from shapewright.web.words import for_pages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.web.runs import Run

EXIT_CODE = "Shapewright-Exit-Code"
RUN = "Shapewright-Run"

# What the command line's exit codes are called in HTTP; a question that was well put has an answer, whatever it is.
_STATUS = {2: 400, 4: 400, 3: 422, 70: 500}


def refusal(status: int, error: str, exit_code: int = 2, headers: Mapping[str, str] | None = None) -> Response:
    """A reply that says in one sentence why there is nothing else."""
    return JSONResponse({"error": for_pages(error), "exit_code": exit_code}, status, headers=dict(headers or {}))


def reply(run: Run) -> Response:
    """What came of a run that is over: the JSON envelope, or the error. One that is not over says how far it is."""
    headers = {RUN: run.id, "Location": f"/api/runs/{run.id}"}
    if not run.is_over:
        return JSONResponse(run.record(), 202, headers=headers)
    headers[EXIT_CODE] = str(run.exit_code)
    if run.state == "done":
        return Response(run.document, 200, headers=headers, media_type="application/json")
    body: dict[str, object] = {"error": run.error, "exit_code": run.exit_code, "state": run.state}
    return JSONResponse(body, _STATUS.get(run.exit_code, 400), headers=headers)
