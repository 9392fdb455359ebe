"""What keeps the studio to who sits before it: its own name, its own pages, and answers that nothing can be hidden in.

A page from elsewhere may make a browser send requests here (cross-site requests), or give its own name our address (DNS
rebinding). So the ``Host`` must be an address or a name that is ours, what changes anything must come from our own
origin and as JSON, and what we send says that it is not to be framed, guessed at or run elsewhere.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

from shapewright.web.loopback import is_loopback
from shapewright.web.replies import refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = ("GET", "HEAD")


def host_of(header: str) -> str:
    """The host in a ``Host`` header, without its port; empty if it is none.

    >>> [host_of(header) for header in ("localhost:8765", "[::1]:80", "127.0.0.1", "a:b")]
    ['localhost', '::1', '127.0.0.1', '']
    """
    host, colon, port = header.rpartition(":") if not header.endswith("]") else (header, "", "")
    if not colon:
        host = header
    elif not (port.isascii() and port.isdigit()):
        return ""
    if host.startswith("[") and host.endswith("]"):
        return host[1:-1].lower()
    return "" if ":" in host else host.lower()


class Guard:
    """Lets requests through that come from our own pages, or from no page.

    ``host`` is where the studio listens, ``names`` are those under which a proxy reaches it.
    """

    def __init__(self, app: ASGIApp, *, host: str, body: int, names: Sequence[str] = ()) -> None:
        self.app = app
        self.body = body
        # A proxy may pass its own name on or ours; what a page says it comes from is the proxy's name.
        self._proxies = {host_of(name) for name in names}
        self._origins = {f"{scheme}://{name}" for name in names for scheme in ("http", "https")}
        self._loopback = is_loopback(host)
        self._names = {"localhost"} if self._loopback else {"localhost", host.lower(), socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        fault = self._fault(scope["method"], Headers(scope=scope))

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if "Cache-Control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        if fault is not None:
            await refusal(*fault)(scope, receive, send_guarded)
            return
        await self.app(scope, receive, send_guarded)

    def _fault(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """The status and the sentence with which a request is refused."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(host_of(hosts[0])):
            return 421, "this is not the address of the studio; use the one that it printed when it started"
        if method in SAFE:
            return None
        if method not in ("POST", "DELETE"):
            return 405, "the studio answers GET, POST and DELETE"
        origin = headers.get("origin")
        if origin is not None and origin not in {f"http://{hosts[0]}", f"https://{hosts[0]}", *self._origins}:
            return 403, "only the studio's own pages may ask questions, and this request comes from another site"
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "only the studio's own pages may ask questions, and this request comes from another site"
        if method == "POST" and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "a question must be sent as application/json"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or len(length) > 15:
            return 400, "the length of the question is not a number"
        if int(length) > self.body:
            return 413, f"a question may have at most {self.body} bytes, not {length}"
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return host in self._names or host in self._proxies
        # A name can be made to lead here, an address cannot.
        return address.is_loopback or not self._loopback
