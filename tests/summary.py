#!/usr/bin/env python3
"""Adds up what the steps of `./build test` counted: tests/summary.py LOG-FOLDER [FAILED-STEP...]

A step without a count of its own (formatting, lints) counts as one test unless it only compiles, and so does a step that
failed without any failed test. A test that did without something, as a JDK 25, says so in a line `[skipped] TEST: WHY`: it counts as
skipped, whatever it did besides, and the line is repeated; not so a test that failed. Prints the time of each step where NAME.time beside the log
has it, and `N passed, N failed, N skipped` as the last line.

    python3 -m unittest tests/summary.py
"""

import re
import sys
import tempfile
import unittest
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
SKIPPED = re.compile(r"\[skipped\] (?P<test>.+?): (?P<why>.*)$")
FAILED = re.compile(r"^test (?P<test>\S+) (- .*)?\.\.\. FAILED$")
# Wall time of the slow tests, past their runner.
TIME = re.compile(r"\[time\] (?P<test>\S+) (?P<seconds>[\d.]+) s$")


def count(log: str) -> tuple[int, int, int] | None:
    """Passed, failed and skipped of one log, None if it has no count."""
    total = None
    for line in lines(log):
        for pattern in COUNTS:
            if match := pattern.search(line):
                numbers = {name: int(number) for name, number in match.groupdict().items()}
                failed = numbers["failed"] + numbers.get("errors", 0)
                passed = numbers.get("passed", numbers.get("run", 0) - failed - numbers["skipped"])
                before = total or (0, 0, 0)
                total = (before[0] + passed, before[1] + failed, before[2] + numbers["skipped"])
    incomplete = len({test for test, _ in skipped(log)})
    if total and incomplete:
        return (total[0] - incomplete, total[1], total[2] + incomplete)
    return total


def lines(log: str) -> list[str]:
    return [COLORS.sub("", line).rstrip() for line in log.splitlines()]


def matches(pattern: re.Pattern, log: str) -> list[re.Match]:
    return [found for line in lines(log) if (found := pattern.search(line))]


def skipped(log: str) -> list[tuple[str, str]]:
    """Tests that did without something, and without what; those that failed have failed."""
    failed = {found["test"] for found in matches(FAILED, log)}
    found = [(line["test"], line["why"]) for line in matches(SKIPPED, log) if line["test"] not in failed]
    return sorted(set(found))


def times(file: Path, log: str) -> str:
    """`wall (cpu)` seconds of a step and of its slow tests."""
    timed = file.with_suffix(".time")
    step = "wall {:>5} s, CPU {:>5} s".format(*timed.read_text().split()) if timed.is_file() else ""
    slow = [f"\n    {found['test']:<62}{found['seconds']:>7} s" for found in matches(TIME, log)]
    return step + "".join(slow)


def main() -> int:
    folder, broken = Path(sys.argv[1]), sys.argv[2:]
    sums = [0, 0, 0]
    for file in sorted(folder.glob("*.log")):
        log = file.read_text(errors="replace")
        counted = count(log)
        if counted is None:
            compiles = file.stem.startswith("compile")
            counted = (0, 1, 0) if file.stem in broken else (0 if compiles else 1, 0, 0)
        elif file.stem in broken and counted[1] == 0:
            counted = (counted[0], 1, counted[2])
        own = f"{file.stem}: {counted[0]} passed, {counted[1]} failed, {counted[2]} skipped"
        print(f"{own:<52}{times(file, log)}".rstrip())
        for test, why in skipped(log):
            print(f"    skipped: {test}: {why}")
        sums = [a + b for a, b in zip(sums, counted)]
    print(f"{sums[0]} passed, {sums[1]} failed, {sums[2]} skipped")
    return 0


class Tests(unittest.TestCase):
    RUN = "test a::b ... ok\n\n[skipped] a::b: no JDK 25\n\n[skipped] a::c: no mvn\ntest a::c ... FAILED\n"

    def test_what_did_without_something_is_skipped(self):
        result = "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured"
        self.assertEqual(count(result), (5, 0, 1))
        self.assertEqual(count("[skipped] a::b: no JDK 25\n[skipped] a::b: no JDK 25\n" + result), (4, 0, 2))
        self.assertEqual(count(self.RUN + "test result: FAILED. 4 passed; 1 failed; 0 ignored"), (3, 1, 1))
        self.assertEqual(skipped(self.RUN), [("a::b", "no JDK 25")], "a::c failed")
        panicking = "[skipped] a::b: no mvn\ntest a::b - should panic ... FAILED\n"
        self.assertEqual(skipped(panicking), [])
        self.assertEqual(count(panicking + "test result: FAILED. 2 passed; 1 failed; 0 ignored"), (2, 1, 0))
        self.assertIsNone(count("Finished\n"))

    def test_java_runners_are_counted(self):
        self.assertEqual(count("[INFO] Tests run: 7, Failures: 1, Errors: 1, Skipped: 2"), (3, 2, 2))
        self.assertEqual(count("[INFO]   Passed: 6, Failed: 0, Errors: 0, Skipped: 0"), (6, 0, 0))

    def test_times_stand_beside_the_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "suite.log"
            log.with_suffix(".time").write_text("12 20.5\n")
            shown = times(log, "test x ... \n[time] properties::x 7.5 s\n")
        self.assertEqual(shown.split("\n")[0], "wall    12 s, CPU  20.5 s")
        self.assertEqual(shown.split(), "wall 12 s, CPU 20.5 s properties::x 7.5 s".split())


if __name__ == "__main__":
    sys.exit(main())
