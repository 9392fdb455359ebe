"""Who may ask, and what a browser may do with what it gets."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from shapewright.web.app import application
from shapewright.web.settings import Settings

QUESTION = {"codes": ["CuCuCuCu"]}
PATH = "/api/shapez/show"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "10.0.0.1", "[::2]", "", "localhost:x", "a:b:c"],
)
def test_another_host_is_refused(studio, host) -> None:
    for reply in (studio.get("/", headers={"Host": host}), studio.post(PATH, json=QUESTION, headers={"Host": host})):
        assert reply.status_code == 421
        assert "not the address of the studio" in reply.json()["error"]


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "localhost:1", "[::1]:8765", "127.9.9.9"])
def test_every_name_of_this_machine_is_taken(studio, host) -> None:
    assert studio.get("/", headers={"Host": host}).status_code == 200


def test_addresses_are_taken_where_the_studio_listens_to_the_network() -> None:
    with TestClient(application(Settings(host="0.0.0.0", workers=1, quick_workers=1)), base_url="http://x") as client:
        assert client.get("/", headers={"Host": "192.168.1.5:8765"}).status_code == 200
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_cannot_ask(studio, headers) -> None:
    reply = studio.post(PATH, json=QUESTION, headers=headers)
    assert reply.status_code == 403
    assert "another site" in reply.json()["error"]
    assert studio.delete("/api/runs/x", headers=headers).status_code == 403


def test_our_own_pages_can_ask(studio) -> None:
    headers = {"Origin": "http://127.0.0.1:8765", "Sec-Fetch-Site": "same-origin"}
    assert studio.post(PATH, json=QUESTION, headers=headers).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_a_question(studio, kind) -> None:
    reply = studio.post(PATH, content=b"{}", headers={"Content-Type": kind})
    assert reply.status_code == 415


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "TRACE", "NONSENSE"])
def test_other_methods_are_refused(studio, method) -> None:
    assert studio.request(method, PATH).status_code == 405


def test_a_large_body_is_refused_whether_it_says_its_length_or_not(small) -> None:
    reply = small.post(PATH, json={"codes": ["C" * 9000]})
    assert reply.status_code == 413
    assert "4000 bytes" in reply.json()["error"]

    def chunks():
        for _ in range(9):
            yield b" " * 1000

    reply = small.post(PATH, content=chunks(), headers={"Content-Type": "application/json"})
    assert reply.status_code == 413
    assert (
        small.post(PATH, content=b"", headers={"Content-Type": "application/json", "Content-Length": "x"}).status_code
        == 400
    )


def test_what_is_sent_can_do_nothing_elsewhere(studio) -> None:
    for path in ("/", "/tiling", "/api", "/api/openapi.json", "/nowhere", "/api/runs/none"):
        headers = studio.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers


def test_pages_need_nothing_that_the_policy_forbids(studio) -> None:
    for path in ("/", "/tiling", "/shapez", "/api"):
        page = studio.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"\s(style|on\w+)=", page)
        assert not re.search(r"(src|href)=\"(https?:)?//", page)


def test_static_files_are_kept_by_their_hash(studio) -> None:
    page = studio.get("/tiling").text
    names = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert len(names) >= 4
    for name in names:
        reply = studio.get(name)
        assert reply.status_code == 200
        assert "immutable" in reply.headers["cache-control"]
    old = re.sub(r"/static/[^/]+/", "/static/0000/", names.pop())
    assert studio.get(old).headers["cache-control"] == "no-cache"
    assert studio.get("/").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "name",
    [
        "..%2f..%2fapp.py",
        "%2e%2e",
        "style.css%00",
        "..\\app.py",
        "",
        "stage",
        "stage/",
        "stage/%2e%2e/style.css",
        "stage%2f..%2f..%2fapp.py",
        "%2fetc%2fpasswd",
    ],
)
def test_nothing_but_static_files_is_served(studio, name) -> None:
    assert studio.get(f"/static/0/{name}").status_code in (404, 405)


def test_a_fault_of_ours_is_one_sentence(studio, monkeypatch) -> None:
    from shapewright.web import pages

    monkeypatch.setattr(pages, "address", lambda name: 1 / 0)
    pages.environment.cache_clear()
    try:
        reply = studio.get("/")
    finally:
        pages.environment.cache_clear()
    assert reply.status_code == 500
    assert "Traceback" not in reply.text
    assert "ZeroDivisionError" not in reply.text
