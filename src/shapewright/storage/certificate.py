"""Certificates: files with which a short program that shares no code with this package proves an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import chain
from typing import IO, NamedTuple, cast

from shapewright.errors import ProblemError
from shapewright.storage.files import whole_file

SUFFIXES = (".cert", ".cert.xz")
BRIDGES = {".drat": ".cnf", ".pbp": ".opb"}
"""Proofs for programs of others, and the formulas that these are about, in files beside them."""


class Certificate(NamedTuple):
    """What proves a claim, as the lines of a text file.

    ``claim`` says in words what is proven, ``checker`` is the name of the program in ``certificates/`` that checks it.
    The ``lines``, without their ends, are made while they are written, once; so is the ``formula`` of a proof for a
    program of others, which has a file of its own.
    """

    claim: str
    checker: str
    lines: Iterator[str]
    formula: Iterator[str] = iter(())

    @property
    def program(self) -> str:
        """Where the checker is: in this repository, or elsewhere."""
        return f"certificates/{self.checker}" if self.checker.endswith(".py") else self.checker

    def write(self, path: str) -> dict[str, object]:
        """Write the file, compressed if its name ends in ``.xz``, and say what it is: all of it or nothing is there.

        Raises ``FileError`` if it cannot be written, ``ProblemError`` if it was before, and what making lines raises.
        """
        check_name(path)
        first = next(self.lines, None)
        if first is None:
            raise ProblemError("this certificate has been written already; make another one")
        lines = chain([first], self.lines)
        for suffix, other in BRIDGES.items():
            if path.endswith(suffix):
                with whole_file(path.removesuffix(suffix) + other) as file:
                    file.writelines(line.encode() + b"\n" for line in self.formula)
        with whole_file(path) as file:
            digest = _Digest(file)
            if path.endswith(".xz"):
                import lzma  # few certificates are compressed

                with lzma.open(cast("IO[bytes]", digest), "wb", preset=1) as packed:
                    packed.writelines(line.encode() + b"\n" for line in lines)
            else:
                digest.writelines(line.encode() + b"\n" for line in lines)
        return {
            "file": path,
            "claim": self.claim,
            "checker": self.checker,
            "bytes": digest.size,
            "sha256": digest.sha256.hexdigest(),
        }


def check_name(path: str) -> None:
    """Raise ``ProblemError`` if ``path`` does not name a certificate."""
    if not path.endswith((*SUFFIXES, *BRIDGES)):
        raise ProblemError(
            f"{path!r} cannot be a certificate: the name must end in {' or '.join(SUFFIXES)} "
            f"(of a puzzle without a tiling also in {' or '.join(BRIDGES)})"
        )


class _Digest:
    """A file whose length and SHA-256 are known when all is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.size, self.sha256 = file, 0, hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.size += len(data)
        self.sha256.update(data)
        return self.file.write(data)

    def writelines(self, lines: Iterator[bytes]) -> None:
        for line in lines:
            self.write(line)
