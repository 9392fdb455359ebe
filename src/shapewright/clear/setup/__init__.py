"""Setups: all ways to fill a blueprint, and what each of them is worth.

- ``blueprint``: fields whose cells say what is to be filled
- ``setups``, ``setup_results``: all ways to fill one, and what was found
- ``piece_sets``: sets of pieces that fill it, whatever order they come in
- ``holes``: holes of a board
- ``chance_after_setup``: the chance of a perfect clear after each setup
- ``congruents``: other ways to cut what a solution builds into pieces
- ``find_spins``: T-spins that a few pieces make possible
"""
