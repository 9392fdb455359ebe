"""The data that answers rest on: read from a file, kept, or made while a person who waits sees the progress."""

from __future__ import annotations

from collections.abc import Mapping

from shapewright import shapez
from shapewright.errors import LimitError
from shapewright.questions.desk import Desk
from shapewright.questions.shapez._fields import path_of
from shapewright.questions.source import Source
from shapewright.shapez.data.configuration import Configuration, Need
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.source import elsewhere
from shapewright.storage import cache as storage
from shapewright.storage.json import integers_of_any_length


def given(data: Source | None) -> Data | None:
    """The data in the file of ``--data``, if it is given; they must do for verdicts."""
    path = path_of(data)
    return None if path is None else shapez.read_data(path)


def load(configuration: Configuration, need: Need, desk: Desk, data: Source | None = None) -> Data:
    """The data of a configuration, from the file of ``--data`` or those that are kept, or made now."""
    if data is None:
        require(configuration, need, desk)
    return shapez.load(
        configuration, need, path_of(data), progress=desk.progress, threads=desk.threads, time_limit=desk.seconds
    )


def require(configuration: Configuration, need: Need, desk: Desk) -> None:
    """Refuse at the studio what would have to be searched for first, for minutes or hours."""
    if desk.studio and not shapez.is_at_hand(configuration, need):
        if not storage.is_there():
            raise elsewhere(configuration)
        raise LimitError(
            f"{configuration} has not been searched on this machine yet; "
            f"run 'shapewright shapez search {configuration}' once"
        )


def table(numbers: Mapping[str, int]) -> str:
    """Numbers with their names, one a line, in columns."""
    with integers_of_any_length():
        rows = [(name.replace("_", " "), str(number)) for name, number in numbers.items()]
    name_width, number_width = max(len(name) for name, _ in rows), max(len(number) for _, number in rows)
    return "\n".join(f"{name:{name_width}}  {number:>{number_width}}" for name, number in rows)
