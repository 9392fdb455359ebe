"""Every state of a page is in its address: it is found again by a reload, by Back and Forward, and by a shared link."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import needs_a_browser
from tests.web.table.tables import STATES, seen, visit, watched

pytestmark = needs_a_browser


# What a busy machine has no time for at a glance, a later look at the same may have.
_OPEN = re.compile("best known|not known|so far|or more|in a moment|at most|at least")


def same(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Both pages show the same, as far as both had time to find it out."""
    was_short = any(_OPEN.search(" ".join([found["words"], *found["chips"]])) for found in (one, other))
    for name in one if not was_short else ("answer", "old", "said"):
        assert one[name] == other[name], name


@pytest.mark.always(first=1)
@pytest.mark.parametrize("link", [f"/{family}{state}" for family, states in STATES.items() for state in states[-2:]])
def test_a_state_is_there_again_after_a_reload(page: Any, link: str) -> None:
    visit(page, link)
    first, address = seen(page), page.url
    assert not first["old"]
    page.reload()
    same(seen(page), first)
    assert page.url == address


@pytest.mark.always(first=1)
@pytest.mark.parametrize("family", STATES)
def test_a_shared_link_shows_the_same(page: Any, browser: Any, address: str, family: str) -> None:
    visit(page, f"/{family}{STATES[family][0]}")
    context = watched(browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}))
    elsewhere = context.new_page()
    elsewhere.goto(page.url)
    same(seen(elsewhere), seen(page))
    context.close()


@pytest.mark.always(first=1)
@pytest.mark.parametrize("family", STATES)
def test_back_and_forward_go_through_all_states(page: Any, family: str) -> None:
    visit(page, f"/{family}{STATES[family][0]}")
    before = [seen(page)]
    for state in STATES[family][1:]:
        page.goto(f"/{family}{state}")
        before.append(seen(page))
    for earlier in before[-2::-1]:
        page.go_back()
        same(seen(page), earlier)
    for later in before[1:]:
        page.go_forward()
        same(seen(page), later)
