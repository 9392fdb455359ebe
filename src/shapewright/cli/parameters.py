"""The question that an answer repeats: what was given, by the options' own names, and files by their content.

What stands in ``parameters`` is enough to ask again, at any door and on any machine: an option's name is its long
spelling with ``_`` for ``-``, its value what was typed; values left at their defaults are left out, and so is what only
says how an answer is shown or where its work is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import click

    from shapewright.storage.stored import Reader

_TEXTS = "shapewright texts"
_STATED = "shapewright stated"
_READ = "shapewright read"

_NO_QUESTION = ("as_json", "as_jsonl", "output", "quiet", "verbose", "checkpoint", "cluster")
# Options whose files are read below the command line, and so come with their paths alone.
_FILES = ("rates", "net", "nets", "data")


def remember(context: click.Context, parameter: click.Parameter, value: object) -> None:
    """Keep what the user wrote of a parameter whose value is parsed."""
    context.meta.setdefault(_TEXTS, {})[parameter.name] = value


def state(**values: object) -> None:
    """Say how ``parameters`` shall name what the running command was given; None leaves a parameter out.

    For what was drawn, such as a seed, and for arguments that are files: by what the file is (name the argument).
    """
    import click

    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(_STATED, {}).update(values)


def state_file(name: str, content: bytes) -> None:
    """Say that the parameter ``name`` is a file with that content; if that is not text, ``name_file`` is, in base64."""
    from shapewright.storage.stored import Stored

    shown = Stored.of_bytes(content).to_json()
    if isinstance(shown, dict) and "base64" in shown:
        state(**{name: None, f"{name}_file": shown["base64"]})


def was_read(argument: str, content: bytes | Reader) -> None:
    """Keep the content of a file (or of standard input) that an argument names."""
    import click

    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(_READ, {})[argument] = content


def given_parameters(context: click.Context) -> dict[str, Any]:
    """The parameters of a command as its user wrote them, without those left at their defaults."""
    texts = context.meta.get(_TEXTS, {})
    contents = context.meta.get(_READ, {})
    given: dict[str, Any] = {}
    words = context.command_path.split()[3:]
    if words:  # 'shapez op cut' is a question 'shapez op' about the machine 'cut'
        given["machine"] = words[0]
    for parameter in context.command.params:
        name = parameter.name or ""
        value = texts.get(name, context.params.get(name))
        if name in _NO_QUESTION or _is_default(context, parameter, value):
            continue
        key = _own_name(parameter, value)
        if name in _FILES and isinstance(value, (list, tuple)):
            given[key] = [_kept(str(each), contents) for each in value]
        elif name in _FILES or (name == "kicks" and str(value).endswith(".properties")):
            given[key] = _kept(str(value), contents)
        elif isinstance(value, (list, tuple)):
            given[key] = [_content(each, contents) for each in value]
        else:
            given[key] = True if key != name and value is False else _content(value, contents)
    stated: dict[str, Any] = context.meta.get(_STATED, {})
    given.update({key: _content(value, contents) for key, value in stated.items()})
    return {key: value for key, value in given.items() if value is not None}


def _is_default(context: click.Context, parameter: click.Parameter, value: object) -> bool:
    from click.core import ParameterSource

    source = context.get_parameter_source(parameter.name or "")
    if value is None or source in (None, ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP):
        return True
    return not isinstance(value, (list, tuple, bool)) and str(value) == str(parameter.default)


def _own_name(parameter: click.Parameter, value: object) -> str:
    """The long spelling of an option, that which says no for a flag turned off; or the name of an argument."""
    spellings = [spelling for spelling in parameter.opts if spelling.startswith("--")]
    if value is False and parameter.default is True and parameter.secondary_opts:
        spellings = list(parameter.secondary_opts)
    elif not spellings or f"--{parameter.name}".replace("_", "-") in spellings:
        return parameter.name or ""
    return spellings[0].removeprefix("--").replace("-", "_")


def _content(value: object, contents: dict[str, bytes | Reader]) -> object:
    if isinstance(value, str) and value in contents:
        return _shown(value, contents[value])
    return value


def _kept(path: str, contents: dict[str, bytes | Reader]) -> object:
    """The content of a file that something else than the command line has read; the path if there is none."""
    from shapewright.storage.stored import Stored

    if path in contents:
        return _shown(path, contents[path])
    try:
        return Stored.of_file(path).to_json(path)
    except OSError:
        return path


def _shown(argument: str, content: bytes | Reader) -> object:
    from shapewright.storage.stored import Stored

    whole = Stored.of_bytes(content) if isinstance(content, bytes) else content.stored()
    return whole.to_json(None if argument == "-" else argument)
