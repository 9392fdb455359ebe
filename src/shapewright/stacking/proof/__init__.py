"""Second computations: each finds again, by the rules alone, what a search of the same name has found.

- ``lower_bound``: a bound, by another search
- ``recount``: the number of plans
- ``narrow_wells``, ``unused_room``: the bounds of these names
- ``expect``, ``adversary``: the results of games
"""
