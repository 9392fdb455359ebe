"""Chances: of a perfect clear over all queues of a pattern, with a short preview, and of given solutions.

- ``percent``: how many queues of a pattern have a clear
- ``preview_chance``: the chance of a player who sees only the next few pieces
- ``cover``: which queues can build given solutions
- ``glance``: what can be said within a moment
"""
