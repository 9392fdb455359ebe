"""Runs pip to install the package, and says how far the compiler has come: ``python compile.py pip install -v ...``.

pip is silent for as long as the engine compiles, or prints everything there is. Of what it prints this shows ninja's
count of files alone, on one line of a terminal, and a line for every tenth of them elsewhere; all of it if pip fails.
"""

from __future__ import annotations

import re
import subprocess
import sys

COUNT = re.compile(r"\s*\[(\d+)/(\d+)\] ")


def main(command: list[str]) -> int:
    """Run pip; its exit code."""
    printed: list[str] = []
    terminal = sys.stdout.isatty()
    tenths = 0
    is_open = False  # a line without an end
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace") as pip:
        assert pip.stdout is not None
        try:
            for line in pip.stdout:
                printed.append(line)
                if not (count := COUNT.match(line)):
                    continue
                done, of = (int(number) for number in count.groups())
                if terminal:
                    sys.stdout.write(f"\r  {done} of {of} files")
                    is_open = True
                elif 10 * done // of > tenths:
                    tenths = 10 * done // of
                    sys.stdout.write(f"  {done} of {of} files\n")
                sys.stdout.flush()
        except KeyboardInterrupt:
            # The terminal tells pip and the compiler, too. Files that are compiled stay so.
            pip.wait()
            sys.stderr.write("\nStopped. Run make again to continue.\n")
            return 130
    if is_open:
        sys.stdout.write("\n")
    if pip.returncode:
        sys.stderr.writelines(line for line in printed if "Link requires a different Python" not in line)
    return pip.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
