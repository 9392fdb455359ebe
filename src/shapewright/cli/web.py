"""The studio: a page on this machine for every family."""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from threading import Thread
from typing import Any

import click

from shapewright.cli.command import option_of
from shapewright.cli.output import print_text
from shapewright.errors import ProblemError
from shapewright.questions.fields import Whole
from shapewright.web.loopback import is_loopback
from shapewright.web.settings import Settings, read_name, read_token


@click.command()
@option_of(Whole("port", "Port of the studio; 0 takes any free port.", metavar="PORT", maximum=65535, default=8765))
@click.option(
    "--host",
    metavar="HOST",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on (127.0.0.1: this machine only).",
)
@option_of(Whole("workers", "Number of long questions answered at the same time.", metavar="N", minimum=1, maximum=64))
@option_of(
    Whole(
        "memory", "Memory that one question may use, in megabytes.", metavar="MB", minimum=256, maximum=1 << 20,
        usual="2048",
    )
)  # fmt: skip
@click.option(
    "--token",
    metavar="TEXT",
    envvar="SHAPEWRIGHT_TOKEN",
    show_envvar=True,
    help="Token in the address of the studio; random by default.",
)
@click.option(
    "--no-token", is_flag=True, help="Ask for no token, so that every user of this computer can use the studio."
)
@click.option(
    "--allow-host",
    metavar="NAME",
    multiple=True,
    help="Also answer requests for this host name, such as that of a proxy; repeatable.",
)
@click.option("--open", "opens", is_flag=True, help="Also open the studio in your browser.")
@click.option("-q", "--quiet", is_flag=True, help="Print the address and nothing else.")
def web(
    port: int,
    host: str,
    workers: int | None,
    memory: int | None,
    allow_host: tuple[str, ...],
    opens: bool,
    quiet: bool,
    **access: Any,
) -> None:
    """Start the studio, a page for every family, and print its address; Ctrl-C ends it.

    It listens on this machine only, and asks for the token in the address that it prints, so that other users of
    this machine cannot use it. On a computer that you share, set a token of your own by the environment variable:
    others can see the options of a command.
    """
    from shapewright.web.server import serve  # loads the web framework, which the help does without

    settings = Settings.of_machine(host, port)
    if workers is not None:
        settings = replace(settings, workers=workers)
    if memory is not None:
        settings = replace(settings, memory=memory << 20)
    names = tuple(map(read_name, allow_host))
    settings = replace(settings, names=names, token=_token(**access, is_open=not is_loopback(host) or bool(names)))
    if not is_loopback(host):
        click.echo(
            f"warning: anyone on the network who has the address with its token can use the studio at {host} and its "
            "processors, and the connection is not encrypted",
            err=True,
        )

    def told(addresses: list[str]) -> None:
        for address in addresses:
            print_text(address)
        if opens:  # in a thread, since a browser in the terminal ends the call only when it is left
            Thread(target=_open, args=(addresses[0],), daemon=True).start()
        if not quiet and sys.stderr.isatty():
            if len(addresses) > 1:
                click.echo("the second address is for other devices", err=True)
            click.echo("the studio is open; Ctrl-C closes it", err=True)

    serve(settings, told)


def _open(address: str) -> None:
    import webbrowser  # few ask for it

    if not webbrowser.open(address):
        click.echo("no browser was found; open the address in one", err=True)


def _token(*, token: str | None, no_token: bool, is_open: bool) -> str:
    """The token that requests need; empty if they need none."""
    source = click.get_current_context().get_parameter_source("token")
    if no_token and source is click.core.ParameterSource.COMMANDLINE:
        raise ProblemError("--token and --no-token cannot be combined; give one of them")
    if no_token and is_open:
        raise ProblemError("--no-token cannot be combined with --host or --allow-host; leave it out")
    if no_token:
        return ""
    if token is None:
        return secrets.token_urlsafe(24)
    return read_token(token, "--token")
