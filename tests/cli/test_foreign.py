"""Who types a command or an option of another program is told what there is instead."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Run

from shapewright.cli.command import command_of
from shapewright.questions import FAMILIES

FIRST = "v115@vhFRQJUGJKJJvMJTNJGBJ"
SECOND = "v115@vhFRQJPGJKJJGMJTNJ0BJ"


@pytest.mark.parametrize("name", ["util"])
def test_a_command_of_solution_finder_is_named_as_such(run: Run, name: str) -> None:
    code, _, err = run("clear", name, "--tetfu", FIRST)
    assert code == 2
    assert f"'{name}' of solution-finder is not here" in err


@pytest.mark.parametrize("name", ["cut", "stack", "push-pin"])
def test_a_machine_without_op_is_told_where_it_is(run: Run, name: str) -> None:
    code, _, err = run("shapez", name, "CuCuCuCu")
    assert code == 2
    assert f"type 'shapewright shapez op {name} ...'" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("percent", "-p", "*p4", "-th", "4"), "-th: use --threads, for the many fields of --file"),
        (("ren", "TISZLJO", "--threads", "4"), "--threads: this command runs on one thread"),
        (("path", "-p", "*p4", "--format=csv"), "--format: the format follows from the suffix of -o FILE"),
        (("cover", "-t", FIRST, "-p", "*p7", "--output-base", "x"), "--output-base: use -o FILE"),
    ],
)
def test_an_option_of_solution_finder_is_told_what_there_is_instead(
    run: Run, words: tuple[str, ...], said: str
) -> None:
    code, _, err = run("clear", *words)
    assert code == 2
    assert said in err


def test_what_is_foreign_is_not_ours() -> None:
    """A sentence about what is missing would hide a command or an option that there is."""
    for family in FAMILIES.values():
        assert not set(family.foreign) & {*family.verbs, *family.aliases}
        for verb in family.verbs:
            question = family.question(verb)
            if "shell" not in question.doors or not question.foreign:
                continue
            ours = {word for each in command_of(question).params for word in (*each.opts, *each.secondary_opts)}
            assert not set(question.foreign) & ours


def test_solutions_after_tetfu_keep_their_order(run: Run) -> None:
    _, out, _ = run("clear", "cover", "-t", FIRST, SECOND, "-p", "*p7")
    assert out.splitlines()[:2] == ["1  1680 / 5040 = 33.33 %  IZLSOJ", "2  2240 / 5040 = 44.44 %  ISLJOZ"]


def test_soft_drop_with_half_turns_is_remarked_upon(run: Run) -> None:
    """solution-finder 1.43 has 502 with '-K @nokicks -d softdrop', and 508 with '-K @nokicks -d 180'."""

    def percent(*words: str) -> tuple[str, str]:
        field = "XX____XXXX/XXX___XXXX/XXX___XXXX/XXX__XXXXX"
        code, out, err = run("clear", "percent", "-t", field, "-p", "*p4", *words, "--verbose")
        assert code == 0
        return out.split(" ")[0], err

    with_half_turns = percent("-K", "@nokicks", "-d", "softdrop")
    assert with_half_turns[0] == "508"
    assert (
        "nokicks has half turns, and they are used; solution-finder uses them with '-d 180' alone" in with_half_turns[1]
    )
    for words, solved in ((("-K", "@nokicks", "-d", "180"), "508"), (("-K", "none", "-d", "softdrop"), "502")):
        assert percent(*words)[0] == solved
        assert "half turns" not in percent(*words)[1]
