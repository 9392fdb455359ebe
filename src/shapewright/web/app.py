"""The application: routes, the guard before them, and workers that live as long as it does."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from shapewright.web import api, assets, pages
from shapewright.web.replies import refusal
from shapewright.web.runs import Office
from shapewright.web.security import Guard
from shapewright.web.settings import Settings
from shapewright.web.token import Gate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response


def application(settings: Settings | None = None) -> Starlette:
    """The studio as an ASGI application."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.office = Office(settings)
        app.state.streams = 0
        await app.state.office.open()
        # While the workers get ready: nobody should wait for a template to be compiled.
        ready = asyncio.create_task(asyncio.to_thread(pages.warm_up))
        try:
            yield
        finally:
            await ready
            await app.state.office.close()

    return Starlette(
        routes=[*api.ROUTES, *assets.ROUTES, *pages.ROUTES],
        middleware=[
            Middleware(Guard, host=settings.host, body=settings.body, names=settings.names),
            Middleware(Gate, token=settings.token, port=settings.port),
            Middleware(GZipMiddleware, minimum_size=2000),
        ],
        exception_handlers={HTTPException: _refused, Exception: _failed},
        lifespan=lifespan,
    )


async def _refused(request: Request, error: Exception) -> Response:
    """A page that is not there, or a method that it does not have."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/") or status != 404:
        words = "there is no such endpoint" if status == 404 else "this address does not accept that method"
        return refusal(status, words)
    return pages.missing(request)


async def _failed(request: Request, error: Exception) -> Response:
    """A fault of ours: the log has it, the page does not."""
    return refusal(500, "a fault of the studio itself, please report it; its log says more", 70)
