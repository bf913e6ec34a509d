#!/usr/bin/env python3
"""Compares reflection-check and Tai-e on the same programs, class paths and recorded facts: what docs/comparison.md shows.

    cargo build --release && mvn -q -f recorder/pom.xml package -DskipTests && benches/compare.py [--only NAME] [--keep-runs]

Each program of calls.toml is run once under the recorder. Then it is analysed by reflection-check (scopes demand and whole) and by
Tai-e (string-constant and solar), one after the other on this machine, and each answer is compared with what the run reached:

  resolved   the answer lists it at its call
  flagged    the answer says that this call's list may be incomplete (Tai-e: its log names the call as unsound)
  shadowed   the call is said to be unreached, while some other call is flagged
  silent     nothing says that it may exist
  closed     reflection-check, scope demand: at a call in library code that nobody asked for, which the answer says

Facts that only reflection-check has an answer for (services, bundles, list look-ups, proxies, handles) are left out. Tai-e looks at
the whole class path as application code, since its Solar infers for nothing else, and analyses the JDK that runs it. Times are
seconds of the wall and of all processors, memory is the peak of the process.

Before anything is compared, control reports (empty, everything flagged, a tenth of the targets dropped, everything unreached) must
come out badly. The exit status is 1 if they do not, or if an answer of reflection-check is silent about a fact.
"""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import calls
import facts
from programs import ROOT, jdk_home, jdk_version, resolve, timed
from tai_e import MAIN, VERSION

WORK = ROOT / "target/benches/compare"
# `[Method.invoke]<p.A: void m()>[12@L34] ...`: how Tai-e logs a call.
LOGGED = re.compile(r"(?:\[[\w.]+\])?<(?P<caller>[^:]+): .*?>\[\d+@L(?P<line>\d+)\]")


def reflection_check(program: calls.Program, binary: Path, scope: str) -> tuple:
    """How it ended, seconds, processor seconds, gigabytes, and what the sites report says."""
    sites = WORK / f"{program.name}-{scope}.jsonl"
    command = [binary, "check", "--jdk-home", jdk_home(), "--no-cache", "--exit-zero", "--scope", scope]
    command += [word for jar in program.application for word in ("--classes", jar)]
    command += ["--classpath", os.pathsep.join(program.libraries)] if program.libraries else []
    with (WORK / "reflection-check.log").open("wb") as log:
        status, *cost = timed([*command, "--output", f"sites={sites}"], stdout=log, stderr=log)
    return "ok" if status == 0 else f"status {status}", *cost, facts.ours(sites) if status == 0 else None


def tai_e(program: calls.Program, mode: str, heap: str, limit: float) -> tuple:
    """As `reflection_check`, with sites by caller, method, line and API."""
    tool = os.pathsep.join(resolve("tai-e", (f"net.pascal-lab:tai-e:{VERSION}",)))
    plugin, out = WORK / "plugin", WORK / f"{program.name}-tai-e-{mode}"
    out.mkdir(parents=True, exist_ok=True)
    javac = [f"{jdk_home()}/bin/javac", "-nowarn", "-cp", tool, "-d", plugin]
    subprocess.run([*javac, ROOT / "benches/TaieTargets.java"], check=True)
    targets, path = out / "targets.tsv", os.pathsep.join(program.application + program.libraries)
    targets.unlink(missing_ok=True)
    main = program.main[2]
    command = [f"{jdk_home()}/bin/java", f"-Xmx{heap}", f"-Dtargets={targets}", "-cp", f"{tool}{os.pathsep}{plugin}", MAIN]
    command += ["-pp", "-ap", "-java", "17", "-acp", path, "-m", main, "--output-dir", out]
    command += ["-a", f"pta=cs:ci;reflection-inference:{mode};plugins:[TaieTargets]"]
    with (out / "log.txt").open("wb") as log:
        status, *cost = timed(command, limit, stdout=log, stderr=log)
    text = (out / "log.txt").read_text(errors="replace")
    if not targets.exists():
        thrown = re.search(r"(\w+(?:Exception|Error))\b", text)
        return f"over {limit:.0f} s" if status is None else f"fails ({thrown[1] if thrown else status})", *cost, None
    answer: dict[tuple, facts.Site] = {}
    for line in targets.read_text().splitlines():
        *place, target = line.split("\t")
        answer.setdefault(tuple(place), facts.Site()).targets.add(target)
    unsound = {(found["caller"], found["line"]) for found in logged(text)}
    for (caller, _, line, _), site in answer.items():
        site.flagged = (caller, line) in unsound
    return "ok", *cost, answer


def logged(text: str):
    """The calls that Tai-e's log lists as unsound."""
    listed = False
    for line in text.splitlines():
        if "reflective calls" in line.lower():
            listed = "unsound" in line.lower()
        elif listed and (found := LOGGED.match(line.strip())):
            yield found


def by_line(fact: facts.Fact) -> tuple:
    return fact.caller, fact.method, fact.line, fact.api


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=Path, default=ROOT / "benches/calls.toml")
    parser.add_argument("--only", action="append", help="name of a program (repeatable)")
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/reflection-check")
    parser.add_argument("--heap", default="12g", help="largest heap of Tai-e")
    parser.add_argument("--seconds", type=float, default=600, help="limit of a run of Tai-e")
    parser.add_argument("--keep-runs", action="store_true", help="take recordings of the last time where there are some")
    parser.add_argument("--without-tai-e", action="store_true")
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)

    print(f"JDK {jdk_version()}, {os.cpu_count()} processors, Tai-e {VERSION}")
    columns = [*facts.VERDICTS, "closed"]
    print(f"{'program':<10} {'answer of':<24} {'facts':>6}" + "".join(f" {name:>8}" for name in columns), end="")
    print(f" {'wall s':>7} {'cpu s':>7} {'GB':>6}")
    wrong = []
    for entry in tomllib.loads(arguments.programs.read_text())["program"]:
        if "project" in entry or arguments.only and entry["name"] not in arguments.only:
            continue
        program = calls.prepare(entry, arguments.programs.resolve().parent)
        record = calls.WORK / program.name / "record.tsv"
        if not (arguments.keep_runs and record.exists()):
            calls.run(program)
        recorded = facts.recorded(record)

        def row(name: str, ended: str, seconds: float, processor: float, gigabytes: float, found: Counter | None):
            counts = "".join(f" {found[name]:>8}" for name in columns) if found is not None else f" {ended:<{9 * len(columns) - 1}}"
            print(f"{program.name:<10} {name:<24} {len(recorded):>6}{counts}", end="")
            print(f" {seconds:>7.1f} {processor:>7.1f} {gigabytes:>6.2f}", flush=True)

        for scope in ("demand", "whole"):
            *cost, answer = reflection_check(program, arguments.binary, scope)
            found = facts.score(recorded, answer) if answer is not None else None
            row(f"reflection-check {scope}", *cost, found)
            if found is None:
                wrong.append(f"{program.name}: reflection-check ends with {cost[0]}")
                continue
            wrong += [f"{program.name}: {text}" for text in facts.controls(recorded, answer)]
            if found["silent"]:
                wrong.append(f"{program.name}: {found['silent']} facts are missing in silence under scope {scope}")
        for mode in () if arguments.without_tai_e else ("string-constant", "solar"):
            *cost, answer = tai_e(program, mode, arguments.heap, arguments.seconds)
            row(f"Tai-e {mode}", *cost, facts.score(recorded, answer, by_line) if answer is not None else None)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
