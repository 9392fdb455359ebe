import ast
import lzma
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.certificates.changed_covers import CHECKER, cases, changed, is_fair, proves

from shapewright.tiling import Problem
from shapewright.tiling.certificate import certificate

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "certificates" / "check_cover.py"
CASES = cases()
PROVEN = {
    "dominoes": "11 covers of 12 cells by 1 kind of pieces",
    "up to symmetry": "5 covers up to 4 symmetries of 12 cells by 1 kind of pieces",
    "weights": "no cover of 9 cells by 1 kind of pieces",
    "no cover": "0 covers of 9 cells by 1 kind of pieces",
    "torus": "4 covers of 6 items by options of the file",
    "costs": "least cost -2 of 3 items by options of the file",
}


def run(path: Path | str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-I", PROGRAM, path], capture_output=True, text=True, check=False)


def test_the_checker_is_short_and_needs_nothing_of_ours() -> None:
    text = PROGRAM.read_text()
    assert text.count("\n") <= 250
    imported = {
        name.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (node.names if isinstance(node, ast.Import) else [ast.alias(node.module or "")])
    }
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("name", CASES)
def test_every_form_holds_and_is_true(name: str) -> None:
    said = CHECKER.proven(iter(CASES[name]))
    assert said == PROVEN.get(name, said)
    assert is_fair(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_no_change_proves_what_is_false(name: str) -> None:
    refused = 0
    for seed in range(250):
        attempt = changed(CASES[name], random.Random(f"{name} {seed}"))
        if proves(attempt):
            assert is_fair(attempt), attempt
        else:
            refused += 1
    assert refused > 150


def test_the_program_says_what_is_proven(tmp_path: Path) -> None:
    file = tmp_path / "dominoes.cert.xz"
    file.write_bytes(lzma.compress("\n".join(CASES["dominoes"]).encode()))
    done = run(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"proven: {PROVEN['dominoes']}\n"


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\xff", b"[" * 100_000, b'{"claim": "covers", "number": 1}\n', b"{}\n{}\n{}\n", b"9" * 5000],
    ids=["empty", "bytes", "nested", "head", "objects", "long number"],
)
@pytest.mark.parametrize("suffix", [".cert", ".cert.xz"])
def test_any_file_ends_in_one_line(tmp_path: Path, content: bytes, suffix: str) -> None:
    file = tmp_path / f"bad{suffix}"
    file.write_bytes(lzma.compress(content)[:-5] if suffix.endswith("xz") else content)
    done = run(file)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("not proven: ")


def test_a_missing_file_ends_in_one_line() -> None:
    assert run("missing.cert").stderr.count("\n") == 1


def test_the_example_of_the_page_is_a_certificate() -> None:
    lines = (ROOT / "docs" / "certificates" / "covers.md").read_text().splitlines()
    begin = next(k for k, line in enumerate(lines) if line.startswith('{"certificate"'))
    example = lines[begin : lines.index("root 1") + 1]
    assert CHECKER.proven(iter(example)) == "3 covers of 6 cells by 1 kind of pieces"
    assert example == list(certificate(Problem("3x2", "any*I2")).lines)
