"""One web page of pictures: static, complete in itself, bright or dark as the reader's system is.

The page loads nothing from anywhere and runs nothing; its own policy forbids it. All text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from shapewright.drawing.formats.svg import escape, to_svg
from shapewright.drawing.scene import Scene
from shapewright.errors import ProblemError
from shapewright.jobs.limits import seconds_text

_STYLE = """
:root { color-scheme: light dark; --ground: #fbfbfc; --card: #ffffff; --ink: #1d2129; --soft: #59616d;
  --line: #dfe3e8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15181d; --card: #1e2229; --ink: #e6e9ee; --soft: #9aa3af; --line: #313740; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
p { margin: 0 0 .75rem; max-width: 46rem; white-space: pre-line; }
.figures { display: flex; flex-wrap: wrap; gap: 1.25rem; align-items: flex-start; }
figure { margin: 0; padding: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  min-width: min(100%, 20rem); max-width: 100%; }
figure svg { display: block; max-width: 100%; height: auto; max-height: 34rem; margin: 0 auto; padding: .5rem;
  border-radius: .35rem; }
.figures > figure:not(:only-child) svg { width: auto; max-height: 20rem; }
.figures > figure.whole svg { max-height: none; }
figure pre { margin: 0; overflow-x: auto; font-size: .9rem; }
figcaption { width: 0; min-width: 100%; margin-top: .75rem; font-size: .92rem; }
code { display: block; margin-top: .35rem; overflow-wrap: anywhere; font-size: .85rem; color: var(--soft); }
code a { color: inherit; }
.time { color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; }
""".strip()

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture or a text answer (or both), with its question, a caption, and the seconds that it took.

    A ``whole`` picture keeps its height; others are scaled to fit a screen. The question is a ``link`` to an address
    that begins with ``https://``; nothing is loaded from there.
    """

    scene: Scene | None = None
    caption: str = ""
    seconds: float | None = None
    command: str = ""
    text: str = ""
    whole: bool = False
    link: str = ""

    def __post_init__(self) -> None:
        if self.link and not self.link.startswith("https://"):
            raise ProblemError(f"{self.link[:40]!r} is not an address that begins with https://")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, a paragraph, and figures."""

    heading: str
    text: str = ""
    figures: tuple[Figure, ...] = ()


def to_html(title: str, sections: Iterable[Section], *, introduction: str = "") -> str:
    """Write a page; equal arguments give equal texts.

    >>> page = to_html("Boards", [Section("6x10", figures=(Figure(text="2339", caption="solutions", seconds=0.09),))])
    >>> "<h2>6x10</h2>" in page and "90 ms" in page
    True
    """
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8" />',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}" />',
        '<meta name="viewport" content="width=device-width, initial-scale=1" />',
        f"<title>{escape(title)}</title>",
        f"<style>\n{_STYLE}\n</style>",
        "</head>",
        "<body>",
        f"<h1>{escape(title)}</h1>",
    ]
    if introduction:
        parts.append(f"<p>{escape(introduction)}</p>")
    for section in sections:
        parts += ["<section>", f"<h2>{escape(section.heading)}</h2>"]
        if section.text:
            parts.append(f"<p>{escape(section.text)}</p>")
        if section.figures:
            parts += ['<div class="figures">', *(_figure(figure) for figure in section.figures), "</div>"]
        parts.append("</section>")
    parts += ["</body>", "</html>", ""]
    return "\n".join(parts)


def _figure(figure: Figure) -> str:
    parts = ['<figure class="whole">' if figure.whole else "<figure>"]
    if figure.scene is not None:
        parts.append(to_svg(figure.scene))
    if figure.text:
        parts.append(f"<pre>{escape(figure.text)}</pre>")
    words = escape(figure.caption)
    if figure.seconds is not None:
        words += f'{" " if words else ""}<span class="time">{seconds_text(figure.seconds)}</span>'
    if figure.command:
        said = escape(figure.command)
        if figure.link:
            said = f'<a href="{escape(figure.link)}" rel="noreferrer">{said}</a>'
        words += f"<code>{said}</code>"
    if words:
        parts.append(f"<figcaption>{words}</figcaption>")
    parts.append("</figure>")
    return "\n".join(parts)
