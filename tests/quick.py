#!/usr/bin/env python3
"""What `./build quick NAME` says of names that nothing has. In a copy of the tree: a run removes the logs of the one before.

    python3 -m unittest tests/quick.py
"""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def quick(name: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copy(ROOT / "build", copy)
        for part in ("src", "fixtures"):
            shutil.copytree(ROOT / part, copy / part)
        (copy / "tests").mkdir()
        shutil.copy(ROOT / "tests/suite.rs", copy / "tests")
        return subprocess.run(["bash", copy / "build", "quick", name], capture_output=True, text=True)


class Tests(unittest.TestCase):
    def test_a_name_that_nothing_has_lists_what_there_is(self):
        for name in ("NOSUCH", "../src"):
            with self.subTest(name):
                run = quick(name)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertEqual(run.stdout, "")
                self.assertTrue(run.stderr.startswith(f"nothing is called {name}. There are\n"), run.stderr)
                words = run.stderr.split()
                for expected in ("S001ForNameLiteral", "reflection/api", "natives", "tidy"):
                    self.assertIn(expected, words)


if __name__ == "__main__":
    unittest.main()
