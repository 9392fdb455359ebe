"""The pages: the first screen, one for each family, what is at work, endpoints; and the views that pages ask for."""

from __future__ import annotations

import json
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from shapewright import __version__
from shapewright.questions import FAMILIES
from shapewright.questions.gallery import shown
from shapewright.web.api import asked, gone, office
from shapewright.web.assets import address, contents, imports, packed
from shapewright.web.replies import RUN, reply
from shapewright.web.runs import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request


# So long a page may take to follow the run that it was told of.
UNHEARD_SECONDS = 10.0

# How endpoints refuse what a person can mend; a page gets the same words, as a reply like others.
_MISTAKES = (400, 413, 422)

# The cookie that keeps it; a script that looked before the page is drawn would keep it waiting.
THEME = "shapewright-theme"
# Characters of a parameter in the list of what is at work.
MOST_SHOWN = 60
# Questions that the page of their family answers while one looks.
_LIVE = ("solve", "explain", "pack", "feasible", "percent", "buildable")


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
    made.globals.update(
        address=address, page=place, imports=imports, folder=None, families=FAMILIES, version=__version__
    )
    return made


def place(name: str) -> str:
    """The address of a page."""
    return f"/{name}"


def rendered(request: Request, template: str, status: int = 200, **values: object) -> Response:
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
    """The gallery."""
    return rendered(request, "home.html", here="", entries=[{**entry, "link": link(entry)} for entry in shown()])


def link(entry: Mapping[str, Any], page: Callable[[str], str] = place) -> str:
    """Where an entry of the gallery is opened; what a page answers while one looks is not asked besides."""
    parameters = dict(entry["parameters"])
    if entry["question"] == "daily":
        return of_day(parameters, page)
    forms = FAMILIES[entry["family"]].forms
    if forms is not None:
        parameters = {forms.key(entry["question"], name): value for name, value in parameters.items()}
    if entry["mode"] == "play" or entry["family"] == "tiling":  # the other pages solve what they show in any mode
        parameters["mode"] = entry["mode"]
    if entry["question"] not in _LIVE:
        parameters["ask"] = entry["question"]
    return stating(entry["family"], parameters, page)


def stating(family: str, parameters: Mapping[str, object], page: Callable[[str], str] = place) -> str:
    """The page of a family with these parameters, as the page itself writes them into its address.

    >>> stating("tiling", {"board": "4x4", "hole": ["0,0", "3,3"], "up_to_symmetry": True})
    '/tiling#board=4x4&hole=0,0%0A3,3&up_to_symmetry=1'
    """
    return f"{page(family)}#{urlencode(_written(parameters), safe='/,:*#', quote_via=quote)}"


def of_day(parameters: Mapping[str, object], page: Callable[[str], str] = place) -> str:
    """The page of the puzzle of a day."""
    return f"{page('today')}?{urlencode(_written(parameters))}"


def _written(parameters: Mapping[str, object]) -> dict[str, str]:
    return {
        name: "1" if value is True else "\n".join(value) if isinstance(value, list) else str(value)
        for name, value in parameters.items()
    }


async def family(request: Request) -> Response:
    """The page of a family."""
    found = FAMILIES.get(request.path_params["family"])
    if found is None:
        return missing(request)
    return rendered(request, f"{found.name}.html", here=found.name, family=found)


async def today(request: Request) -> Response:
    """The puzzle of a day, on the page of tilings; the address names another day, which the page reads."""
    return rendered(request, "today.html", here="today", family=FAMILIES["tiling"])


async def endpoints(request: Request) -> Response:
    """What programs can ask."""
    return rendered(request, "endpoints.html", here="api")


async def look(request: Request) -> Response:
    """``POST /look/FAMILY/QUESTION``: asks as the endpoint does, for the view of the answer; see :func:`seen`.

    With ``?light`` no files are made, and a request that is cut off stops the question.
    """
    run = await asked(request, light="light" in request.query_params)
    if isinstance(run, Run) and not run.is_over:
        # The page may be gone before it hears of the run that it has to follow.
        office(request).leave(run, UNHEARD_SECONDS)
    return seen(run) if isinstance(run, Run) else _quiet(run)


async def view(request: Request) -> Response:
    """``GET /runs/ID/view``: what a page shows of a run; see :func:`seen`."""
    run = office(request).find(request.path_params["run"])
    return gone() if run is None else seen(run)


def seen(run: Run) -> Response:
    """The view of a run that is done, the record of one that is not over, or why there is no answer."""
    if not run.is_over:
        return JSONResponse({"run": run.id, "state": "running", "record": run.record()}, 202, headers={RUN: run.id})
    if run.state != "done":
        return _quiet(reply(run))
    body = f'{{"run": "{run.id}", "state": "done", "files": {json.dumps(run.names)}, "view": {run.view}}}'
    return Response(body, headers={RUN: run.id}, media_type="application/json")


def _quiet(refused: Response) -> Response:
    """A refusal that a page shows: each mistake while somebody types would be an error in the browser's console."""
    if refused.status_code in _MISTAKES:
        refused.status_code = 200
    return refused


async def runs_now(request: Request) -> Response:
    """``GET /runs.json``: the long runs that are being answered or wait, and whether there is anybody to answer them.

    With ``?watch`` somebody looks at them: those whose pages were left are kept as long as that.
    """
    if "watch" in request.query_params:
        office(request).seen = time.monotonic()
    return JSONResponse({"runs": [_told(run) for run in office(request).latest()], "lost": office(request).is_lost})


def _told(run: Run) -> dict[str, object]:
    """What a list says of a run: where it is, and in few characters what was asked."""
    record = run.record()
    record["progress"].pop("view", None)
    asked = {name: _short(value) for name, value in run.given.items()}
    return {**record, "family": run.family, "question": run.question, "parameters": asked}


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "\N{HORIZONTAL ELLIPSIS}"


async def runs(request: Request) -> Response:
    """The page of the runs that are at work or waiting."""
    return rendered(request, "runs.html", here="runs")


async def icon(request: Request) -> Response:
    """Browsers ask for this, whatever a page says."""
    return RedirectResponse(address("icon.svg"), 308)


def missing(request: Request) -> Response:
    """The page that says that there is none."""
    return rendered(request, "missing.html", 404, here="")


ROUTES = [
    Route("/", home, methods=["GET"]),
    Route("/favicon.ico", icon, methods=["GET"]),
    Route("/api", endpoints, methods=["GET"]),
    Route("/runs", runs, methods=["GET"]),
    Route("/today", today, methods=["GET"]),
    Route("/runs.json", runs_now, methods=["GET"]),
    Route("/runs/{run}/view", view, methods=["GET"]),
    Route("/look/{family}/{question}", look, methods=["POST"]),
    Route("/{family}", family, methods=["GET"]),
]
