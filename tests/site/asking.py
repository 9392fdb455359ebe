"""What a test does on a page of the folder: it waits for states of the page, and asks as the page does."""

from __future__ import annotations

from typing import Any

_MODULE = """const the = (name) =>
  import(new URL(`../${name}`, document.querySelector('link[rel=modulepreload][href$="/doors/ask.js"]').href));"""

_ASK = f"""async ([family, question, parameters]) => {{
  {_MODULE}
  const {{ ask, Refusal }} = await the("doors/ask.js"), {{ fileOf }} = await the("doors/ask_door.js");
  try {{
    const {{ view, files }} = await ask(family, question, parameters, {{ light: false, wait: 600 }});
    const file = await fileOf(family, question, parameters, view, ".json");
    return {{ view, files, document: JSON.parse(await file.text()) }};
  }} catch (error) {{
    if (!(error instanceof Refusal)) throw error;
    return {{ error: error.message, state: error.state, equivalents: error.equivalents }};
  }}
}}"""

_CANCEL = f"""async ([family, question, long, short]) => {{
  {_MODULE}
  const {{ askIn }} = await the("doors/ask.js");
  let begun;
  const isAtWork = new Promise((resolve) => {{ begun = resolve; }});
  const endless = askIn("test", family, question, long, {{ wait: 0.5, progress: begun }});
  await isAtWork;
  const next = await askIn("test", family, question, short);
  return [await endless, next.view.headline];
}}"""

_KEPT = """() => new Promise((resolve) => {
  if (navigator.serviceWorker.controller) resolve(true);
  else navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true));
})"""

_HAS = """async (wanted) => {
  const pause = () => new Promise((resolve) => { setTimeout(resolve, 20); });
  for (;;) {
    for (const name of (await caches.keys()).filter((name) => name.startsWith("shapewright-files-"))) {
      const kept = (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
      if (wanted.every((end) => kept.some((path) => path.endsWith(end)))) return kept;
    }
    await pause();
  }
}"""


def ask(page: Any, family: str, verb: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The ``view``, ``files`` and JSON ``document`` of an answer; of a refusal its ``error``."""
    found: dict[str, Any] = page.evaluate(_ASK, [family, verb, parameters])
    return found


def cancel(page: Any, family: str, verb: str, long: dict[str, Any], short: dict[str, Any]) -> tuple[None, str]:
    """Ask something long, and as soon as it is at work something short in its place: what came of the two."""
    ended, headline = page.evaluate(_CANCEL, [family, verb, long, short])
    return ended, headline


def until_kept(page: Any, *ends: str) -> list[str]:
    """Wait until the files that end so are kept for pages without a network; what is kept by then."""
    page.evaluate(_KEPT)
    kept: list[str] = page.evaluate(_HAS, list(ends))
    return kept
