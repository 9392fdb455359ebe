"""The user's own key, which signs checkpoints: a job goes on only with results that its own user computed.

The key is in the user's data folder (``~/.local/share/shapewright/checkpoint.key`` on Linux), or in the file that the
environment variable ``SHAPEWRIGHT_KEY`` names. It is made when it is first needed. To continue a job on another
machine, take the key there.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
from pathlib import Path

from shapewright.errors import FileError
from shapewright.storage.files import read_file, temporary_name

VARIABLE = "SHAPEWRIGHT_KEY"

_BYTES = 32


class Key:
    """The key of the user who runs this process.

    Raises ``FileError`` if it can neither be read nor made.
    """

    def __init__(self) -> None:
        self.place = _place()
        if not self.place.exists():
            _make(self.place)
        text = read_file(str(self.place), 1000).strip()
        try:
            self._secret = bytes.fromhex(text.decode("ascii"))
        except ValueError:
            self._secret = b""
        if len(self._secret) != _BYTES:
            raise FileError(f"{str(self.place)!r} is not a key for checkpoints; remove it to have a new one made")

    @property
    def name(self) -> str:
        """A name of this key, from which nobody can tell the key."""
        return self.signature("name").hex()

    def signature(self, text: str) -> bytes:
        """Sign a text, as only someone who has the key can."""
        return hmac.digest(self._secret, text.encode(), "sha256")[:16]


def _place() -> Path:
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("shapewright", appauthor=False) / "checkpoint.key"


def _make(place: Path) -> None:
    """Write a new key, whole or not at all, that only its user can read."""
    temporary = temporary_name(str(place), "tmp")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(temporary, place)  # fails where two processes make it at once, so that they get one key
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            os.rename(temporary, place)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileError(
            f"cannot write {str(place)!r}, the key that signs checkpoints: {reason}; name another file in {VARIABLE}"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
