"""More questions about perfect clears than their examples: one answer at the shell and at the endpoint."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from .asking import Parameters, at_an_endpoint, at_the_shell, masked

MEMBER = "[I]IOTSZIOSZT"
LATE = "J_________/JJJ_______/LLL_____OO/L_______OO"
WIDER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
NARROW = "v115@vhFRQJUGJKJJvMJTNJGBJ"
COLOURED = "v115@9gA8ywg0glR4RpB8wwklRpD8i0glG8R4glB8JeAgH"
OTHER = "?v115%40vhFRQJPGJKJJGMJTNJ0BJ"
SLOT = "v115@9gQpBewhVpwhCe3hAe2hZpJeAgH"

TWO_PAGES = "v115@9gBtEeilwwBtDeglRpxwR4Ceg0RpwwR4Dei0JeAglv?hAAgl"

RIGHT = "XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____"
OWN = "[clears]\nnone = [0, 1, 2, 3, 4]\n"

ASKED: list[tuple[str, Parameters, int]] = [
    ("impossible", {"queues": [MEMBER]}, 1),
    ("impossible", {"queues": ["TIOLJSZTIOL"]}, 0),
    ("impossible", {"queues": ["IOTSZIOSZT"], "hold": "I"}, 1),
    ("impossible", {"queues": ["TIO", "IIIIIIIIIII"]}, 1),
    ("impossible", {"queues": [f"TIOLJSZTIOL\n{MEMBER}"]}, 0),
    ("impossible", {"list": True, "limit": 20}, 0),
    ("impossible", {"list": True}, 0),
    ("queues", {"length": 3, "list": True}, 0),
    ("queues", {"length": 4, "list": True, "limit": 20}, 0),
    ("sequences", {"patterns": "*p4{S<Z}"}, 0),
    ("sequences", {"patterns": "*p2,[SZ]", "hold": "backward", "where": "T=2", "list": True, "limit": 20}, 0),
    ("sequences", {"patterns": "TIOLJ", "hold": "forward", "holds": 1, "list": True}, 0),
    ("solutions", {"height": 2, "count": True}, 0),
    ("solutions", {"height": 2}, 0),
    ("solutions", {"height": 2, "random": 3}, 0),
    ("table", {"height": 2, "drop": "hard", "impossible": True}, 0),
    ("chance", {"queue": "[T]IS", "see": 3, "bag": "ZO", "field": LATE, "hold": "T"}, 0),
    ("chance", {"queue": "TISZ", "field": LATE, "no_hold": True, "drop": "harddrop", "kicks": "none"}, 0),
    ("loop", {"clears": 2, "see": 1, "bag": "IOLJ", "hold": "O", "kicks": "none"}, 0),
    ("loop", {"clears": 1, "height": 4, "hold": "O", "bag": "IOSZ"}, 0),
    ("loop", {"see": 2, "no_bags": True, "no_hold": True, "drop": "hard"}, 0),
    ("cover", {"solutions": [f"{NARROW}#1:3 {OTHER}"], "patterns": "*p7"}, 0),
    ("cover", {"file": f"{NARROW}#1:3\n{OTHER} *p7", "patterns": "*p7"}, 0),
    ("percent", {"file": f"{WIDER} I,*p4\n{WIDER}\n", "patterns": "*p4", "at_least": 0.4, "by_chance": True}, 0),
    ("path", {"file": f"{WIDER} I,*p4\n", "patterns": "*p4", "minimal": True}, 0),
    ("percent", {"file": f"{TWO_PAGES}\n{WIDER}", "patterns": "I,*p4", "page": "all"}, 0),
    ("percent", {"file": TWO_PAGES, "patterns": "I,*p4", "page": 2}, 0),
    ("path", {"file": TWO_PAGES, "patterns": "I,*p4", "page": "all"}, 0),
    ("cover", {"solutions": [NARROW, OTHER], "patterns": "*p7", "hold": "avoid"}, 0),
    ("spin", {"field": "X__XX_X___/X___XXXXXX/XX_XXXXXXX", "patterns": "[TIO]!", "top": 2}, 0),
    ("spin", {"field": "XXX_______", "patterns": "T"}, 0),
    ("path", {"field": WIDER, "patterns": "I,*p4", "mode": "tsm", "minimal": True}, 0),
    ("path", {"field": WIDER, "patterns": "I,*p4", "mode": "tsd"}, 0),
    ("cover", {"solutions": [NARROW], "patterns": "*p7", "mode": "b2b", "mirror": "yes", "max_soft": 2}, 0),
    ("fumen", {"operation": "join", "fumens": [NARROW, OTHER]}, 0),
    ("fumen", {"operation": "filter", "fumens": [NARROW], "piece": "T"}, 1),
    ("fumen", {"operation": "glue", "fumens": [COLOURED], "kicks": "srs-plus", "drop": "soft"}, 0),
    ("setup", {"field": "*.________/***_______", "patterns": "*p3", "pieces": "0-2", "clears": "0"}, 0),
    ("setup", {"field": SLOT, "fill": "I", "margin": "O", "patterns": "[^T]!", "combination": "yes", "limit": 3}, 0),
    ("setup", {"field": SLOT, "fill": "I", "margin": "O", "patterns": "[^T]!", "operate": "T-2(2,2)"}, 0),
    ("setup", {"field": "XXXXXX*...", "patterns": "*p2", "then": "*p5", "then_height": 2}, 0),
    ("congruents", {"solution": NARROW, "patterns": "*p7", "hold": "avoid"}, 0),
    ("congruents", {"solution": "v115@RhzhFezhPeAgl", "limit": 2}, 0),
    ("score", {"queue": "LJOI", "field": RIGHT, "table": "jstris", "combo": 2}, 0),
    ("score", {"queue": "SZSZ", "field": RIGHT, "hold": "avoid", "kicks": "srs-plus", "drop": "hard"}, 1),
    ("score", {"queue": f"{NARROW} {OTHER}", "table": "points", "back_to_back": 1}, 0),
    ("score", {"field": RIGHT, "patterns": "[LJOI]!", "table": OWN}, 0),
    ("ren", {"queue": "IILJ", "field": RIGHT, "limit": 3, "no_hold": True}, 0),
    ("ren", {"queue": "[O]T", "limit": 0, "drop": "hard"}, 1),
]

REFUSED: list[tuple[str, Parameters]] = [
    ("impossible", {}),
    ("impossible", {"queues": ["TIOQ"]}),
    ("impossible", {"queues": ["TIO"], "list": True}),
    ("impossible", {"queues": ["TIO"], "hold": "avoid"}),
    ("queues", {"length": 11, "list": True}),
    ("sequences", {"patterns": "*p4{S<"}),
    ("sequences", {"patterns": "*p4", "hold": "forward", "length": 5}),
    ("solutions", {"height": 3}),
    ("solutions", {"height": 2, "random": 3, "count": True}),
    ("table", {"height": 3}),
    ("chance", {"field": LATE}),
    ("chance", {"queue": "TISZ", "field": LATE, "kicks": "none", "drop": "180"}),
    ("cover", {"patterns": "*p4"}),
    ("cover", {"solutions": [NARROW]}),
    ("percent", {"field": NARROW, "page": "all", "patterns": "*p4"}),
    ("percent", {"file": TWO_PAGES, "page": "each", "patterns": "*p4"}),
    ("percent", {"file": TWO_PAGES, "page": 0, "patterns": "*p4"}),
    ("path", {"field": WIDER, "patterns": "*p4", "at_least": 0.5}),
    ("fumen", {"operation": "filter", "fumens": [NARROW]}),
    ("fumen", {"operation": "mirror", "fumens": [NARROW], "comment": "T"}),
    ("fumen", {"operation": "glue", "fumens": [NARROW]}),
    ("fumen", {"operation": "mirror"}),
    ("setup", {"patterns": "*p4"}),
    ("setup", {"field": "****______", "patterns": "I", "pieces": "many"}),
    ("congruents", {"solution": "nothing"}),
    ("score", {}),
    ("score", {"queue": "LJOI", "patterns": "*p4"}),
    ("score", {"queue": NARROW, "field": RIGHT}),
    ("score", {"queue": "LJOI", "field": RIGHT, "hold": "T"}),
    ("score", {"queue": "LJOI", "field": RIGHT, "table": "[clears]\n"}),
    ("score", {"patterns": "*,*,*,*,*,*,*,*,*,*"}),
    ("ren", {"field": RIGHT}),
    ("ren", {"queue": "TIQ"}),
]


@pytest.mark.parametrize(("verb", "parameters", "code"), ASKED)
def test_every_door_gives_the_same_answer(
    studio: TestClient, tmp_path: Path, verb: str, parameters: Parameters, code: int
) -> None:
    found, reply = at_an_endpoint(studio, "clear", verb, parameters)
    assert found == code
    shell_code, printed = at_the_shell("clear", verb, reply["parameters"], tmp_path)
    assert (shell_code, masked(printed)) == (code, masked(reply))


@pytest.mark.parametrize(("verb", "parameters"), REFUSED)
def test_every_door_refuses_the_same(studio: TestClient, tmp_path: Path, verb: str, parameters: Parameters) -> None:
    assert at_an_endpoint(studio, "clear", verb, parameters) == (2, {})
    assert at_the_shell("clear", verb, parameters, tmp_path) == (2, {})


def test_the_studio_names_its_own_parameters(studio: TestClient) -> None:
    asked = [
        ("clear/impossible", {}, "or 'file' or 'list'"),
        ("clear/percent", {"file": "\n".join([WIDER] * 201), "patterns": "*p4"}, "more fields than the limit of 200"),
        ("shapez/op", {"machine": "cut", "codes": ["CuCu----"], "colour": "r"}, "'colour' does not apply to cut"),
    ]
    for place, parameters, words in asked:
        assert words in studio.post(f"/api/{place}?wait=60", json=parameters).json()["error"]
