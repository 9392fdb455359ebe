"""A second look at answers: what an answer claims, what was asked, the rules that check it, and what they found.

Every family's ``verify`` stands on this package. Names load on first use, so importing the package costs next to
nothing.
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__):
    from shapewright.claims.asked import Asked as Asked
    from shapewright.claims.asked import ElsewhereError as ElsewhereError
    from shapewright.claims.findings import ABOUT as ABOUT
    from shapewright.claims.findings import Findings as Findings
    from shapewright.claims.findings import same as same
    from shapewright.claims.findings import summary as summary
    from shapewright.claims.lines import check_in_order as check_in_order
    from shapewright.claims.lines import check_lines as check_lines
    from shapewright.claims.reading import answer_in as answer_in
    from shapewright.claims.reading import command_of as command_of
    from shapewright.claims.reading import entry as entry
    from shapewright.claims.reading import flag as flag
    from shapewright.claims.reading import is_a_file as is_a_file
    from shapewright.claims.reading import listed as listed
    from shapewright.claims.reading import number as number
    from shapewright.claims.reading import parse as parse
    from shapewright.claims.reading import read_answers as read_answers
    from shapewright.claims.reading import refuse_malformed as refuse_malformed
    from shapewright.claims.reading import refuse_too_large as refuse_too_large
    from shapewright.claims.reading import text as text
    from shapewright.claims.reading import text_in as text_in
    from shapewright.claims.reading import whole as whole
    from shapewright.claims.rules import TIME_LIMIT as TIME_LIMIT
    from shapewright.claims.rules import Case as Case
    from shapewright.claims.rules import Rule as Rule
    from shapewright.claims.rules import recheck as recheck
    from shapewright.claims.rules import recheck_all as recheck_all
