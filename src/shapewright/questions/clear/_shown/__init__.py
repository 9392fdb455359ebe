"""What answers about perfect clears show: results that several verbs share.

- ``solutions``, ``paths``, ``clears``, ``stream``: solutions: of a queue, of a pattern, of a file, as they come
- ``pages``: pages of fumens
- ``setups``: setups
- ``saves``: what can be left over
- ``mean_score``: what queues send
- ``fewest``: the search for a minimal set
- ``side_by_side``: blocks of text side by side
- ``solution_finder_csv``: tables with solution-finder's columns
- ``live``: the remark about live boards
"""
