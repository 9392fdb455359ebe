"""Perfect clears: chances, patterns, tables and solutions that players and other programs published.

Chances of setups are those of PC-Database (github.com/Marfung37/PC-Database, 2024): the number of the setup, its fumen,
the queues, and the chance that its table states, with the kicks of Jstris.
"""

from __future__ import annotations

import pytest
from tests.public.asked import Case, check

from shapewright import clear

SETUPS = (
    ("71A9BEEDFF", "v115@FhRpglQ4FeRpglR4EeRphlQ4EeRpJeAgH", "[^O]!,*", "5040/5040"),
    ("31F9BEBDFF", "v115@9gRpHeRpglGeRpglDei0RphlEeg0JeAgH", "[^LJO]!,*p3", "4484/5040"),
    ("515DBB7BFE", "v115@9gh0AtGeg0BtGeg0Ati0Eezhg0OeAgH", "[^JZ]!,*p2", "5014/5040"),
    ("8805BB7BFE", "v115@Dhwhi0FewhBtg0Fewhg0BtFewhi0JeAgH", "[TLS]!,*p4", "5028/5040"),
    ("8A05BEDBFE", "v115@9gilR4EeglAtR4FeBtR4FeAtR4QeAgH", "[TIJ]!,*p4", "5036/5040"),
    ("8609BABEFF", "v115@Dhi0whFeRpg0whFeRpglwhFeilwhJeAgH", "[TLS]!,*p4", "5028/5040"),
    ("7075ABFAFF", "v115@GhwhIewhCewwBtAeRpwhBeywBtRpwhJeAgH", "[^O]!,*", "5040/5040"),
    ("8281AFBAFD", "v115@Ehi0Feywg0EeBtwwRpFeBtRpJeAgH", "[TLS]!,*p4", "5040/5040"),
    ("8C11BBB7FE", "v115@9gBtHeg0BtGei0BtEezhBtNeAgH", "[TLO]!,*p4", "4720/5040"),
    ("6245ABBBFF", "v115@9gwhh0Gewhg0BtFewhg0wwBtEewhywPeAgH", "[TS]!,*p5", "4984/5040"),
    ("50F5AFABFF", "v115@9gh0R4Feg0R4Geg0wwBtFeywBtOeAgH", "[^JS]!,*p2", "5040/5040"),
    ("21A1BEEAFE", "v115@GhAtHeBtRpDeR4AtglRpCeR4ilJeAgH", "*p7", "4810/5040"),
    ("20C9AFAEFE", "v115@9gwwIexwFeRpwwR4Deg0RpR4Eei0JeAgH", "*p7", "5040/5040"),
    ("8281EFFAFF", "v115@9gBtHewwBtGexwFeRpwwGeRpJeAgH", "[TLJS]!,*p3", "5040/5040"),
    ("513DBAAFFE", "v115@9gQ4HewhR4Gewhg0Q4Feglwhi0CeilwhJeAgH", "[^JS]!,*p2", "5040/5040"),
    ("6285AEEBFF", "v115@DhBthlGeBtglFeR4wwglEeR4ywJeAgH", "[TJ]!,*p5", "5040/5040"),
    ("6101BBBAFF", "v115@EhAtRpFeBtRpFeAti0Eezhg0JeAgH", "[LS]!,*p5", "4522/5040"),
    ("4725BAEBFF", "v115@9gwhHeAtwhGeBtwhEeR4AtglwhDeR4ilJeAgH", "L,*p6", "4693/5040"),
    ("6885AEAFFF", "v115@FhR4glFeR4g0glEeywg0hlEewwh0JeAgH", "[JZ]!,*p5", "4556/5040"),
    ("2D71FBFAFF", "v115@9gwhIewhIewhRpBeBtCewhRpCeBtLeAgH", "Z,*p7", "5040/5040"),
    ("6B05BB9FFF", "v115@9gh0R4Feg0R4Geg0R4GeR4zhNeAgH", "[LZ]!,*p5", "4520/5040"),
    ("5FF9BFE9FF", "v115@9gRpHeRpAeAtFeRpBtR4DeRpAtR4OeAgH", "[^SZ]!,*p2", "4730/5040"),
    ("1001AAFBFD", "v115@9gwhHeAtwhGeBtwhDeywAtglwhEewwilJeAgH", "J,[SO]!,*p4{2:([ISZ]O=1||IS=1)}", "276/320"),
    ("71B1BEBAFF", "v115@Nhgli0DeRpglBtg0DeRphlBtJeAgH", "[^J]!,*", "5040/5040"),
    ("5175FBBBFE", "v115@9gBtHeg0BtGei0GezhPeAgH", "[^J]!,*", "4922/5040"),
    ("7199BEBDFF", "v115@9gRpHeRpglFeg0RpglFeg0RphlDeh0JeAgH", "[^O]!,*", "5040/5040"),
    ("519DBE7BFF", "v115@Ghg0glHeg0glBtDei0hlBtCei0JeAgH", "[^JZ]!,*p2", "5030/5040"),
    ("2055ABBBFE", "v115@9gwhIewhwwFeAtg0whxwDeBtg0whwwEeAth0JeAgH", "*p7", "5040/5040"),
    ("2995FEBBFF", "v115@GhAtHeBtg0GeAtgli0DeilJeAgH", "J,*p7", "5040/5040"),
    ("31F5BAEBFC", "v115@9gglQ4HeglR4GehlQ4BtEezhBtNeAgH", "[^ILS]!,*p3", "4848/5040"),
    ("2129BAEEFF", "v115@GhwhEeR4BewhDeR4glRpwhDeilRpwhJeAgH", "*p7", "4476/5040"),
    ("4015BABBFC", "v115@9gwhh0AtFewhg0BtFewhg0AtglFewhilPeAgH", "T,*p6", "5040/5040"),
    ("6A29BBDEFE", "v115@DhR4GeR4RpFeR4RpEeR4zhJeAgH", "[TL]!,*p5", "4840/5040"),
    ("4D85BFA7FE", "v115@9gQ4BtGeR4BtFeg0Q4BtFei0BtOeAgH", "L,*p6", "4888/5040"),
    ("4531BAFAFF", "v115@9gwhHeAtwhGeBtwhRpEeAtglwhRpDeilJeAgH", "I,*p6", "4809/5040"),
    ("7075ABF7FE", "v115@LhBtFewwDtDeywBtzhJeAgH", "[^Z]!,*", "5040/5040"),
)
# A line of these setups is full: it counts among the four.
WITH_FULL_LINES = (
    ("5179B6FEFF", "v115@9gwhIewhIewhRpFeglwhRpzhilJeAgH", "[^IL]!,*p2", "4934/5040"),
    ("507CE6BAFB", "v115@9gh0zhBthlg0RpDeBtglg0RpEewwglzhCeywJeAgH", "[TS]!,*p2", "84/84"),
    ("703DAAFEFE", "v115@HhwwIexwCeRpBeglwwzhRpilJeAgH", "[^O]!,*", "5040/5040"),
    ("210D396FFF", "v115@Bhg0DewhDei0R4whili0R4glwhglDeg0ilwhJeAgH", "[^LJ]!", "120/120"),
    ("70B9AEFAFF", "v115@RhilBtywRpglCeBtwwAeRpJeAgH", "[^Z]!,*", "5040/5040"),
    ("7165B7EBFF", "v115@NhR4EeBtR4CezhBtzhJeAgH", "[^I]!,*", "5040/5040"),
    ("50BCE9BAFF", "v115@BhhlzhEegli0wwilBtglRpxwglCeBtRpg0wwJeAgH", "[TS]!,*p2", "84/84"),
)

FIELD = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"
OPENER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
FOUR = "/".join(["XXX____XXX"] * 4)
SIX = "/".join(["XX______XX"] * 4)
CASES: tuple[Case, ...] = (
    ("solution-finder 1.43", f"clear percent --field {FIELD} -p *p4 --tree 0", "514 / 840"),
    ("solution-finder 1.43", f"clear percent --field {FIELD} -p *p3 --hold avoid --tree 0", "36 / 210"),
    ("solution-finder 1.43", f"clear percent --field {FIELD} -p *p4 --drop hard --tree 0", "222 / 840"),
    ("solution-finder 1.43", f"clear percent --field {OPENER} -p I,*p4 --tree 0", "711 / 840"),
    ("solution-finder 1.43", f"clear percent --field {FOUR} -p *p5 --tree 0", "1776 / 2520"),
    ("solution-finder 1.43", f"clear percent --field {FOUR} -p *p4 --hold avoid --tree 0", "172 / 840"),
    ("solution-finder 1.43", f"clear percent --field {SIX} -p *p7 --tree 0", "5040 / 5040"),
    ("solution-finder 1.43", f"clear percent --field {SIX} -p *p7 --drop hard --tree 0", "4932 / 5040"),
    ("solution-finder 1.43", f"clear percent --field {SIX} -p *p6 --hold avoid --tree 0", "1902 / 5040"),
    ("perfect-tetris", "clear percent -c 2 -p *p6 --tree 0", "0 / 5040"),
    ("perfect-tetris", "clear percent -c 2 -p *p2,*p4 --tree 0", "1296 / 35280"),
    (
        "sfinderbot, help of minimals",
        "clear percent -t v115@9gC8EeE8DeF8CeG8DeC8JeAgH -p I,*p7 --save LOSZ||JOSZ --tree 0",
        "972 / 5040",
    ),
    (
        "solution-finder, two of four rows full",
        "clear percent -t v115@Gh0hBtR4AtwhywT4BtwhAewwR4AeCtAewhJeAgH -p *p7,*p4 --tree 0",
        "96 / 840",
    ),
)


@pytest.mark.parametrize(("number", "fumen", "queues", "chance"), SETUPS + WITH_FULL_LINES)
def test_a_setup_has_its_published_chance(number: str, fumen: str, queues: str, chance: str) -> None:
    found = clear.percent(fumen, queues, 4, kicks="jstris180")
    assert f"{found.solved}/{found.queues}" == chance, number


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[1])
def test_what_other_programs_answer(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    ("field", "queues", "solutions"), [(FIELD, "*p4", 18), (OPENER, "I,*p4", 63), (FOUR, "*p5", 135), (SIX, "*p7", 245)]
)
def test_unique_solutions_as_in_solution_finder(field: str, queues: str, solutions: int) -> None:
    assert len(clear.path(field, queues, 4)) == solutions


@pytest.mark.parametrize(
    ("pattern", "queues"), [("*p7{3:(Z<S||Z<T)}", 2112), ("*p3{S<Z}", 75), ("*p7{3:Z<S}", 1800), ("*p7{S<Z}", 2520)]
)
def test_conditions_as_in_extended_sfinder_pieces(pattern: str, queues: int) -> None:
    assert clear.Pattern.from_text(pattern).count() == queues


def test_a_minimal_set_is_smaller_than_a_greedy_one() -> None:
    """Source: solution-finder 1.43, whose set has 33 solutions."""
    assert len(clear.path(OPENER, "I,*p4", 4).minimal()) < 33


def test_the_table_of_two_lines() -> None:
    """Source: perfect-tetris, the file of two lines."""
    table = clear.table(2)
    assert (table.solved, table.sequences) == (3522, 57750)


@pytest.mark.parametrize(
    ("length", "sequences"),
    [
        (0, 7), (1, 28), (2, 196), (3, 1365), (4, 9198), (5, 57750), (6, 326340), (7, 1615320), (9, 24857280),
        (10, 79516080), (11, 247474080), (12, 880180560), (13, 3683700720), (14, 15528492000), (16, 189672855120),
        (17, 549973786320), (18, 1554871505040), (19, 5108116159440), (20, 20478417840720),
    ],
)  # fmt: skip
def test_numbers_of_sequences(length: int, sequences: int) -> None:
    """Source: perfect-tetris, its README; its numbers for 8 and 15 pieces leave out an alignment of the bags."""
    assert clear.number_of_sequences(length) == sequences
