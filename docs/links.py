"""Links from the pages into the studio: below each block of commands, to the pages that ask the same questions.

A command is read by the program's own command line, and its address is written as the studio's pages write theirs, so
nothing is stated twice. In a text, ``{studio}`title <tiling#board=4x4>``` makes such a link of an address.

The documentation alone has no studio beside it. What stands below a block is hidden there, and a link in a text leads
to the page that says how to start one. The folder of ``make site`` turns both into links to its own pages: it looks
for the address in ``data-studio`` (:mod:`release.site.documentation`).
"""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
from collections import Counter
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from docs.execution import File, steps, words_in
from docutils import nodes
from sphinx.util.docutils import ReferenceRole

from shapewright.cli.parameters import read
from shapewright.errors import ShapewrightError
from shapewright.questions import FAMILIES, fields, find
from shapewright.questions.asked import check_parameters
from shapewright.questions.source import Source
from shapewright.web.assets import contents
from shapewright.web.pages import of_day, stating

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinx.application import Sphinx

    from shapewright.questions.question import Question

__all__ = ["LEFT_OPEN", "Link", "address", "files_of", "links", "question_in", "setup", "stated"]

# Where pages of the documentation alone send somebody who follows a link to the studio.
HOW_TO_START, HEADING = "studio", "links-into-the-studio"
TITLE = "Open in the studio"
STYLE = "studio_links.css"
RULES = """p.studio { margin-top: -0.5rem; font-size: var(--font-size--small); }
p.studio[hidden] { display: none; }
"""

_FIELDS = re.compile(r"^  fields: \{\n(.*?)^  \},\n", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"\b(\w+): (?:view\()?(?:text|number|whole|flag|list)\(([^()]*)\)")


@dataclass(frozen=True)
class Link:
    """A link: the ``address`` of a page of the studio with its parameters (``tiling#board=4x4``), and a title."""

    address: str
    title: str


# --- Addresses --------------------------------------------------------------------------------------------------------


@cache
def _on_page(family: str) -> dict[str, Any]:
    """The fields of a family's page by name, with what each says before anybody has changed it."""
    found = _FIELDS.search(contents()[f"{family}/page.js"].decode())
    assert found, f"{family}/page.js states no fields"
    return {name: _initial(value) for name, value in _FIELD.findall(found[1])}


def _initial(value: str) -> Any:
    try:
        return json.loads(value) if value else None
    except ValueError:
        return value  # the name of a constant: it says something


def address(words: Sequence[str]) -> str | None:
    """The question of a command line as a page's name and the rest of its address; None if no page asks it."""
    try:
        question, parameters = read(words)
        checked = check_parameters(question.at("studio"), parameters)
    except ShapewrightError:
        return None
    if question.command == "tiling daily":
        return of_day(parameters, str)
    stated, forms = _on_page(question.family), FAMILIES[question.family].forms
    if question.name == "glance":
        checked.pop("time_limit", None)  # a page has its own
    if forms is None or question.name == "glance":
        if question.name not in ASKED[question.family] or not checked.keys() <= stated.keys():
            return None
    elif not forms.asks(question, checked):
        return None
    if question.family == "clear" and not _on_clear(question, parameters):
        return None
    if any(parameters.get(field.name) == "" != field.default for field in question.at("studio")):
        return None  # to a page an empty text is one that was not given
    for field in question.at("studio"):
        initial = None if field.name in LEFT_OPEN else stated.get(field.name)
        if forms is not None and forms.key(question.name, field.name) != field.name:
            continue  # an option of its own
        if initial and initial != field.default and field.name not in parameters:
            parameters[field.name] = field.default or ""  # a page begins with other values than a command line
    if forms is not None:
        parameters = {forms.key(question.name, name): value for name, value in parameters.items()}
    if question.name == "glance":
        parameters.pop("time_limit", None)  # a page has its own
    else:
        parameters["ask"] = question.name
    return stating(question.family, parameters, str)


def _on_clear(question: Question, parameters: dict[str, Any]) -> bool:
    """Whether the page of perfect clears can say these parameters; those that it says otherwise are changed."""
    known = {field.name: field for field in question.at("studio")}
    lines = {name for name, value in parameters.items() if isinstance(value, str) and "\n" in value}
    if any(not isinstance(known[name], fields.File) for name in lines):
        return False  # it has a line for a field, and one for a pattern
    if "*" in parameters.get("field", ""):
        return False  # marks are painted there
    coming = {"queue", "patterns"} & known.keys()
    if coming and not coming & parameters.keys() and "file" not in parameters and "solution" not in parameters:
        return False  # it always has pieces to come
    if parameters.get("hold") in ("use", "avoid") and parameters.pop("hold") == "avoid":
        parameters["no_hold"] = True  # there 'hold' is the piece that is held
    return True


LEFT_OPEN = ("drop", "kicks")
"""What a command line leaves open and a page says means the same, unless a fumen says more."""

LIVE = {family: "glance" if family != "shapez" else "buildable" for family in FAMILIES}
"""What the page of a family asks by itself."""

ASKED = {
    "tiling": ("glance",),
    "packing": ("glance", "pack", "feasible", "bins", "chances", "round", "evaluate"),
    "stacking": ("glance", "solve", "count"),
    "clear": ("glance",),
    "shapez": ("buildable", "plan", "count", "random"),
}
"""What the pages have buttons or lines for, besides the questions that have a form."""


def question_in(address: str) -> tuple[Question, dict[str, Any]]:
    """The question of an address and its parameters, read as a page reads them and checked as an endpoint does."""
    family, _, state = address.partition("#")
    given = dict(parse_qsl(state, keep_blank_values=True))
    question = find(family, given.pop("ask", LIVE[family]))
    kinds = {field.name: str(field.schema()["type"]) for field in question.at("studio")}
    readers: dict[str, Any] = {
        "array": lambda text: [line.strip() for line in text.split("\n") if line.strip()],
        "boolean": lambda text: text not in ("", "0", "false"),
        "integer": json.loads,
        "number": json.loads,
    }
    given = {name.removeprefix(f"{question.name}."): text for name, text in given.items()}
    found = {name: readers.get(kinds.get(name, ""), str)(text) for name, text in given.items() if text}
    return question, check_parameters(question.at("studio"), found)


def stated(question: Question, checked: Mapping[str, Any]) -> dict[str, Any]:
    """Checked parameters without those that say what is meant anyway; contents of files as text."""
    usual = {field.name: field.default for field in question.at("studio")}
    plain = {name: value.text() if isinstance(value, Source) else value for name, value in checked.items()}
    return {name: value for name, value in plain.items() if value != usual[name]}


@contextlib.contextmanager
def files_of(page: Path) -> Iterator[None]:
    """A folder in which the files lie that the page shows."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for step in steps(page):
            if isinstance(step, File):
                Path(step.name).write_text(step.text, encoding="utf-8")
        yield


def links(commands: Iterable[Sequence[str]]) -> list[Link]:
    """The links of some commands, each address once; the current folder has the files that they read."""
    found = {where: words[1] for words in commands if (where := address(words))}
    verbs = list(found.values())
    seen: Counter[str] = Counter()
    made = []
    for where, verb in found.items():
        seen[verb] += 1
        made.append(Link(where, f"{verb} ({seen[verb]})" if verbs.count(verb) > 1 else verb))
    return made


# --- Pages ------------------------------------------------------------------------------------------------------------


def anchor(link: Link, docname: str, app: Sphinx) -> str:
    """The element of a link, on the page of that name."""
    how = f"{app.builder.get_relative_uri(docname, HOW_TO_START)}#{HEADING}"
    return f'<a class="studio" href="{escape(how)}" data-studio="{escape(link.address)}">{escape(link.title)}</a>'


class Studio(ReferenceRole):
    """``{studio}`title <address>```: a link into the studio."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Leave a mark, whose link is made when the whole page has been read."""
        return [mark(self.rawtext, self.title, address=self.target)], []


class mark(nodes.inline):  # noqa: N801  (nodes are called so)
    """Where a link is to be in a text."""


def add_links(app: Sphinx, doctree: nodes.document) -> None:
    """Put the links into the text of a page that has been read, and below its blocks of commands."""
    docname = app.env.docname
    for place in list(doctree.findall(mark)):
        text = anchor(Link(place["address"], place.astext()), docname, app)
        place.replace_self(nodes.raw("", text, format="html"))
    page = Path(app.env.doc2path(docname))
    if page.suffix != ".md":
        return
    blocks = [block for block in doctree.findall(nodes.literal_block) if block.get("language") == "console"]
    with files_of(page):
        for block in blocks:
            found = links(words_in(block.astext()))
            if found:
                text = below([anchor(link, docname, app) for link in named(found)])
                block.parent.insert(block.parent.index(block) + 1, nodes.raw("", text, format="html"))


def named(found: list[Link]) -> list[Link]:
    """A link alone needs no name."""
    return [Link(found[0].address, TITLE)] if len(found) == 1 else found


def below(anchors: list[str]) -> str:
    """What stands below a block: hidden until there is a studio."""
    first = "" if len(anchors) == 1 else f"{TITLE}: "
    return f'<p class="studio" hidden>{first}{", ".join(anchors)}</p>'


def write_style(app: Sphinx, exception: Exception | None) -> None:
    """Write the style sheet of the links."""
    if exception is None and app.builder.format == "html":
        (Path(app.outdir) / "_static" / STYLE).write_text(RULES, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the links to the pages of Sphinx."""
    app.add_role("studio", Studio())
    app.connect("doctree-read", add_links)
    app.connect("build-finished", write_style)
    app.add_css_file(STYLE)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
