"""A bot for Shapez 2: it reads shape codes, one a line, and answers each with what can be done about it.

    python examples/shapes_bot.py answers codes.txt          # JSON, a line for each code
    echo 'CuRuCuRu' | python examples/shapes_bot.py answers - chat

Lines that are not codes get an answer, too, and never end the bot: people write anything in a chat. Empty
lines are passed over. Writes ``answers.jsonl`` (or ``chat.txt``), and for each code that can be built a flowchart of
its machines, named by the line. Pins, crystals and any number of layers up to the game's limit are fine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from shapewright import shapez
from shapewright.drawing import to_svg
from shapewright.errors import ShapewrightError

LONGEST = 200  # characters; a code of the game has fewer
SECONDS = 5.0  # for the plan of one shape


def reply(text: str, seconds: float = SECONDS) -> tuple[dict[str, Any], shapez.Plan | None]:
    """The answer to one message as plain data, and the plan if the shape can be built."""
    code = text.strip()
    if len(code) > LONGEST:
        return {"code": code[:LONGEST], "error": f"a code has at most {LONGEST} characters"}, None
    try:
        if shapez.is_pattern(code):
            return {"code": code, **shapez.judge(code).to_json()}, None
        verdict = shapez.buildable(code)
        if not verdict:
            return {"code": code, **verdict.to_json()}, None
        plan = shapez.plan(code, time_limit=seconds)
    except ShapewrightError as error:  # whatever is wrong with the code, in one sentence
        return {"code": code, "error": str(error)}, None
    assert plan is not None  # what can be built has a plan
    cost = {"machines": plan.cost, "at_least": plan.lower_bound, "proven": plan.optimal, "counts": plan.machines()}
    return {"code": code, **verdict.to_json(), **cost}, plan


def sentence(said: dict[str, Any]) -> str:
    """The same answer as one would write it in a chat."""
    if "error" in said:
        return f"Sorry: {said['error']}."
    if not said["buildable"]:
        near = said.get("nearest")
        parts = f"{said.get('changed')} part{'' if said.get('changed') == 1 else 's'}"
        hint = f" The nearest shape that can be built is {near[0]} ({parts} changed)." if near else ""
        return f"{said['code']} cannot be built: {said['reason']}.{hint}"
    if "machines" not in said:
        shapes = "shape that matches" if said["count"] == 1 else "shapes that match"
        words = f"{said['count']:,} {shapes} {said['code']} can be built, types and colours apart"
        return f"{words}; for example {said['examples'][0]}."
    proof = "and fewer will not do" if said["proven"] else f"and at least {said['at_least']} are needed"
    counts = ", ".join(f"{number} {name}" for name, number in said["counts"].items())
    machines = "1 machine" if said["machines"] == 1 else f"{said['machines']} machines"
    return f"{said['code']} takes {machines}, {proof}{': ' + counts if counts else ''}."


def replies(lines: Iterable[str], folder: Path, seconds: float = SECONDS) -> Iterator[dict[str, Any]]:
    """Answer every line that says something, and draw the plans."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            said, plan = reply(line, seconds)
            if plan is not None:
                (folder / f"line_{number}.svg").write_text(to_svg(plan.scene()), encoding="utf-8")
            yield said


def main(folder: Path, lines: Iterable[str], *, chat: bool = False, seconds: float = SECONDS) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ("chat.txt" if chat else "answers.jsonl")).open("w", encoding="utf-8") as file:
        for said in replies(lines, folder, seconds):
            answer = sentence(said) if chat else json.dumps(said, ensure_ascii=False)
            file.write(answer + "\n")
            print(answer, flush=True)  # at once: somebody is waiting


SOME = ["CuRuCuRu", "CrRgSbWw:cbP-cr--:RwCy----", "cu------:--------:cu------", "CuN?----", "hello, bot!"]

if __name__ == "__main__":
    folder, *words = sys.argv[1:] or ["answers"]
    chat = "chat" in words
    files = [word for word in words if word != "chat"]
    if not files:
        main(Path(folder), SOME, chat=chat)
    elif files[0] == "-":
        main(Path(folder), sys.stdin, chat=chat)
    else:
        main(Path(folder), Path(files[0]).read_text(encoding="utf-8", errors="replace").splitlines(), chat=chat)
