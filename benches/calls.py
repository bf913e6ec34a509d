#!/usr/bin/env python3
"""Compares the calls that real programs make with the call graph of `reflection-check export callgraph`.

    cargo build --release && mvn -q -f recorder/pom.xml package -DskipTests && benches/calls.py [--only NAME]

Each program is run once under the recorder, which notes for every call of its classes the method that it led to, and
is then analysed. A recorded pair whose caller is in the program's own classes and that is no edge of the call graph is
missed. Printed are per program the recorded pairs, the missed ones by what is missing, pairs that are no edge for a
known cause, and the methods that were entered and not reached. The exit status is 1 if anything is missed.

Programs are listed in a TOML file (default: calls.toml beside this script): name, artifacts (Maven coordinates of the
program's own jars; what they depend on are libraries), main, args, and driver, a source below drivers/ beside the file
that is compiled and belongs to the program. In args {inputs} is drivers/inputs, {work} an empty folder. A program with
project, the folder of a Maven build beside the file, is the executable jar of that build. It serves requests, pairs of
method and path, and is stopped after the last; include names its packages.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from programs import DEPENDENCY, DEPENDENCY_PLUGIN, POM, ROOT, jdk_home

WORK = ROOT / "target/benches/calls"
RECORDER = ROOT / "recorder/target/reflection-check-recorder-0.1.0.jar"

# What is absent, for a pair that is missed.
MISSED = {
    "caller": "the caller is not reached",
    "call": "no callee is known at the call",
    "callee": "other callees are known at the call",
}
# Pairs that are no edge and not missed.
OUTSIDE = {
    "generated": "the callee is in a class made at run time",
    "unknown": "the receiver's class is unknown, which the call graph says",
}


@dataclass
class Program:
    name: str
    application: list[str]
    libraries: list[str]
    # What java is told to run.
    main: list[str]
    include: str = ""
    requests: tuple[tuple[str, str], ...] = ()


def prepare(entry: dict, folder: Path) -> Program:
    """Resolves and compiles what a program of the list needs."""
    home = WORK / entry["name"]
    home.mkdir(parents=True, exist_ok=True)
    if project := entry.get("project"):
        built = home / "project"
        shutil.copytree(folder / project, built, dirs_exist_ok=True, ignore=shutil.ignore_patterns("target"))
        options = ["-DskipTests", "-Dreflection-check.skip=true"]
        subprocess.run(["mvn", "-B", "-q", *options, "package"], cwd=built, check=True, stdin=subprocess.DEVNULL)
        (home / "work").mkdir(exist_ok=True)
        [jar] = (built / "target").glob("*.jar")
        requests = tuple((method, path) for method, path in entry["requests"])
        return Program(entry["name"], [str(jar)], [], ["-jar", str(jar)], entry["include"], requests)
    artifacts = [artifact.split(":") for artifact in entry["artifacts"]]
    pom = POM.format(name=entry["name"], dependencies="".join(DEPENDENCY.format(*artifact) for artifact in artifacts))
    resolved = home / "classpath.txt"
    if not (resolved.exists() and (home / "pom.xml").exists() and (home / "pom.xml").read_text() == pom):
        (home / "pom.xml").write_text(pom)
        goal = [f"{DEPENDENCY_PLUGIN}:build-classpath", "-Dmdep.includeScope=runtime", f"-Dmdep.outputFile={resolved}"]
        subprocess.run(["mvn", "-B", "-q", "-Dstyle.color=never", *goal], cwd=home, check=True, stdin=subprocess.DEVNULL)
    jars = resolved.read_text().strip().split(os.pathsep)
    own = {f"{artifact}-{version}.jar" for _, artifact, version, *_ in artifacts}
    application = [jar for jar in jars if Path(jar).name in own]
    libraries = [jar for jar in jars if jar not in application]
    drivers = folder / "drivers"
    if driver := entry.get("driver"):
        out = home / "driver"
        options = ["-nowarn", "-g", "-proc:none", "--release", "17", "-d", out, "-cp", os.pathsep.join(jars)]
        subprocess.run(
            [f"{jdk_home()}/bin/javac", *options, "-sourcepath", drivers, drivers / driver], check=True
        )
        application.insert(0, str(out))
    work = home / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    words = {"inputs": str(drivers / "inputs"), "work": str(work)}
    arguments = [argument.format(**words) for argument in entry.get("args", [])]
    path = os.pathsep.join(application + libraries)
    return Program(entry["name"], application, libraries, ["-cp", path, entry["main"], *arguments])


def run(program: Program) -> tuple[Path, Path]:
    """Runs the program under the recorder: its calls, and the methods it entered."""
    home = WORK / program.name
    calls, methods = home / "calls.tsv", home / "methods.tsv"
    for file in (calls, methods):
        file.unlink(missing_ok=True)
    agent = f"-javaagent:{RECORDER}=out={home / 'record.tsv'};methods={methods};calls={calls}"
    agent += f";include={program.include}" if program.include else ""
    words = [f"{jdk_home()}/bin/java", agent, *program.main]
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    words += [f"--server.port={port}"] if program.requests else []
    with open(home / "output.txt", "wb") as output:
        process = subprocess.Popen(
            words, cwd=home / "work", stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            serve(program, process, port)
        finally:
            if program.requests:
                process.terminate()
        status = process.wait()
    if not calls.exists():
        sys.exit(f"{program.name} ended with {status} and no recording: see {home / 'output.txt'}")
    return calls, methods


def serve(program: Program, process: subprocess.Popen, port: int):
    """Sends the program its requests once it listens."""
    for method, path in program.requests:
        request = urllib.request.Request(f"http://localhost:{port}{path}", method=method)
        while process.poll() is None:
            try:
                urllib.request.urlopen(request, timeout=60).read()
                break
            except urllib.error.HTTPError as answer:
                sys.exit(f"{program.name} answers {method} {path} with {answer.code}")
            except urllib.error.URLError:
                time.sleep(0.5)


def analyse(program: Program, binary: Path, more: list[str]) -> tuple[Path, Path]:
    """The call graph of the program, and the methods reached."""
    home = WORK / program.name
    edges, reached = home / "edges.jsonl", home / "reached.jsonl"
    inputs = [argument for jar in program.application for argument in ("--classes", jar)]
    inputs += ["--classpath", os.pathsep.join(program.libraries)] if program.libraries else []
    command = [binary, "export", "callgraph", "--jdk-home", jdk_home(), *inputs, *more]
    subprocess.run([*command, "--output", edges, "--methods", reached], check=True, stdin=subprocess.DEVNULL)
    return edges, reached


def lines(file: Path):
    with open(file, encoding="utf-8") as text:
        for line in text:
            yield json.loads(line)


@dataclass
class Comparison:
    recorded: int
    missed: list[tuple[str, str]]
    outside: Counter
    entered: int
    unreached: list[str]
    # Pairs at calls with unknown receivers.
    unknown: list[str]


def compare(calls: Path, methods: Path, edges: Path, reached: Path, application: set[str]) -> Comparison:
    """Recorded pairs against edges. Callers count whose class is in `application`, by binary name."""
    known: dict[tuple, set] = {}
    unknown: set[tuple] = set()
    for line in lines(edges):
        at, to = line["caller"], line["callee"]
        place = (at["class"], at["method"] + at["descriptor"], at["offset"])
        if line["kind"] == "unknown":
            unknown.add(place)
            continue
        known.setdefault(place, set()).add((to["class"], to["method"] + to["descriptor"]))
    found = {(line["class"], line["method"] + line["descriptor"]) for line in lines(reached)}
    result = Comparison(0, [], Counter(), 0, [], [])
    with open(calls, encoding="utf-8") as rows:
        for row in rows:
            if row.startswith("#") or row.startswith("caller\t"):
                continue
            caller, method, offset, line, via, target, callee, origin = row.rstrip("\n").split("\t")
            if caller not in application:
                continue
            result.recorded += 1
            place = (caller, method, int(offset))
            if (target, callee) in known.get(place, ()):
                continue
            if origin == "gen":
                result.outside["generated"] += 1
                continue
            if place in unknown:
                result.outside["unknown"] += 1
                result.unknown.append(f"{caller}.{method}@{offset} line {line} -> {via} {target}.{callee}")
                continue
            cause = "caller" if (caller, method) not in found else "callee" if place in known else "call"
            result.missed.append((cause, f"{caller}.{method}@{offset} line {line} -> {via} {target}.{callee}"))
    with open(methods, encoding="utf-8") as rows:
        for row in rows:
            caller, method = row.rstrip("\n").split("\t")
            if caller in application:
                result.entered += 1
                if (caller, method) not in found:
                    result.unreached.append(f"{caller}.{method}")
    return result


def classes(entries: list[str]) -> set[str]:
    """Binary names of the classes in folders and jars."""
    names = set()
    for entry in map(Path, entries):
        files = (
            (str(path.relative_to(entry)) for path in entry.rglob("*.class"))
            if entry.is_dir()
            else zipfile.ZipFile(entry).namelist()
        )
        for name in files:
            if name.endswith(".class"):
                # Executable jars of Spring Boot keep the application's classes in a folder of their own.
                name = name.removeprefix("BOOT-INF/classes/").removesuffix(".class")
                names.add(name.replace("/", "."))
    return names


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=Path, default=ROOT / "benches/calls.toml")
    parser.add_argument("--only", action="append", help="name of a program (repeatable)")
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/reflection-check")
    parser.add_argument("--show", type=int, default=0, help="print so many missed pairs and methods per program")
    parser.add_argument("--keep-runs", action="store_true", help="take recordings of the last time where there are some")
    parser.add_argument("--entry", choices=["auto", "main", "public"], help="entry points; default: the program's own default")
    parser.add_argument("--mode", help="mode; default: the program's own default")
    arguments = parser.parse_args()
    more = [word for name in ("entry", "mode") if (value := getattr(arguments, name)) for word in (f"--{name}", value)]

    print("missed, by what is absent: " + "; ".join(f"{name}: {text}" for name, text in MISSED.items()))
    print("no edge and not missed: " + "; ".join(f"{name}: {text}" for name, text in OUTSIDE.items()))
    columns = [*MISSED, *OUTSIDE]
    heads = "".join(f" {name:>9}" for name in columns)
    print(f"{'program':<12} {'pairs':>7} {'missed':>7}{heads} {'entered':>8} {'unreached':>9}")
    failed = False
    for entry in tomllib.loads(arguments.programs.read_text())["program"]:
        if arguments.only and entry["name"] not in arguments.only:
            continue
        program = prepare(entry, arguments.programs.resolve().parent)
        home = WORK / program.name
        calls, methods = home / "calls.tsv", home / "methods.tsv"
        if not (arguments.keep_runs and calls.exists() and methods.exists()):
            run(program)
        edges, reached = analyse(program, arguments.binary, more)
        found = compare(calls, methods, edges, reached, classes(program.application))
        causes = Counter(cause for cause, _ in found.missed) + found.outside
        counts = "".join(f" {causes[name]:>9,}" for name in columns)
        print(
            f"{program.name:<12} {found.recorded:>7,} {len(found.missed):>7,}{counts}"
            f" {found.entered:>8,} {len(found.unreached):>9,}",
            flush=True,
        )
        for cause, text in found.missed[: arguments.show]:
            print(f"    {cause}: {text}")
        for text in found.unknown[: arguments.show]:
            print(f"    unknown: {text}")
        for text in found.unreached[: arguments.show]:
            print(f"    unreached: {text}")
        failed |= bool(found.missed or found.unreached)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
