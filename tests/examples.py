#!/usr/bin/env python3
"""Builds the examples with the installed plugins and compares what they report with what they are known to contain.

    tests/examples.py demo     builds each example in place, prints its report and where the files are
    tests/examples.py test     in copies: findings, pasting the printed spec entry, lowering the level

Each example has an `expected-findings.txt` (`LEVEL RULE FILE:LINE`, one a line). Exit status 0 if everything was as
expected. Needs mvn on the PATH; Gradle is taken from GRADLE_HOME, the PATH, or assembled by tests/gradle-home.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GRADLE_VERSION = "8.11.1"
# A build that takes longer hangs.
SECONDS = 600
BUILD_FOLDERS = ("target", "build", ".gradle")


@dataclass
class Example:
    name: str
    tool: str
    # What the person who pastes the printed entry writes in place of "...".
    values: list[str] = field(default_factory=list)
    # Extra text files compared with the report: (expected file, report glob).
    snapshot: str | None = None


EXAMPLES = [
    Example(
        "gradle",
        "gradle",
        values=["com.acme.orders.reporting.TextEngine", "com.acme.orders.reporting.HtmlEngine"],
    ),
    Example(
        "maven",
        "maven",
        values=["com.acme.shop.core.StandardPrices", "com.acme.shop.core.SeasonalPrices"],
    ),
    Example(
        "spring-boot",
        "maven",
        values=["com.acme.booking.payment.CardPayment", "com.acme.booking.payment.InvoicePayment"],
        snapshot="expected-output.txt",
    ),
    Example("mybatis-web", "maven", values=["com.acme.books.HtmlList", "com.acme.books.CsvList"]),
]


class Mismatch(Exception):
    """Something was not as expected; the message says what."""


def gradle_home() -> Path:
    """A Gradle of the supported versions: GRADLE_HOME, else the one on the PATH, else assembled from Maven Central."""
    if home := os.environ.get("GRADLE_HOME"):
        return Path(home)
    if found := shutil.which("gradle"):
        version = re.search(r"^Gradle (\d+)\.(\d+)", run([found, "--version"], ROOT)[1], re.MULTILINE)
        if version and (7, 6) <= (int(version[1]), int(version[2])):
            return Path(found).resolve().parent.parent
    status, output = run([str(ROOT / "tests/gradle-home/gradle-home"), GRADLE_VERSION], ROOT)
    if status != 0:
        raise Mismatch(f"no Gradle: {output}")
    return Path(output.strip().splitlines()[-1])


def run(command: list[str], directory: Path) -> tuple[int, str]:
    """Exit status and output, without the variables that would choose another executable than the installed one."""
    environment = {k: v for k, v in os.environ.items() if k != "REFLECTION_CHECK"}
    # A session of its own, so that what it started ends with it.
    process = subprocess.Popen(
        command,
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        raise Mismatch(f"{shown(command)} took longer than {SECONDS} seconds\n{output}") from None
    return process.returncode, output


def command(example: Example) -> list[str]:
    if example.tool == "gradle":
        return [str(gradle_home() / "bin/gradle"), "--no-daemon", "--console=plain", "reflectionCheck", "--continue"]
    return ["mvn", "-B", "-ntp", "--fail-at-end", "verify"]


def shown(words: list[str]) -> str:
    return " ".join([Path(words[0]).name, *(w for w in words[1:] if not w.startswith("-"))])


def reports(directory: Path, suffix: str) -> list[Path]:
    return sorted(directory.glob(f"**/reflection-check/*{suffix}"))


def clean(directory: Path) -> None:
    for folder in {path.parent for path in directory.glob("**/reflection-check/*.sarif")}:
        shutil.rmtree(folder)


def place(directory: Path, uri: str) -> str:
    """A reported path relative to the example, wherever the report's own root was."""
    for root in (directory, ROOT):
        path = root / uri
        if path.exists() and path.is_relative_to(directory):
            return path.relative_to(directory).as_posix()
    raise Mismatch(f"the report names {uri}, which is no file of the example")


def found(directory: Path) -> list[str]:
    """`LEVEL RULE FILE:LINE` for each result of each SARIF report."""
    lines = []
    for report in reports(directory, ".sarif"):
        for sarif_run in json.loads(report.read_text())["runs"]:
            for result in sarif_run["results"]:
                location = result["locations"][0]["physicalLocation"]
                file = place(directory, location["artifactLocation"]["uri"])
                lines.append(f"{result['level']} {result['ruleId']} {file}:{location['region']['startLine']}")
    return sorted(lines)


def expected(directory: Path) -> list[str]:
    lines = (directory / "expected-findings.txt").read_text().splitlines()
    return sorted(line for line in lines if line and not line.startswith("#"))


def require(condition: bool, message: str, output: str = "") -> None:
    if not condition:
        tail = "\n".join(output.splitlines()[-60:])
        raise Mismatch(f"{message}\n{tail}" if tail else message)


def compare(directory: Path, want: list[str], output: str) -> None:
    got = found(directory)
    lines = [f"  missing: {line}" for line in want if line not in got]
    lines += [f"  unexpected: {line}" for line in got if line not in want]
    require(got == want, "findings differ:\n" + "\n".join(lines), output)


def check_fails(example: Example, directory: Path) -> str:
    """Builds, and requires the build to fail with exactly the expected findings. Returns the build's output."""
    clean(directory)
    status, output = run(command(example), directory)
    require(bool(reports(directory, ".sarif")), "the build wrote no report", output)
    compare(directory, expected(directory), output)
    require(status != 0, "the build passed, though it has findings", output)
    return output


def demo(example: Example) -> None:
    directory = ROOT / "examples" / example.name
    words = command(example)
    print(f"\n=== examples/{example.name}: {shown(words)}\n", flush=True)
    start = time.monotonic()
    check_fails(example, directory)
    for report in reports(directory, ".txt"):
        print(report.read_text())
    print(f"The build failed with exactly the expected findings ({time.monotonic() - start:.0f} s). Reports:")
    for report in reports(directory, ""):
        if report.is_file():
            print(f"  {report.relative_to(ROOT)}")


def pasted_entry(directory: Path, values: list[str]) -> str:
    """The spec entry that the reports print, with real values in place of the dots."""
    for report in reports(directory, ".txt"):
        lines = report.read_text().splitlines()
        heads = [n for n, line in enumerate(lines) if re.match(r"Entr(y|ies) to paste", line)]
        if heads:
            entry = []
            for line in lines[heads[0] + 1 :]:
                if not line.startswith("  "):
                    break
                entry.append(line[2:])
            quoted = ", ".join(json.dumps(value) for value in values)
            return "\n".join(entry).replace('"..."', quoted) + "\n"
    raise Mismatch("no report prints an entry to paste")


def normalized(text: str) -> str:
    """The text without what differs between machines."""
    text = re.sub(r"JDK \S+ .*?   ", "JDK ...   ", text)
    return re.sub(r"   \S*reflection-check/main\.sarif   ", "   .../main.sarif   ", text)


def check_snapshot(example: Example, directory: Path) -> None:
    (report,) = reports(directory, "main.txt")
    text = report.read_text()
    require(len(text.splitlines()) < 40, f"{report} does not fit on a screen", text)
    require(bool(re.search(r"\d+ of \d+ methods reached", text)), f"{report} does not say what was reached", text)
    file = ROOT / "examples" / example.name / example.snapshot
    got = normalized(text)
    if os.environ.get("UPDATE_SNAPSHOTS"):
        file.write_text(got)
    require(file.read_text() == got, f"the report differs from {file.relative_to(ROOT)}:", got)


def test(example: Example) -> list[tuple[str, str | None]]:
    """Runs the checks of one example; each is a name and what went wrong, None if nothing did."""
    directory = ROOT / "target/examples" / example.name
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(ROOT / "examples" / example.name, directory, ignore=shutil.ignore_patterns(*BUILD_FOLDERS))
    spec = directory / "reflection-specs/pasted.toml"
    config = directory / "reflection-check.toml"
    entry = ""

    def fails() -> None:
        nonlocal entry
        check_fails(example, directory)
        entry = pasted_entry(directory, example.values)

    def snapshot() -> None:
        check_snapshot(example, directory)

    def warns() -> None:
        config.write_text('[policy.levels]\nRC1001 = "warning"\n')
        clean(directory)
        status, output = run(command(example), directory)
        config.unlink()
        compare(directory, [line.replace("error RC1001", "warning RC1001") for line in expected(directory)], output)
        require(status == 0, "the build fails on a warning", output)
        require("warning RC1001" in output, "the build does not show the warning", output)

    def passes() -> None:
        spec.parent.mkdir(exist_ok=True)
        spec.write_text(entry)
        clean(directory)
        status, output = run(command(example), directory)
        compare(directory, [line for line in expected(directory) if not line.startswith("error RC1001")], output)
        require(status == 0, f"the build fails with the spec entry\n{entry}", output)

    checks = [("fails with the expected findings", fails), ("warns when the level is lowered", warns)]
    if example.snapshot:
        checks.insert(1, (f"prints {example.snapshot}", snapshot))
    checks.append(("passes with the printed spec entry", passes))
    outcomes = []
    for name, check in checks:
        try:
            check()
            outcomes.append((name, None))
        except Mismatch as mismatch:
            outcomes.append((name, str(mismatch)))
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["demo", "test"])
    parser.add_argument("--only", help="name of one example")
    arguments = parser.parse_args()
    examples = [e for e in EXAMPLES if arguments.only in (None, e.name)]
    passed = failed = 0
    for example in examples:
        if arguments.what == "demo":
            try:
                demo(example)
                passed += 1
            except Mismatch as mismatch:
                print(f"examples/{example.name}: {mismatch}")
                failed += 1
            continue
        for name, problem in test(example):
            print(f"examples/{example.name} {name}: {'ok' if problem is None else 'FAILED'}", flush=True)
            if problem is None:
                passed += 1
            else:
                print("    " + problem.replace("\n", "\n    "))
                failed += 1
    if arguments.what == "test":
        print(f"examples: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
