"""Many queues in a few characters: patterns, conditions on queues, and the orders that hold makes of them.

- ``pattern``, ``pattern_parts``, ``pattern_text``: the value, what it consists of, and its text
- ``automaton``: its queues, read piece by piece
- ``sequences``, ``expansion``: the queues that bags deal, those of a pattern, and what hold makes of them
- ``queue_conditions``, ``queue_conditions_text``: conditions between braces
- ``save_conditions``: which pieces are left after a clear
- ``regex``, ``regex_states``: regular expressions over pieces
- ``queue_facts``: what a player sees at once in a queue
"""
