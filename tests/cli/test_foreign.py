"""Who types a command or an option of another program is told what there is instead."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from shapewright.cli.command import command_of
from shapewright.questions import FAMILIES
from shapewright.questions.clear._bots import OURS

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


FIELD = "v115@9gC8EeE8DeF8CeG8DeC8JeAgH"
AFTER = {
    "FUMEN": [FIELD],
    "FUMENS": [FIRST],
    "PATTERN": ["I,*p4"],
    "QUEUE": ["IOTSLJZ"],
    "ROWS": ["XX________/XXX_______"],
    "SAVE": ["T"],
    "NEXT": ["*p4"],
}
"""What somebody types for each word in capitals."""
SPECIAL = {
    "cover": [FIRST, "*p7"],
    "congruent_cover": ["v115@9gzhFezhFeTpFeTpPeAgH", "*p4"],
    "setup": ["XX***XXXXX/XX*XXXXXXX", "*p2"],
    "spin": ["v115@WhB8BeB8DeB8AeB8JeAgH", "T"],
    "opener": [
        "--field",
        "XXXX______/XXXX______",
        "--height",
        "2",
        "--patterns",
        "*p4",
        "--boards",
        "2",
        "--pieces",
        "1",
    ],
    "glue": [FIELD],
    "scp": ["XXX*...XXX/XXX*...XXX/XXX*...XXX/XXX*...XXX", "*p2", "*p4", "--pieces", "2", "--limit", "1"],
    "setupcover": ["v115@9gTpFeTpFeTpFezhPeAgH", "*!", "-f", "I", "-m", "O", "--pieces", "2", "--limit", "1"],
}


@pytest.mark.parametrize("word", sorted({template: word for word, template in OURS.items()}.values()))
def test_a_word_of_the_bots_runs_our_command(run: Run, word: str) -> None:
    """The sentence names the whole command, which runs and answers."""
    template = OURS[word].split()
    named = SPECIAL.get(word) or SPECIAL.get("setupcover" if template[0] == "setup" else template[0])
    typed = named or [each for one in template for each in AFTER.get(one.lstrip("!"), [])]
    short = [*(["-q"] if template[0] == "cover" else []), *(["--limit", "1"] if template[0] == "path" else [])]
    code, out, err = run("clear", word.replace("_", "-"), *typed, *short)
    assert code in (0, 1, 3), err
    assert out
    if "-q" in short:
        return
    line = re.search(r"shapewright (clear .*?)( \(|$)", err.splitlines()[0])
    assert line is not None
    assert run(*shlex.split(line[1]))[:2] == (code, out)


def test_a_word_of_the_bots_alone_shows_how_to_go_on(run: Run) -> None:
    for word, template in OURS.items():
        if word in {*FAMILIES["clear"].verbs, *FAMILIES["clear"].former}:
            continue
        code, out, err = run("clear", word)
        assert (code, out) == (2, "")
        assert f"{word!r} is 'clear {template.split()[0]}" in err
        assert "Did you mean" not in err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["minimals", FIELD, "I,*p4", "4"], ["path", "-t", FIELD, "-p", "I,*p4", "-c", "4", "--minimal"]),
        (["min", "-t", FIELD, "-p", "I,*p4"], ["path", "-t", FIELD, "-p", "I,*p4", "--minimal"]),
        (["sfinder", "percent", "-t", FIELD, "-p", "I,*p4"], ["percent", "-t", FIELD, "-p", "I,*p4"]),
        (["percent", FIELD, "I,*p4", "--tree", "0"], ["percent", "-t", FIELD, "-p", "I,*p4", "--tree", "0"]),
        (["fumen", "gray", FIELD], ["fumen", "grey", FIELD]),
    ],
)
def test_what_bots_take_is_filled_in(run: Run, typed: list[str], meant: list[str]) -> None:
    assert run("clear", *typed)[:2] == run("clear", *meant)[:2]


def test_a_painted_region_leads_to_setup(run: Run) -> None:
    region = "v115@9gllDemlCenlBemlMeAgH"
    code, _, err = run("clear", "congruent", region, "*p7", "-q")
    assert code == 2
    assert "'clear setup -t FUMEN --fill L' fills a painted region" in err
    assert run("clear", "setup", "-t", region, "--fill", "L", "-p", "*p7", "--limit", "1")[0] == 0


def test_our_own_words_stay_ours(run: Run) -> None:
    assert run("clear", "chance", "TISZ", "--field", "J_________/JJJ_______/LLL_____OO/L_______OO")[0] == 0


def test_a_format_that_agrees_with_the_suffix_is_accepted(run: Run) -> None:
    plain = ("clear", "path", "-t", FIELD, "-p", "I,*p4", "-k", "pattern", "-o", "plain.csv")
    assert run(*plain)[0] == 0
    for words in (["-f", "csv"], ["--format=csv"], ["--format", "CSV"]):
        assert run(*plain[:-2], *words, "-o", "path.csv")[0] == 0
        assert Path("path.csv").read_bytes() == Path("plain.csv").read_bytes()
    for words in (["-f", "html"], ["--format=html"], ["-f"]):
        code, _, err = run(*plain[:-2], *words, "-o", "path.csv")
        assert code == 2
        assert f"{words[0][:8] if '=' in words[0] else words[0]}: the format follows from the suffix" in err
    assert run("clear", "path", "-t", FIELD, "-p", "I,*p4", "-f", "csv")[0] == 2


def test_the_hint_for_split_leads_to_pages_of_pieces(run: Run) -> None:
    _, _, err = run("clear", "path", "-t", FIELD, "-p", "I,*p4", "--split", "yes")
    assert "'clear fumen glue all.fumen'" in err
    assert run("clear", "path", "-t", FIELD, "-p", "I,*p4", "--limit", "2", "-o", "all.fumen")[0] == 0
    assert run("clear", "fumen", "glue", "all.fumen")[0] == 0


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
