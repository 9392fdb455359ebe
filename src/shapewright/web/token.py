"""Who may use the studio: anyone who has its token, which is in the address that it prints when it starts.

Every user of a computer can reach its loopback address, so that address alone does not keep others out. The first page
that is opened with the token moves it into a cookie and continues at the same address without it: copied links and the
logs of a proxy do not contain it. Programs send it in a header.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response

from shapewright.web.replies import refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

# The parameter that a page adds to come here once more, from a page of ours (see ``_page``).
ONCE_MORE = "entering"
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="shapewright"'}
_WORDS = (
    "the studio needs its token: open the address that it printed when it started, which ends with ?token=..., "
    "or send the header  Authorization: Bearer TOKEN"
)


def cookie_name(port: int) -> str:
    """The cookie of the studio at this port: browsers keep cookies by host alone."""
    return f"shapewright-token-{port}"


class Gate:
    """Lets requests through that have the token; all of them if it is empty."""

    def __init__(self, app: ASGIApp, *, token: str, port: int) -> None:
        self.app = app
        self._token = token
        self._cookie = cookie_name(port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, lead it to where it goes on, or refuse it."""
        reply = self._reply(scope) if scope["type"] == "http" and self._token else None
        await (reply or self.app)(scope, receive, send)

    def _reply(self, scope: Scope) -> Response | None:
        """What is replied instead of the answer; None if the request may pass."""
        headers = Headers(scope=scope)
        if scope["path"].startswith("/static/"):  # the same for everybody, and what the page of refusals needs
            return None
        is_page = scope["method"] in ("GET", "HEAD")
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True) if is_page else []
        given = [value for name, value in query if name == "token"]
        if given and self._is_right(given[-1]):
            reply = _without(scope["path"], query, "token")
            reply.set_cookie(self._cookie, self._token, path="/", httponly=True, samesite="strict")
            return reply
        if self._knows(headers):
            if given or any(name == ONCE_MORE for name, _ in query):
                return _without(scope["path"], query, "token", ONCE_MORE)
            return None
        if is_page and "text/html" in headers.get("accept", ""):
            # A page that says how to get in. Who followed a link of another site comes without a cookie, since this one
            # goes with requests of our own pages only. So the page asks once more for the same address, as a page of
            # ours, and then the cookie comes, if there is one.
            path = scope["path"]
            from shapewright.web.pages import environment  # pages ask for tokens

            is_from_elsewhere = headers.get("sec-fetch-site", "") == "cross-site"
            template = environment().get_template("enter.html")
            where = quote("/" + path.lstrip("/"), safe="/")
            return HTMLResponse(template.render(again=is_from_elsewhere, where=where), 401, _CHALLENGE)
        return refusal(401, _WORDS, headers=_CHALLENGE)

    def _knows(self, headers: Headers) -> bool:
        """Whether the request has the token, in a cookie or in its header."""
        scheme, _, text = headers.get("authorization", "").strip().partition(" ")
        if scheme.lower() in ("bearer", "token") and self._is_right(text.strip()):
            return True
        return any(self._is_right(cookie_parser(line).get(self._cookie, "")) for line in headers.getlist("cookie"))

    def _is_right(self, text: str) -> bool:
        # In the same time wherever the first difference is.
        return hmac.compare_digest(text.encode("utf-8", "surrogatepass"), self._token.encode())


def _without(path: str, query: list[tuple[str, str]], *names: str) -> Response:
    """Leads to the same address without these parameters; what stands after # the browser keeps."""
    rest = urlencode([(name, value) for name, value in query if name not in names])
    # One slash: an address that begins with two is that of another host.
    place = quote("/" + path.lstrip("/"), safe="/")
    return RedirectResponse(f"{place}?{rest}" if rest else place, 303)
