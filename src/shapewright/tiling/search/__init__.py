"""What every search for tilings stands on: instances for the engine, the choice of an engine, and clocks.

- ``instance``: a problem as an exact cover, and back
- ``engines``: which engine answers
- ``dominoes``: domino tilings by a determinant
- ``random_rank``: solutions of random rank
- ``clock``: the time that a question has
"""
