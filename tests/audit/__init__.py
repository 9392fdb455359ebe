"""What the mutation audit asks of each family, and who judges: slow twins that share no code with ``verify``.

A family's module has

- ``QUESTIONS``: command lines without the program's name and ``--json``, one string each, each answered in a second or
  so;
- ``NOT_JUDGED``: command lines of verbs that ``is_true`` cannot judge, which are forged alone;
- ``is_true(answer)``: whether everything that a JSON answer (perhaps a mutated one) says of its puzzle is true, by slow
  twins and brute force alone; None where nobody can tell in reasonable time.
"""
