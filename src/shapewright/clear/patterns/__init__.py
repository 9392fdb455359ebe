"""Many queues in a few characters: patterns, conditions on queues, and the orders that hold makes of them.

- ``pattern``, ``pattern_parts``: the value, and what it consists of, also in text
- ``automaton``: its queues, read piece by piece
- ``sequences``, ``expansion``: the queues that bags deal, those of a pattern, and what hold makes of them
- ``queue_conditions``, ``queue_conditions_text``: conditions between braces
- ``save_conditions``: which pieces are left after a clear
- ``regex``: regular expressions over pieces
"""
