"""The orders in which pieces are placed, what happens on the way, and the key presses that place them.

- ``placing_order``: an order of the pieces of a solution that a queue allows
- ``build_orders``: all orders, with the line clears and spins on the way
- ``goals``: what must happen on the way: line clears, spins, back-to-back
- ``finesse``: the shortest key presses
"""
