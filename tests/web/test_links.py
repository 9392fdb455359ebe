"""A link of the documentation, followed: the page asks what the command above the link asks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from docs.execution import FOLDER, Command, steps
from docs.links import LEFT_OPEN, files_of, links, question_in, stated
from tests.web.table.tables import seen, settled

from shapewright.clear.graph.setup import DEFAULT_HEIGHT
from shapewright.questions import FAMILIES
from shapewright.questions.asked import check_parameters

from .conftest import needs_a_browser

pytestmark = needs_a_browser

# Questions of each tutorial that are followed, the first ones of different verbs.
FOLLOWED = 2


def asking(family: str) -> list[str]:
    """Addresses of the family's tutorial, each with another verb."""
    page = FOLDER / family / "tutorial.md"
    with files_of(page):
        found = links(step.words for step in steps(page) if isinstance(step, Command))
    verbs = {question_in(link.address)[0].name: link.address for link in reversed(found) if "&ask=" in link.address}
    return list(verbs.values())[-FOLLOWED:]


@pytest.mark.always(first=1)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_page_asks_what_its_link_says(page: Any, family: str) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    page.on(
        "request",
        lambda request: sent.append((request.url, json.loads(request.post_data))) if "/look/" in request.url else None,
    )
    for address in asking(family):
        sent.clear()
        question, parameters = question_in(address)
        page.goto(f"/{address}")
        settled(page)
        asked = [
            stated(question, check_parameters(question.at("studio"), body))
            for url, body in sent
            if re.search(rf"/look/{family}/{question.name}(\?|$)", url)
        ]
        wanted = stated(question, parameters)
        left = {name for name in LEFT_OPEN if name not in wanted}  # the page says these in any case
        # It says the lines of its bar, too: where the command leaves them open, they must be the usual ones.
        usual = {"height": DEFAULT_HEIGHT} if family == "clear" and "height" not in wanted else {}
        said = [{**usual, **{name: value for name, value in each.items() if name not in left}} for each in asked]
        assert {**usual, **wanted} in said


@pytest.mark.parametrize(
    "place",
    [
        "stacking#width=4&survive.sequence=SZ&survive.height_limit=6&ask=survive",
        "packing#bag=O5&bins.boards=4x4+cost+5,+2*2x4+cost+2&ask=bins",
        "shapez#configuration=quad4&limit=2&seed=1&ask=random",
        "clear#queues=[I]IOTSZIOSZT&ask=impossible",
    ],
)
def test_the_bar_is_about_what_the_address_asks(page: Any, place: str) -> None:
    """These questions are about something else than what lies on the stage."""
    page.goto(f"/{place}")
    found = seen(page)
    assert found["words"] == found["answer"] != ""
