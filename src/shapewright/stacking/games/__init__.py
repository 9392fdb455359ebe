"""Games with a short preview, against an adversary, or without end.

- ``expect``: what a player reaches on average who sees the next few pieces
- ``survival``: whether a player survives an adversary
- ``deadly``: sequences that no player survives
- ``longest``: how many pieces of a sequence can fall
- ``rate``: rows per piece of a sequence that repeats without end
"""
