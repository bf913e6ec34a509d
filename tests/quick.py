#!/usr/bin/env python3
"""What `./build` says of names that nothing has, and of filters that no test fits. In a copy of the tree: a run removes the logs of the one before.

    python3 -m unittest tests/quick.py
"""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


# What stands in for cargo: it prints the lines of a file, one for each test that ran.
CARGO = """#!/bin/sh
echo "running a number of tests"
cat "$(dirname "$0")/tests"
"""
JAVAC = """#!/bin/sh
echo javac 17.0.1
"""


def copy_of_the_tree(folder: Path):
    shutil.copy(ROOT / "build", folder)
    for part in ("src", "fixtures"):
        shutil.copytree(ROOT / part, folder / part)
    (folder / "tests").mkdir()
    for part in ("suite.rs", "summary.py"):
        shutil.copy(ROOT / "tests" / part, folder / "tests")
    tools = folder / "tools"
    tools.mkdir()
    for tool, text in (("cargo", CARGO), ("javac", JAVAC)):
        (tools / tool).write_text(text)
        (tools / tool).chmod(0o755)


def build(copy: Path, *arguments: str, tests: list[str] | None = None) -> subprocess.CompletedProcess:
    """Runs `./build` with these arguments; where tests are given, with a cargo that says that these ran."""
    path = os.environ["PATH"]
    if tests is not None:
        passed = f"test result: ok. {len(tests)} passed; 0 failed; 0 ignored; 0 measured\n"
        (copy / "tools/tests").write_text("".join(f"test {test} ... ok\n" for test in tests) + passed)
        path = f"{copy / 'tools'}{os.pathsep}{path}"
    run = ["bash", copy / "build", *arguments]
    return subprocess.run(run, capture_output=True, text=True, env={**os.environ, "PATH": path})


class Tests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.copy = Path(folder.name)
        copy_of_the_tree(cls.copy)

    def test_a_name_that_nothing_has_lists_what_there_is(self):
        for name in ("NOSUCH", "../src"):
            with self.subTest(name):
                run = build(self.copy, "quick", name)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertEqual(run.stdout, "")
                self.assertTrue(run.stderr.startswith(f"nothing is called {name}. There are\n"), run.stderr)
                words = run.stderr.split()
                for expected in ("S001ForNameLiteral", "reflection/api", "natives", "tidy"):
                    self.assertIn(expected, words)

    def test_each_filter_must_fit_a_test(self):
        quick = ["fixtures::expectations_hold_together", "docs::lists"]
        slow = ["fixtures::expectations_hold", "proposals::are_found", "properties::contexts_lose_nothing"]
        rule = ["properties::no_rule_can_go_missing_unnoticed"]
        # What is run, the tests that there are, and the filters that fit none of them.
        for arguments, tests, missing in (
            (["quick"], quick, []),
            (["quick"], quick[:1], ["fixtures: no test matched docs::"]),
            (["quick"], [], [f"{step}: no test matched" for step in ("tidy", "unit", "fixtures")]),
            (["quick", "reflection/api"], ["reflection::api::tests::rows"], []),
            (["quick", "reflection/api"], ["verdict::reflection::api::x"], ["unit: no test matched reflection::api::"]),
            (["quick", "natives"], ["natives::are_listed"], []),
            (["quick", "natives"], [], ["suite: no test matched natives::"]),
            (["properties"], slow, []),
            (["properties"], slow[:1] + slow[2:], ["properties: no test matched proposals::"]),
            (["properties", "for-name"], rule, []),
            (["properties", "for-name"], slow, [f"properties: no test matched {rule[0]}"]),
        ):
            with self.subTest(arguments=arguments, tests=tests):
                run = build(self.copy, *arguments, tests=tests)
                self.assertEqual(run.returncode, 1 if missing else 0, run.stdout + run.stderr)
                for line in missing:
                    self.assertIn(line, run.stderr)
                self.assertEqual("no test matched" in run.stderr, bool(missing), run.stderr)
                self.assertRegex(run.stdout, r"(?m)^\d+ passed, \d+ failed, 0 skipped$")
                self.assertRegex(run.stdout, r"wall +[\d.]+ s")


if __name__ == "__main__":
    unittest.main()
