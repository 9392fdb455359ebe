"""All boards between a field and a goal: what is asked, the queues that may come, and the boards themselves.

- ``setup``: the question: a field, a pattern, the rules
- ``queues``: the pattern as an automaton for the engine
- ``graph``: the boards, found once for every queue
- ``live_boards``: the boards of the whole game, kept in the cache
"""
