"""The studio without a server: what its page is told where there is no NumPy, no thread and no process."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests import bare

from shapewright.drawing import to_gif, to_png
from shapewright.questions import FAMILIES, find
from shapewright.questions.asked import check_parameters, given
from shapewright.web.answering import Asked, answered

LOOKING = """
import json, sys
from shapewright.web import local

local.warm_up()
replies = []
for family, verb, parameters in json.load(sys.stdin):
    far = []
    reply = json.loads(local.look(family, verb, json.dumps(parameters), False, far.append))
    files = {}
    for name in reply.get("files", ()):
        suffix = name[name.index("."):]
        files[name] = json.loads(local.file(family, verb, json.dumps(reply["parameters"]), suffix))
    replies.append([reply, files, [json.loads(text) for text in far]])
print(json.dumps(replies))
"""

NO_EXAMPLE = ("shapez", "verify"), ("clear", "verify")


def timeless(value: object) -> Any:
    """Plain data without the times that it says something took."""
    text = re.sub(r'seconds": [0-9.e-]+', 'seconds": 0', json.dumps(value, sort_keys=True))
    return json.loads(re.sub(r"[0-9.]+ m?s\b", "a while", text))


def looked(asked: list[tuple[str, str, dict[str, Any]]], data: Path | None = None) -> list[Any]:
    replies: list[Any] = json.loads(bare.printed(LOOKING, data, json.dumps(asked)).splitlines()[-1])
    return replies


def at_the_server(family: str, verb: str, parameters: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The view that a worker of the server makes, and its document."""
    question = find(family, verb, "studio")
    fields = question.at("studio")
    repeated = given(fields, check_parameters(fields, parameters))
    found = answered(Asked(family, verb, parameters, repeated, 60.0, 1), lambda _: None)
    return {"view": json.loads(found.view), "files": found.names}, json.loads(found.document)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_question_is_answered_as_at_the_server(family: str, flat_files: Path) -> None:
    questions = [
        (family, verb, dict(question.example))
        for verb, question in FAMILIES[family].questions.items()
        if (family, verb) not in NO_EXAMPLE
    ]
    for (_, verb, parameters), (reply, files, _) in zip(questions, looked(questions, flat_files), strict=True):
        view, document = at_the_server(family, verb, parameters)
        assert reply.get("state") == "done", (verb, reply)
        data = json.loads(next(made["text"] for name, made in files.items() if name.endswith(".json")))
        view["files"] = [name for name in view["files"] if not name.endswith(".h5")]  # a browser cannot write it
        assert timeless({key: reply[key] for key in view}) == timeless(view), verb
        assert timeless(data) == timeless(document), verb


def test_files_are_the_same_and_pixels_are_left_to_the_page() -> None:
    asked = {"queue": "TIOLJSZTIOL"}
    question = find("clear", "solve", "studio")
    fields = question.at("studio")
    ((reply, files, _),) = looked([("clear", "solve", asked)])
    found = answered(Asked("clear", "solve", asked, given(fields, check_parameters(fields, asked)), 60.0, 1), len)
    assert list(files) == reply["files"] == found.names
    for name, made in files.items():
        content = found.make(name[name.index(".") :])
        if "film" in made:
            film = made["film"]
            if name.endswith(".gif"):
                assert len(film["svgs"]) == 10
                drawn = to_gif(film["svgs"], seconds=film["seconds"], scale=film["scale"], loop=film["loop"])
            else:
                drawn = to_png(film["svgs"][0], scale=film["scale"], background=film["background"])
            assert drawn == content
        elif name.endswith(".json"):
            assert json.loads(made["text"]).keys() == json.loads(content).keys()
        elif "text" in made:
            assert made["text"] == content
        else:
            assert name.endswith(".pdf") or base64.b64decode(made["base64"]) == content


def test_a_random_choice_can_be_had_again_by_another_worker() -> None:
    ask = ("tiling", "random", {"board": "4x5", "pieces": "any*dominoes"})
    ((reply, files, _),) = looked([ask])
    ((other, others, _),) = looked([("tiling", "random", reply["parameters"])])
    assert "seed" in reply["parameters"]
    assert other["view"]["sections"] == reply["view"]["sections"]
    assert others["tiling.svg"] == files["tiling.svg"]


def test_what_is_too_much_says_so_and_shows_the_command() -> None:
    ((table, _, _), (loop, _, _), (unknown, _, _), (damaged, _, _), (nonsense, _, _)) = looked(
        [
            ("clear", "table", {"height": 4}),
            ("clear", "loop", {"height": 4, "hold": "O"}),
            ("clear", "fly", {}),
            ("tiling", "solve", {"bord": "6x10"}),
            ("tiling", "solve", {"board": "6x10"}),
        ]
    )
    assert table["error"].startswith("a table of 4 lines takes minutes and much memory")
    assert table["equivalents"]["command"] == "shapewright clear table 4"
    assert (table["exit_code"], table["state"]) == (2, "failed")
    assert loop["error"].startswith("a loop of clears of 4 lines takes minutes and much memory")
    assert loop["equivalents"]["command"] == "shapewright clear loop --height 4 --hold O"
    assert unknown["error"].startswith("clear has no question 'fly'")
    assert "'bord'" in damaged["error"]
    assert "pieces" in nonsense["error"]
    assert "equivalents" not in nonsense


def test_what_a_browser_lacks_is_named_in_a_sentence() -> None:
    program = """
import json, sys
from shapewright.web import local

sys.modules["pydyf"] = None
print(local.file("stacking", "show", json.dumps({"sequence": "LLLL", "width": 6, "plan": "0 3 1(180) 4(180)"}), ".pdf"))
"""
    reply = json.loads(bare.printed(program).splitlines()[-1])
    assert reply["error"] == "this needs pydyf, which does not run in a browser; use the command line"
    assert reply["equivalents"]["command"].startswith("shapewright stacking show LLLL")
    assert (reply["exit_code"], reply["state"]) == (2, "failed")


def test_where_memory_was_short_the_command_is_shown() -> None:
    program = """
import json
from shapewright.errors import ResourceError
from shapewright.web import local

def short(*_, **__):
    raise ResourceError("the positions of this question do not fit into 1.0 GB of memory")

local.answered = short
print(local.look("clear", "loop", json.dumps({"see": 7})))
"""
    reply = json.loads(bare.printed(program).splitlines()[-1])
    assert reply["error"] == "the positions of this question do not fit into 1.0 GB of memory"
    assert reply["equivalents"]["command"] == "shapewright clear loop --see 7"
    assert (reply["exit_code"], reply["state"]) == (3, "stopped")


def test_the_time_limit_holds_and_progress_is_told() -> None:
    asked = {"board": "12x15", "pieces": "any*pentominoes", "time_limit": 1}
    ((reply, _, far),) = looked([("tiling", "count", asked)])
    assert (reply["state"], reply["exit_code"]) == ("stopped", 3)
    assert reply["error"].startswith("the time limit of 1 s was reached")
    assert "view" not in reply
    assert far
    assert all(set(said) == {"text", "fraction", "seconds", "waiting", "view"} for said in far)
