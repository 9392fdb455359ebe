"""Perfect clears for a queue: found one at a time, from a table or for many queues, or proven not to exist.

- ``solve``: one clear, or all of them one after the other
- ``many_queues``: a clear for each of many queues
- ``table``: a clear for every queue
- ``all_solutions``: every solution of the empty field
- ``impossible``, ``impossible_list``: why there is no clear, and the queues that cannot clear four lines
- ``replay``: solutions checked by the rules
"""
