"""All different solutions of a field, and the fewest of them that serve every queue.

- ``path``, ``path_solution``: the solutions with their queues
- ``streamed``: the solutions without their queues, however many there are
- ``path_goals``, ``path_saves``: those that reach a goal, and those that save a piece
- ``minimum_cover``, ``cover_reduction``: the fewest that serve every queue
- ``minimal_set``, ``ease_of_play``: the result, and what decides between equally small ones
- ``analyse``: chance and solutions from one graph
"""
