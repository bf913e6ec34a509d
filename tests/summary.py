#!/usr/bin/env python3
"""Adds up what the steps of `./build test` counted: tests/summary.py LOG-FOLDER [FAILED-STEP...]

A step without a count of its own (formatting, lints) counts as one test, and so does a step that failed without any
failed test. Prints `N passed, N failed, N skipped` as the last line.
"""

import re
import sys
from pathlib import Path

# passed, failed, skipped as named groups; a runner that counts `run` tests has passed = run - failed - errors - skipped.
COUNTS = [
    # cargo
    re.compile(r"^test result: \w+\. (?P<passed>\d+) passed; (?P<failed>\d+) failed; (?P<skipped>\d+) ignored"),
    # Surefire and Failsafe, the line that closes a module (the lines of single classes end in a time)
    re.compile(
        r"^\[\w+\] Tests run: (?P<run>\d+), Failures: (?P<failed>\d+), Errors: (?P<errors>\d+), Skipped: (?P<skipped>\d+)$"
    ),
    # Invoker
    re.compile(
        r"^\[\w+\] +Passed: (?P<passed>\d+), Failed: (?P<failed>\d+), Errors: (?P<errors>\d+), Skipped: (?P<skipped>\d+)$"
    ),
    # tests/examples.py
    re.compile(r"^\w+: (?P<passed>\d+) passed, (?P<failed>\d+) failed, (?P<skipped>\d+) skipped$"),
]
COLORS = re.compile(r"\x1b\[[0-9;]*m")


def count(log: str) -> tuple[int, int, int] | None:
    """Passed, failed and skipped of one log, None if it has no count."""
    total = None
    for line in log.splitlines():
        line = COLORS.sub("", line).rstrip()
        for pattern in COUNTS:
            if match := pattern.search(line):
                numbers = {name: int(number) for name, number in match.groupdict().items()}
                failed = numbers["failed"] + numbers.get("errors", 0)
                passed = numbers.get("passed", numbers.get("run", 0) - failed - numbers["skipped"])
                before = total or (0, 0, 0)
                total = (before[0] + passed, before[1] + failed, before[2] + numbers["skipped"])
    return total


def main() -> int:
    folder, broken = Path(sys.argv[1]), sys.argv[2:]
    sums = [0, 0, 0]
    for file in sorted(folder.glob("*.log")):
        counted = count(file.read_text(errors="replace"))
        if counted is None:
            counted = (0, 1, 0) if file.stem in broken else (1, 0, 0)
        elif file.stem in broken and counted[1] == 0:
            counted = (counted[0], 1, counted[2])
        print(f"{file.stem}: {counted[0]} passed, {counted[1]} failed, {counted[2]} skipped")
        sums = [a + b for a, b in zip(sums, counted)]
    print(f"{sums[0]} passed, {sums[1]} failed, {sums[2]} skipped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
