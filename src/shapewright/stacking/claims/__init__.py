"""Whether what an answer about stacks claims is right: its plans, its rates and who survives.

:mod:`shapewright.stacking.verify` applies what is here.
"""
