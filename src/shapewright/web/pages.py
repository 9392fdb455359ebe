"""The pages: the first screen, one for each family, the endpoints, and the answers that pages fetch into themselves."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from shapewright import __version__
from shapewright.questions import FAMILIES
from shapewright.web.api import ask, office
from shapewright.web.assets import address, contents, packed
from shapewright.web.replies import RUN

if TYPE_CHECKING:
    from starlette.requests import Request

    from shapewright.web.runs import Run


# The cookie that keeps it; a script that looked before the page is drawn would keep it waiting.
THEME = "shapewright-theme"


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates, and what each may use."""
    made = Environment(
        loader=PackageLoader("shapewright.web"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals.update(address=address, families=FAMILIES, version=__version__, drawn=drawn)
    return made


def drawn(svg: str) -> Markup:
    """A picture for the page: an SVG that our own drawing made, which escapes all text in it.

    What does not begin like one is shown as the text it is.
    """
    return Markup(svg) if svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" ') else Markup.escape(svg)


def rendered(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A page of this template, in the theme that was chosen in this browser."""
    chosen = request.cookies.get(THEME)
    theme = chosen if chosen in ("light", "dark") else ""
    return HTMLResponse(environment().get_template(template).render(theme=theme, **values), status)


def warm_up() -> None:
    """Make what every page would else make when it is first asked for."""
    for name in contents():
        packed(name)
    for template in environment().list_templates(extensions=["html"]):
        environment().get_template(template)
    for each in FAMILIES.values():
        _ = each.questions


async def home(request: Request) -> Response:
    """The first screen."""
    return rendered(request, "home.html", here="")


async def family(request: Request) -> Response:
    """The page of a family."""
    found = FAMILIES.get(request.path_params["family"])
    if found is None:
        return missing(request)
    fields = {name: [field.name for field in question.at("studio")] for name, question in found.questions.items()}
    return rendered(request, f"{found.name}.html", here=found.name, family=found, fields=fields)


async def endpoints(request: Request) -> Response:
    """What programs can ask."""
    return rendered(request, "endpoints.html", here="api")


async def card(request: Request) -> Response:
    """What a page shows of a run: how far it is, or what came of it."""
    run = office(request).find(request.path_params["run"])
    if run is None:
        return rendered(request, "gone.html", 404)
    return rendered(request, _card_of(run), run=run, view=run.view)


async def look(request: Request) -> Response:
    """``POST /look/FAMILY/QUESTION``: asks as the endpoint does, for the view of the answer; ``?card`` for its card."""
    reply = await ask(request)
    run = office(request).find(reply.headers.get(RUN, ""))
    if run is None or reply.status_code != 200:
        return reply
    seen = {"run": run.id, "view": run.view}
    if "card" in request.query_params:
        seen["card"] = environment().get_template(_card_of(run)).render(run=run, view=run.view)
    return JSONResponse(seen)


async def busy(request: Request) -> Response:
    """The long runs that are being answered or wait, for the head of every page."""
    return rendered(request, "busy.html", runs=office(request).latest(), is_lost=office(request).is_lost)


async def runs(request: Request) -> Response:
    """The runs that are at work or waiting, as a page."""
    office(request).seen = time.monotonic()
    template = "runs_list.html" if "part" in request.query_params else "runs.html"
    return rendered(request, template, here="", runs=office(request).latest())


async def icon(request: Request) -> Response:
    """Browsers ask for this, whatever a page says."""
    return RedirectResponse(address("icon.svg"), 308)


def missing(request: Request) -> Response:
    """The page that says that there is none."""
    return rendered(request, "missing.html", 404, here="")


def _card_of(run: Run) -> str:
    if run.state == "done":
        return "answer.html"
    return "failed.html" if run.is_over else "running.html"


ROUTES = [
    Route("/", home, methods=["GET"]),
    Route("/favicon.ico", icon, methods=["GET"]),
    Route("/api", endpoints, methods=["GET"]),
    Route("/busy", busy, methods=["GET"]),
    Route("/runs", runs, methods=["GET"]),
    Route("/runs/{run}/card", card, methods=["GET"]),
    Route("/look/{family}/{question}", look, methods=["POST"]),
    Route("/{family}", family, methods=["GET"]),
]
