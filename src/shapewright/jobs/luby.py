"""How long to search before starting again: the universal sequence of restarts.

M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms, Information Processing Letters 47 (1993).
"""

from __future__ import annotations


def luby(turn: int) -> int:
    """The terms 1, 1, 2, 1, 1, 2, 4, ... of the sequence, from ``turn`` 0 on.

    >>> [luby(turn) for turn in range(15)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    position = turn + 1
    while position & (position + 1):  # not yet the end of a block of 2^k - 1 terms
        position -= (1 << (position.bit_length() - 1)) - 1
    return (position + 1) >> 1
