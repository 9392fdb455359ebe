"""Copies of the tree in which files may be changed, and pytest in them with limits of time and memory."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from shapewright import _core

ROOT = Path(__file__).parents[2]
SOURCE = "src/shapewright"
MEMORY = 4 << 30  # bytes that the tests of a change may use


@dataclass(frozen=True)
class Tree:
    """A copy of the tree, in which files may be changed."""

    place: Path

    @classmethod
    def copied(cls) -> Tree:
        """Copy what git knows or would take, and the compiled module."""
        place = Path(tempfile.mkdtemp(prefix="shapewright-mutants-"))
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True
        )
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (ROOT / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, place / name)
        module = Path(_core.__file__)
        shutil.copy2(module, place / SOURCE / module.name)
        return cls(place)

    def pytest(self, arguments: list[str], seconds: float, **environment: str) -> tuple[int, str]:
        """The exit code of pytest in this tree, with its last words; a signal's number below 0 if it was ended."""

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.nice(2)

        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        paths = [str(self.place / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        run = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=self.place,
            env={**inherited, "PYTHONPATH": os.pathsep.join(paths), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            preexec_fn=limit,
            start_new_session=True,
        )
        try:
            told, _ = run.communicate(timeout=20 * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            told, _ = run.communicate()
        return run.returncode, told[-2000:]

    def write(self, name: str, content: bytes) -> None:
        """Replace a file; what Python compiled of it goes."""
        path = self.place / SOURCE / name
        path.write_bytes(content)
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()
