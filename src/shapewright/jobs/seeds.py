"""Seeds for random work whose caller gave none."""

from __future__ import annotations

import os

__all__ = ["fresh_seed"]

_BYTES = 6


def fresh_seed() -> int:
    """A seed from the system's randomness: at most 15 decimal digits, which JSON keeps exactly everywhere.

    A command prints the seed it drew, so that the answer can be reproduced.
    """
    return int.from_bytes(os.urandom(_BYTES), "big")
