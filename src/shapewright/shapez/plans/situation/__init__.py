"""Plans in a player's situation: with what is on hand, with the machines that are unlocked, without trash.

- ``inventory``: what a player has
- ``search``, ``small_plans``: where plans come from
- ``rewrite``, ``leaner_plan``: how they are changed
"""
