"""The command ``shapewright``: its families and other commands, each loaded only when it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from shapewright import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping


class Lazy(NamedTuple):
    """A command that is not loaded yet: where it is, and what ``--help`` says of it without loading it."""

    module: str
    attribute: str
    help: str


FAMILIES = {
    "tiling": Lazy(
        "shapewright.cli.tiling", "tiling", "Does this set of pieces cover this board exactly; how often; show me."
    ),
    "clear": Lazy("shapewright.cli.clear", "clear", "Clear a Tetris field perfectly with this queue; chances; tables."),
    "stacking": Lazy(
        "shapewright.cli.stacking",
        "stacking",
        "Drop this sequence of pieces so that the stack stays as low as can be.",
    ),
    "packing": Lazy("shapewright.cli.packing", "packing", "Pack this bag of pieces as tightly as possible."),
    "shapez": Lazy(
        "shapewright.cli.shapez", "shapez", "Can this Shapez 2 shape be built, with which machines; count and list all."
    ),
}
OTHERS = {
    "web": Lazy("shapewright.cli.web", "web", "Open the studio: a page on this machine for every family."),
    "tour": Lazy("shapewright.cli.tour", "tour", "Solve a puzzle of every family and show it; write tour.html."),
    "completion": Lazy("shapewright.cli.completion", "completion", "Print the completion script of a shell."),
}


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is called, not before."""

    def __init__(self, name: str, *, sections: Mapping[str, Mapping[str, Lazy]], help: str) -> None:
        settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
        super().__init__(name, help=help, context_settings=settings, no_args_is_help=True)
        self.sections = sections

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order in which ``--help`` shows them."""
        return [name for section in self.sections.values() for name in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the command, or return None if there is no such one."""
        for section in self.sections.values():
            if cmd_name in section:
                from importlib import import_module

                lazy = section[cmd_name]
                command = getattr(import_module(lazy.module), lazy.attribute)
                assert isinstance(command, click.Command)
                return command
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one table a section, without loading anything."""
        for title, section in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, lazy.help) for name, lazy in section.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[click.shell_completion.CompletionItem]:
        """Complete a command's name, again without loading anything."""
        from click.shell_completion import CompletionItem

        known = {name: lazy.help for section in self.sections.values() for name, lazy in section.items()}
        found = [CompletionItem(name, help=text) for name, text in known.items() if name.startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


root: click.Group = click.version_option(__version__, message="%(prog)s %(version)s", prog_name="shapewright")(
    LazyGroup(
        "shapewright",
        sections={"Families": FAMILIES, "Others": OTHERS},
        help="Shape puzzles: state one, get an answer that has been checked, and a picture of it.",
    )
)
