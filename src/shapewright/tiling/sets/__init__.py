"""Solution sets: all solutions of a puzzle as one decision diagram, to be counted, drawn from, filtered and kept.

- ``solution_set``: the object
- ``making``: how one is made
- ``conditions``, ``properties``: filters: in text, of one tiling and on options
- ``heat``: pictures of how many solutions have a piece where
- ``files``: sets kept in files
"""
