"""The studio: a page on this machine for every family."""

from __future__ import annotations

import sys

import click

from shapewright.cli import options
from shapewright.cli.output import print_text


@click.command()
@click.option(
    "--port",
    metavar="PORT",
    default="8765",
    callback=options.whole_number(0, 65535),
    help="The port (8765 unless given; 0: any that is free).",
)
@click.option(
    "--host", metavar="HOST", default="127.0.0.1", help="The address to listen at, by default this machine alone."
)
@click.option(
    "--workers",
    metavar="N",
    callback=options.whole_number(1, 64),
    help="How many long questions are answered at a time.",
)
@click.option(
    "--memory",
    metavar="MB",
    callback=options.whole_number(256, 1 << 20),
    help="What one question may use, in megabytes (2048 unless given).",
)
@options.quiet
def web(port: int, host: str, workers: int | None, memory: int | None, quiet: bool) -> None:
    """Start the studio, a page for every family, and print its address; Ctrl-C ends it.

    It listens on this machine only. Whoever reaches it can have puzzles solved: give --host only in a network of
    people you trust.
    """
    from dataclasses import replace

    from shapewright.web.server import serve
    from shapewright.web.settings import Settings

    settings = Settings.of_machine(host, port)
    if workers is not None:
        settings = replace(settings, workers=workers)
    if memory is not None:
        settings = replace(settings, memory=memory << 20)
    from shapewright.web.loopback import is_loopback

    if not is_loopback(host):
        click.echo(
            f"warning: at {host} everybody who reaches this machine can use the studio and its processors; "
            "there is no password",
            err=True,
        )

    def told(address: str) -> None:
        print_text(address)
        if not quiet and sys.stderr.isatty():
            click.echo("the studio is open; Ctrl-C closes it", err=True)

    serve(settings, told)
