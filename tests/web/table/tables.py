"""The pages of the families as the tests see them: what they say, and when they have said it."""

from __future__ import annotations

from typing import Any

from shapewright.questions import FAMILIES, find
from shapewright.questions.asked import check_parameters
from shapewright.questions.desk import Desk
from shapewright.web.answering import found as answered

STATES = {
    "tiling": [
        "#board=6x6&hole_box=2,2,2x2&pieces=any*I4,any*L4",
        "#board=4x4&pieces=4*L4&ask=list",
        "#board=5x4&pieces=tetrominoes&ask=explain",
        "#board=%23%23%23/%23%23%23//%23%23%23/%23%23%23&pieces=any*I2&ask=solve",
        "#board=4x4&pieces=4*L4&mode=play&fixed=L+0,0+1,0+2,0+0,1",
    ],
    "packing": ["#bag=T1+I3&ask=pack", "#bag=O5&box=4x4&ask=bins", "#bag=T5&box=5x4&ask=feasible"],
    "stacking": [
        "#sequence=LLLL&width=6&ask=solve",
        "#sequence=TOZ&width=6&hold=1",
        "#sequence=SZSZ&width=6&drops=0+2",
    ],
    "clear": [
        "#queue=TIOLJSZTIOL&ask=solve",
        "#field=ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ&patterns=I,*p4&ask=percent",
        "#field=ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ&patterns=I,*p4&ask=path",
    ],
    "shapez": ["#codes=CuCu----:RrRr----&ask=plan", "#codes=cu------:--------:cu------", "#codes=CuCuCuCu:RrRrRrRr"],
}
"""States of the pages, by what their addresses say."""

PAGES = ["/", "/today", *(f"/{family}" for family in FAMILIES), "/runs", "/api", "/nowhere"]


# Counts the questions that are on their way, from before the first one until their replies have been read, and keeps
# which runs have answered them.
_COUNT = r"""
    window.asking = 0;
    window.runs = [];
    const ask = window.fetch;
    window.fetch = (address, options) => {
        if (!/^\/(look|runs\/)/.test(String(address))) return ask(address, options);
        window.asking++;
        const end = (text) => {
            const run = String(text).startsWith("{") && JSON.parse(text).run;
            if (run) window.runs.push([String(address), run]);
            setTimeout(() => { window.asking--; });
        };
        const reply = ask(address, options);
        reply.then((found) => found.clone().text().then(end, end), end);
        return reply;
    };
"""
_QUIET = """
    () => new Promise((resolve) => {
        let quiet = 0;
        const look = () => {
            const bar = document.querySelector("#bar").dataset.state, answer = document.querySelector("#answer");
            const isAsked = new URLSearchParams(location.hash.slice(1)).get("ask");
            const isOver = ["done", "failed"].includes(answer.dataset.state) && !answer.classList.contains("old");
            const isQuiet = bar === "fresh" && (!isAsked || isOver) && !window.asking;
            quiet = isQuiet ? quiet + 1 : 0;
            if (quiet > 5) resolve(true);
            else setTimeout(look, 20);
        };
        look();
    })
"""


def watched(context: Any) -> Any:
    """The context of a browser in whose pages :func:`settled` can see what is on its way."""
    context.add_init_script(_COUNT)
    return context


def visit(page: Any, link: str) -> None:
    """Go to a page of a family, anew, and wait for what it says."""
    page.goto("about:blank")
    page.goto(link)
    settled(page)


def settled(page: Any) -> None:
    """Wait until nothing is on its way any more, the bar is fresh, and the answer is there if one is asked."""
    page.wait_for_selector("html[data-ready]", state="attached")
    page.evaluate(_QUIET)


def seen(page: Any) -> dict[str, Any]:
    """What there is to see: the bar, the answer, the pieces on the stage, what stands in the inputs."""
    settled(page)
    found: dict[str, Any] = page.evaluate(
        """() => ({
            words: document.querySelector("#bar .words").textContent,
            chips: [...document.querySelectorAll("#bar .chips > *")].map((chip) => chip.textContent),
            answer: document.querySelector("#answer .headline")?.textContent ?? "",
            old: document.querySelector("#answer").classList.contains("old"),
            drawn: document.querySelectorAll("#stage svg path").length,
            said: [...document.querySelectorAll("#tray input, #tray textarea, #tray select")]
                .filter((input) => (input.id || input.name) && !input.matches("[type=hidden], [type=file]"))
                .map((input) => [input.id || input.name, input, input.matches("[type=checkbox], [type=radio]")])
                .map(([name, input, isSwitch]) => [name, isSwitch ? input.checked : input.value]),
        })"""
    )
    return found


def headline(family: str, verb: str, parameters: dict[str, Any]) -> str:
    """What the question answers, asked at no door."""
    question = find(family, verb)
    fields = question.at("studio")
    answer, _ = answered(question, question.asked(check_parameters(fields, parameters)), Desk(60.0, 1, studio=True))
    return answer.headline or f"impossible: {answer.reason}"


def choose(page: Any, verb: str, options: dict[str, Any]) -> None:
    """Open the form of a question and fill in some of it."""
    if not page.locator("#question").is_visible():
        page.click("#more > summary")
    page.select_option("#question", verb)
    for name, value in options.items():
        control = page.locator(f".options [id$=option-{name}], .options [id$=-{name}]")
        if not control.is_visible():
            page.click(".others > summary")
        if isinstance(value, bool) or value == "yes":
            control.check()
        elif control.evaluate("each => each.localName") == "select":
            control.select_option(str(value))
        else:
            control.fill("\n".join(value) if isinstance(value, list) else str(value))
