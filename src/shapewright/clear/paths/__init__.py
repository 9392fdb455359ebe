"""All different solutions of a field, and the fewest of them that serve every queue.

- ``path``, ``path_solution``: the solutions, with their queues or without
- ``path_saves``: those that save a piece, and those that reach a goal
- ``minimum_cover``: the fewest that serve every queue
- ``minimal_set``: the result, and what decides between equally small ones
"""
