"""``shapewright completion SHELL``: the script that teaches a shell to complete our commands."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of SHELL.

    \b
    bash:  echo 'eval "$(shapewright completion bash)"' >> ~/.bashrc
    zsh:   echo 'eval "$(shapewright completion zsh)"' >> ~/.zshrc
    fish:  shapewright completion fish > ~/.config/fish/completions/shapewright.fish
    """
    from click.shell_completion import get_completion_class

    from shapewright.cli import COMPLETION_VARIABLE, PROGRAM  # the root names this command
    from shapewright.cli.root import root  # the root names this command

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(root, {}, PROGRAM, COMPLETION_VARIABLE).source())
