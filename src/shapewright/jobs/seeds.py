"""Seeds for random work whose caller gave none."""

from __future__ import annotations

import os

_BYTES = 6


def fresh_seed() -> int:
    """A seed from the system's randomness: at most 15 decimal digits, which JSON keeps exactly everywhere.

    A command prints the seed it drew, so that the answer can be reproduced.
    """
    return int.from_bytes(os.urandom(_BYTES), "big")


def seed_of(given: int | None) -> int:
    """The seed that was given, or a fresh one."""
    return fresh_seed() if given is None else given
