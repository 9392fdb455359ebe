"""The command ``shapewright``: its families and other commands, each loaded only when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

import click

from shapewright import __version__
from shapewright.errors import NotationError
from shapewright.questions import FAMILIES, Family

COMPLETION_VARIABLE = "_SHAPEWRIGHT_COMPLETE"

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Lazy(NamedTuple):
    """A command that is not loaded yet: where it is, and what ``--help`` says of it without loading it."""

    module: str
    attribute: str
    help: str


OTHERS = {
    "verify": Lazy("shapewright.cli.verify", "verify", "Check every claim of answers of any family."),
    "schema": Lazy("shapewright.cli.schema", "schema", "Print the JSON Schema of answers."),
    "web": Lazy("shapewright.cli.web", "web", "Open the studio, web pages for every family on this machine."),
    "tour": Lazy("shapewright.cli.tour", "tour", "Solve puzzles of every family and show them; write tour.html."),
    "completion": Lazy("shapewright.cli.root", "completion", "Print a completion script for your shell."),
}


class _Group(click.Group):
    """A group whose help is a table for each of its sections."""

    def sections(self) -> Mapping[str, Mapping[str, str]]:
        """The help of each command by its name, by the title of its section."""
        raise NotImplementedError

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order in which ``--help`` shows them."""
        return [name for section in self.sections().values() for name in section]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, section in self.sections().items():
            with formatter.section(title):
                formatter.write_dl(list(section.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; name the one that was probably meant."""
        command = self.get_command(ctx, args[0])
        if command is not None:
            return args[0], command, args[1:]
        if not ctx.resilient_parsing and not args[0].startswith("-"):
            from difflib import get_close_matches  # only a mistake needs it, and what else there is

            known = self.list_commands(ctx)
            near = get_close_matches(args[0], known, n=1) or [name for name in known if name.startswith(args[0])][:1]
            if near:
                ctx.fail(f"no such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[click.shell_completion.CompletionItem]:
        """Complete the name of a command."""
        from click.shell_completion import CompletionItem  # only the completion of a shell needs it

        known = {name: help for section in self.sections().values() for name, help in section.items()}
        found = [CompletionItem(name, help=text) for name, text in known.items() if name.startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


class FamilyGroup(_Group):
    """The questions of a family as commands, each loaded when it is called."""

    def __init__(self, family: Family) -> None:
        super().__init__(family.name, help=family.about, context_settings=_SETTINGS, no_args_is_help=True)
        self.family = family

    def sections(self) -> Mapping[str, Mapping[str, str]]:
        """The verbs, and those about files."""
        found: dict[str, dict[str, str]] = {"Questions": {}, "Files": {}}
        for verb in self.family.verbs:
            question = self.family.question(verb)
            if "shell" in question.doors:
                found["Files" if verb in self.family.files else "Questions"][verb] = question.help
        for alias, verb in self.family.aliases.items():
            found["Questions"][alias] = f"The same as '{verb}'."
        return found

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make the command out of its question, or return None if there is none."""
        verb = self.family.aliases.get(cmd_name, cmd_name)
        question = self.family.known(verb)
        if question is None or "shell" not in question.doors:
            return None
        from shapewright.cli.command import command_of  # what reads and writes answers; '--help' needs none of it

        return command_of(question)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; to a command of another program, say what there is instead."""
        said = self.family.foreign.get(args[0])
        if said is not None and not ctx.resilient_parsing:
            ctx.fail(said.format(args[0]))
        if not ctx.resilient_parsing and (len(args) > 2 or self.get_command(ctx, args[0]) is None):
            borrowed = self.family.borrowed(args)
            if borrowed is not None:
                if not borrowed.whole:
                    raise NotationError(borrowed.said)
                if not {"-q", "--quiet"} & {*args}:
                    click.echo(borrowed.said, err=True)
                args = list(borrowed.ours)
        return super().resolve_command(ctx, args)


class Root(_Group):
    """The families and the other commands."""

    def __init__(self) -> None:
        super().__init__(
            "shapewright",
            help="State a shape puzzle; get an answer that has been checked, and a picture of it.",
            context_settings=_SETTINGS,
            no_args_is_help=True,
        )

    def sections(self) -> Mapping[str, Mapping[str, str]]:
        """Nothing is loaded for it."""
        families = {name: family.help for name, family in FAMILIES.items()}
        return {"Families": families, "Others": {name: lazy.help for name, lazy in OTHERS.items()}}

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the command, or return None if there is no such one."""
        if cmd_name in FAMILIES:
            return FamilyGroup(FAMILIES[cmd_name])
        lazy = OTHERS.get(cmd_name)
        if lazy is None:
            return None
        command = getattr(import_module(lazy.module), lazy.attribute)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; to a verb without its family, say which families have it."""
        if args[0] in ("help", "version"):
            # Habits of other programs: 'help tiling count' and 'version'.
            args = [*args[1:], "--help"] if args[0] == "help" else ["--version"]
            root.main(args, prog_name=ctx.info_name, standalone_mode=False)
            ctx.exit()
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            having = [name for name, family in FAMILIES.items() if FamilyGroup(family).get_command(ctx, args[0])]
            if having:
                others = f" (or {', '.join(having[1:])})" if having[1:] else ""
                ctx.fail(f"{args[0]!r} belongs to a family: shapewright {having[0]} {args[0]}{others}")
        return super().resolve_command(ctx, args)


root: click.Group = click.version_option(
    __version__, "-V", "--version", message="%(prog)s %(version)s", prog_name="shapewright"
)(Root())


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of SHELL.

    \b
    bash:  echo 'eval "$(shapewright completion bash)"' >> ~/.bashrc
    zsh:   echo 'eval "$(shapewright completion zsh)"' >> ~/.zshrc
    fish:  shapewright completion fish > ~/.config/fish/completions/shapewright.fish
    """
    from click.shell_completion import get_completion_class  # no other command needs it

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(root, {}, str(root.name), COMPLETION_VARIABLE).source())
