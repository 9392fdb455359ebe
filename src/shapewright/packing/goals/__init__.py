"""Packings of boards, by what is to be best about them: cells, values, bonuses, room, distances, boards.

- ``board``: as many cells as possible
- ``most_value``, ``most_bonus``: the most that pieces are worth, or bring where they touch
- ``free_room``: the largest empty rectangle
- ``distances``: pieces that keep a clearance
- ``bins``, ``least_cost``: the fewest boards, or the cheapest
- ``find_piece_weights``: weights that show how many boards are needed
"""
