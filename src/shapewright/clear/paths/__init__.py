"""All different solutions of a field, and the fewest of them that serve every queue.

- ``path``: the solutions, all or those that save a piece or reach a goal
- ``path_solution``: one of them
- ``minimum_cover``: the fewest that serve every queue
- ``minimal_set``: the result, and what decides between equally small ones
"""
