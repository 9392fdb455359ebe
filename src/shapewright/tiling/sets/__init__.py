"""Solution sets: all solutions of a puzzle as one decision diagram, to be counted, drawn from, filtered and kept.

- ``solution_set``: the object
- ``making``: how one is made
- ``conditions``, ``filters``, ``properties``: filters: in text, on options, of one tiling
- ``heat``: pictures of how many solutions have a piece where
- ``files``: sets kept in files
"""
