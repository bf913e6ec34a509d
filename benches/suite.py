#!/usr/bin/env python3
"""Measures whole runs of `reflection-check analyze` over real programs.

    cargo build --release && benches/suite.py [--runs 5] [--only NAME,...] [--tai-e] [--check | --write-counts]

Each program is analysed with all of its class path and the JDK: its own jars are the application, what they depend on
are libraries. Programs come from Maven Central through mvn. Printed are medians: wall time and peak memory of the whole
process, the wall time of a second run on the same inputs, and from the result the methods reached, facts and call edges.

--tai-e runs Tai-e after each run of ours, so that both have the same machine, and prints how many times slower and larger
it is. --concatenate analyses the programs as one application, one more in each row, and prints the time per method.

--check fails if a median is over its limit (for 2 cores and JDK 17) or a count is not that of counts.json, which has them
by version of the JDK; --write-counts replaces them there. A speed-up that moves a count is none.
"""

import argparse
import json
import os
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

import tai_e
from programs import PROGRAMS, ROOT, WORK, Program, jdk_home, jdk_version, prepare, timed

COUNTS = ROOT / "benches/counts.json"
COUNTED = ["methods", "facts", "call-edges"]


@dataclass
class Bench:
    binary: Path
    settings: dict

    def analyse(self, name: str, classes: list[str], classpath: list[dict], fresh: bool = True) -> tuple[float, float]:
        """Seconds and gigabytes of one process."""
        folder = WORK / name
        folder.mkdir(parents=True, exist_ok=True)
        request = {"version": 1, "classes": classes, "classpath": classpath, "jdk-home": jdk_home(), "fresh": fresh}
        # What other runs kept of the libraries would make this one shorter than a first one.
        request |= {"result": str(folder / "result.json"), "no-cache": True} | self.settings
        file = folder / "request.json"
        file.write_text(json.dumps(request, indent=2))
        status, seconds, _, gigabytes = timed([self.binary, "analyze", "--request", file])
        if status != 0:
            sys.exit(f"{self.binary} analyze --request {file} ended with {status}")
        return seconds, gigabytes


def counts(name: str) -> dict[str, int]:
    """What must not move, from the last result."""
    result = json.loads((WORK / name / "result.json").read_text())
    solved = result["solved"]
    counters = dict(solved["counters"])
    return {key: solved["reach"]["methods-reached"] if key == "methods" else counters[key] for key in COUNTED}


def measure(bench: Bench, program: Program, arguments: argparse.Namespace) -> tuple[list[str], dict[str, int]]:
    """Prints a row; what is wrong with it, and the counts."""
    classes, classpath = prepare(program)
    ours, theirs = [], []
    compared = program.tai_e if arguments.tai_e else None
    for _ in range(arguments.runs):
        ours.append(bench.analyse(program.name, classes, classpath))
        if compared:
            theirs.append(tai_e.run(program, arguments.heap, arguments.seconds))
    median = lambda runs, at: statistics.median(run[at] for run in runs)
    seconds, gigabytes = median(ours, 0), median(ours, 1)
    again = statistics.median(bench.analyse(program.name, classes, classpath, False)[0] for _ in range(arguments.runs))
    found = counts(program.name)
    wrong = []
    if program.max_seconds and seconds > program.max_seconds:
        wrong.append(f"over {program.max_seconds} s")
    if program.max_gigabytes and gigabytes > program.max_gigabytes:
        wrong.append(f"over {program.max_gigabytes} GB")
    print(
        f"{program.name:<16} {seconds:>8.2f} {gigabytes:>8.2f} {again:>8.2f} {found['methods']:>9,} {found['facts']:>13,}"
        f" {found['call-edges']:>11,}   {', '.join(wrong)}",
        flush=True,
    )
    if compared:
        slower, larger = median(theirs, 1), median(theirs, 2)
        ended = {run[0] for run in theirs}
        print(
            f"  {f'Tai-e, {compared}':<14} {slower:>6.2f} {larger:>8.2f} {'':>8} {theirs[0][3]:>9,} {'':>13} {theirs[0][4]:>11,}"
            f"   {slower / seconds:.1f} times the time, {larger / gigabytes:.1f} times the memory"
            f"{'' if ended == {'ok'} else f', {ended}'}",
            flush=True,
        )
    return [f"{program.name}: {what}" for what in wrong], found


def concatenate(bench: Bench, programs: list[Program], runs: int):
    """Programs as one application, one more in each row."""
    print(f"{'application':<40} {'s':>7} {'GB':>6} {'methods':>9} {'us/method':>10} {'facts/method':>13}")
    bench.settings |= {"max-steps": 10**9, "max-facts": 10**11}
    classes, classpath, names = [], [], []
    for program in programs:
        own, libraries = prepare(program)
        names.append(program.name)
        classes += own
        known = {item["path"] for item in classpath}
        classpath += [library for library in libraries if library["path"] not in known]
        all_runs = [bench.analyse("concatenated", classes, classpath) for _ in range(runs)]
        seconds, gigabytes = (statistics.median(run[at] for run in all_runs) for at in (0, 1))
        found = counts("concatenated")
        each = 1e6 * seconds / found["methods"]
        print(
            f"{'+'.join(names)[-40:]:<40} {seconds:>7.1f} {gigabytes:>6.2f} {found['methods']:>9,} {each:>10.0f}"
            f" {found['facts'] / found['methods']:>13,.0f}",
            flush=True,
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", help="names of programs, separated by commas")
    parser.add_argument("--entry", choices=["auto", "main", "public"], help="entry points; default: the program's own default")
    parser.add_argument("--mode", help="mode; default: the program's own default")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/reflection-check")
    parser.add_argument("--tai-e", action="store_true", help=f"compare with Tai-e {tai_e.VERSION}")
    parser.add_argument("--heap", default="18g", help="largest heap of Tai-e")
    parser.add_argument("--seconds", type=float, default=600, help="limit of a run of Tai-e")
    parser.add_argument("--concatenate", action="store_true")
    parser.add_argument("--check", action="store_true", help="fail on a median over its limit or a count that has moved")
    parser.add_argument("--write-counts", action="store_true")
    arguments = parser.parse_args()

    settings = {"entry": arguments.entry, "mode": arguments.mode, "threads": arguments.threads}
    bench = Bench(arguments.binary, {key: value for key, value in settings.items() if value is not None})
    chosen = [program for program in PROGRAMS if arguments.only is None or program.name in arguments.only.split(",")]
    print(f"JDK {jdk_version()}, {os.cpu_count()} cores, medians of {arguments.runs}")
    if arguments.concatenate:
        concatenate(bench, chosen, arguments.runs)
        return 0
    print(f"{'program':<16} {'wall s':>8} {'peak GB':>8} {'again s':>8} {'methods':>9} {'facts':>13} {'call edges':>11}")
    recorded = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    expected = recorded.setdefault(jdk_version(), {})
    wrong = []
    for program in chosen:
        slow, found = measure(bench, program, arguments)
        wrong += slow
        if arguments.write_counts:
            expected[program.name] = found
        elif before := expected.get(program.name):
            moved = [f"{key} {before[key]:,} -> {found[key]:,}" for key in COUNTED if before[key] != found[key]]
            wrong += [f"{program.name}: {what}" for what in moved]
        else:
            print(f"  no counts of it for JDK {jdk_version()} in {COUNTS.name}")
    if arguments.write_counts:
        COUNTS.write_text(json.dumps(recorded, indent=2, sort_keys=True) + "\n")
    print("\n".join(wrong))
    return 1 if wrong and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
