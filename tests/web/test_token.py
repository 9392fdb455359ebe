"""Nobody gets in without the token, and it stays out of addresses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from shapewright.cli import main
from shapewright.errors import NotationError
from shapewright.web.app import application
from shapewright.web.server import addresses
from shapewright.web.settings import Settings, read_name, read_token

TOKEN = "correct-horse.battery_staple~1"
COOKIE = "shapewright-token-8765"
QUESTION = {"board": "2x1", "pieces": "I2"}
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def locked() -> Iterator[TestClient]:
    settings = Settings(workers=1, quick_workers=1, token=TOKEN, names=("hub.example", "hub.example:8443"))
    made = application(settings)
    with TestClient(made, base_url="http://127.0.0.1:8765", follow_redirects=False) as client:
        yield client


@pytest.fixture
def outside(locked) -> TestClient:
    """The same studio, asked by somebody who has no cookie yet."""
    locked.cookies.clear()
    return locked


@pytest.mark.parametrize(
    "path", ["/", "/tiling", "/runs", "/runs.json", "/api/openapi.json", "/api/runs/x", "/runs/x/view", "/nowhere"]
)
def test_nothing_is_to_be_had_without_it(outside, path) -> None:
    reply = outside.get(path)
    assert reply.status_code == 401
    assert reply.headers["www-authenticate"].startswith("Bearer")
    assert "open the address that it printed" in reply.json()["error"]
    page = outside.get(path, headers=HTML)
    assert page.status_code == 401
    assert "needs its token" in page.text
    assert TOKEN not in page.text + reply.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_questions_and_cancelling_need_it_too(outside) -> None:
    assert outside.post("/api/tiling/solve", json=QUESTION).status_code == 401
    assert outside.post(f"/api/tiling/solve?token={TOKEN}", json=QUESTION).status_code == 401
    assert outside.delete("/api/runs/x").status_code == 401
    # Who comes from elsewhere is told so first.
    assert outside.delete("/api/runs/x", headers={"Origin": "https://evil.example"}).status_code == 403
    assert outside.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_static_files_are_for_everybody(outside) -> None:
    assert outside.get("/static/0/style.css").status_code == 200


def test_the_first_page_moves_it_into_a_cookie(outside) -> None:
    reply = outside.get(f"/tiling?a=b&token={TOKEN}", headers=HTML)
    assert (reply.status_code, reply.headers["location"]) == (303, "/tiling?a=b")
    kept = reply.headers["set-cookie"].lower()
    assert kept.startswith(f"{COOKIE}=")
    assert "httponly" in kept
    assert "samesite=strict" in kept
    assert "path=/" in kept
    assert outside.get("/tiling").status_code == 200
    assert outside.post("/api/tiling/solve", json=QUESTION).status_code == 200
    # A link with an old token, or the word that a page adds, leads to the same address without them.
    assert outside.get("/tiling?token=old&x=1").headers["location"] == "/tiling?x=1"
    assert outside.get("/tiling?entering=1").headers["location"] == "/tiling"


@pytest.mark.parametrize("header", [f"Bearer {TOKEN}", f"bearer  {TOKEN}", f"token {TOKEN}", f"Token {TOKEN} "])
def test_programs_send_it_in_a_header(outside, header) -> None:
    reply = outside.post("/api/tiling/solve", json=QUESTION, headers={"Authorization": header})
    assert reply.status_code == 200
    assert "set-cookie" not in reply.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": TOKEN},
        {"Authorization": "Bearer"},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": f"Bearer {TOKEN[:-1]}"},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": "Bearer \xe4\xf6\xfc"},
        {"Cookie": f"{COOKIE}={TOKEN.upper()}"},
        {"Cookie": f"shapewright-token-1={TOKEN}"},
        {"Cookie": f"{COOKIE}="},
        {"X-Token": TOKEN},
    ],
)
def test_nothing_else_will_do(outside, headers) -> None:
    encoded = {name: value.encode("latin-1") for name, value in headers.items()}
    assert outside.get("/tiling", headers=encoded).status_code == 401
    assert outside.get("/tiling?token=").status_code == 401
    assert outside.get("/tiling?token=%00%FF").status_code == 401


@pytest.mark.parametrize("path", ["//evil.example/x", "/%5Cevil.example", "///evil.example", "/%2F/evil.example"])
def test_nobody_is_led_elsewhere(outside, path) -> None:
    reply = outside.get(f"http://127.0.0.1:8765{path}?token={TOKEN}")
    place = reply.headers["location"]
    assert place.startswith("/")
    assert not place.startswith(("//", "/\\"))


def test_only_a_link_of_another_site_is_followed_once_more(outside) -> None:
    elsewhere = outside.get("/tiling", headers={**HTML, "Sec-Fetch-Site": "cross-site"}).text
    assert "enter.js" in elsewhere
    for site in ("same-origin", "same-site", "none"):
        assert "enter.js" not in outside.get("/tiling", headers={**HTML, "Sec-Fetch-Site": site}).text


def test_a_proxy_has_a_name_of_its_own(outside) -> None:
    key = {"Authorization": f"Bearer {TOKEN}"}
    assert outside.get("/tiling", headers={**key, "Host": "hub.example"}).status_code == 200
    assert outside.get("/tiling", headers={**key, "Host": "HUB.example:8443"}).status_code == 200
    for host in ("evil.hub.example", "hub.example.evil", "example", "xhub.example"):
        assert outside.get("/tiling", headers={**key, "Host": host}).status_code == 421

    def asked(origin: str, host: str = "127.0.0.1:8765") -> int:
        headers = {**key, "Origin": origin, "Host": host}
        return outside.post("/api/tiling/solve", json=QUESTION, headers=headers).status_code

    # The proxy may pass its own name on, or ours.
    assert asked("https://hub.example") == asked("https://hub.example", "hub.example") == 200
    assert asked("https://hub.example:8443") == 200
    for origin in (
        "https://hub.example:1",
        "https://evil.example",
        "https://hub.example.evil",
        "ftp://hub.example",
        "null",
    ):
        assert asked(origin) == asked(origin, "hub.example") == 403


def test_what_is_a_name_and_a_token() -> None:
    assert read_name("Name-8765.app.github.dev") == "name-8765.app.github.dev"
    for name in (
        "",
        "*",
        "*.example",
        "http://hub.example",
        "a b",
        "hub.example/x",
        "hub.example:",
        "-a",
        "a..b",
        "[::1]",
    ):
        with pytest.raises(NotationError, match="--allow-host takes the host name"):
            read_name(name)
    assert read_token(TOKEN, "--token") == TOKEN
    for token in ("", "short", "with blank 1", "a" * 201, "käse-käse", "tokens\n\n\n\n"):
        with pytest.raises(NotationError, match="--token takes 8 to 200"):
            read_token(token, "--token")


def test_addresses_have_the_token_and_reach_other_devices() -> None:
    assert addresses(Settings(port=80)) == ["http://127.0.0.1:80/"]
    assert addresses(Settings(port=80, token=TOKEN)) == [f"http://127.0.0.1:80/?token={TOKEN}"]
    assert addresses(Settings(host="10.1.2.3", port=80)) == ["http://10.1.2.3:80/"]
    first, *others = addresses(Settings(host="0.0.0.0", port=80, token=TOKEN))
    assert first == f"http://127.0.0.1:80/?token={TOKEN}"
    for other in others:  # none where there is no network
        assert not other.startswith("http://127.")
        assert other.endswith(f":80/?token={TOKEN}")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--no-token", "--host", "0.0.0.0"], "--no-token cannot be combined with --host or --allow-host"),
        (["--no-token", "--allow-host", "hub.example"], "--no-token cannot be combined with --host or --allow-host"),
        (["--no-token", "--token", TOKEN], "cannot be combined"),
        (["--token", "short"], "--token takes 8 to 200 letters"),
        (["--allow-host", "https://hub.example"], "--allow-host takes the host name of a proxy"),
    ],
)
def test_what_makes_no_sense(capsys, arguments, words) -> None:
    assert main(["web", "--port", "0", *arguments]) == 2
    assert words in capsys.readouterr().err
