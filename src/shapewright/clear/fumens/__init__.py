"""Fumens edited, glued, and drawn.

- ``edit``, ``gluing``: fumens made of others
- ``plain_pages``, ``player_pages``: pictures of pages
- ``theme``: their colours
"""
