#!/usr/bin/env python3
"""Measures whole runs of `reflection-check analyze` over real programs.

    cargo build --release && benches/suite.py [--runs 5] [--only NAME] [--entry main] [--check]

Each program is analysed with all of its class path and the JDK: its own jars are the application, what they depend on
are libraries. Programs come from Maven Central through mvn. Printed are medians: wall time and peak memory of the whole
process, and from the result the methods reached, facts and call edges. `--check` fails if a median is over its limit;
the limits hold on a machine with 2 cores and JDK 17.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target/benches"
DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"


@dataclass
class Program:
    name: str
    # group:artifact:version of the application's own jars; none: Hello.java beside this file.
    artifacts: tuple[str, ...] = ()
    max_seconds: float | None = None
    max_gigabytes: float | None = None


PROGRAMS = [
    Program("hello", max_seconds=2.5, max_gigabytes=0.6),
    Program("ecj", ("org.eclipse.jdt:ecj:3.26.0",), max_seconds=8, max_gigabytes=1.2),
    Program("rhino", ("org.mozilla:rhino:1.7.14",)),
    Program("xalan", ("xalan:xalan:2.7.3", "xalan:serializer:2.7.3")),
    Program("groovy", ("org.codehaus.groovy:groovy-all:2.4.21",)),
]

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>bench</groupId><artifactId>{name}</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>{dependencies}</dependencies>
</project>
"""
DEPENDENCY = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"


def jdk_home() -> str:
    """The JDK that is analysed: JAVA_HOME, else that of the javac on the PATH."""
    if home := os.environ.get("JAVA_HOME"):
        return home
    javac = shutil.which("javac") or sys.exit("no javac on the PATH")
    return str(Path(javac).resolve().parent.parent)


def prepare(program: Program) -> tuple[list[str], list[dict]]:
    """Application entries and the library part of the class path."""
    folder = WORK / program.name
    folder.mkdir(parents=True, exist_ok=True)
    if not program.artifacts:
        subprocess.run(
            [f"{jdk_home()}/bin/javac", "-d", folder / "classes", ROOT / "benches/Hello.java"], check=True
        )
        return [str(folder / "classes")], []
    dependencies = "".join(DEPENDENCY.format(*artifact.split(":")) for artifact in program.artifacts)
    (folder / "pom.xml").write_text(POM.format(name=program.name, dependencies=dependencies))
    output = folder / "classpath.txt"
    subprocess.run(
        ["mvn", "-B", "-q", "-Dstyle.color=never", f"{DEPENDENCY_PLUGIN}:build-classpath", f"-Dmdep.outputFile={output}"],
        cwd=folder,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    jars = output.read_text().strip().split(os.pathsep)
    own = {"{1}-{2}.jar".format(*artifact.split(":")) for artifact in program.artifacts}
    application = [jar for jar in jars if Path(jar).name in own]
    libraries = [{"path": jar, "id": Path(jar).stem} for jar in jars if jar not in application]
    return application, libraries


def measure(binary: Path, request: Path) -> tuple[float, float]:
    """Seconds and gigabytes (10^9 bytes, peak resident size) of one process."""
    start = time.perf_counter()
    process = subprocess.Popen([binary, "analyze", "--request", request], stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{binary} analyze --request {request} ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_maxrss * unit / 1e9


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", help="name of one program")
    parser.add_argument("--entry", choices=["auto", "main", "public"], help="entry points; default: the program's own default")
    parser.add_argument("--mode", help="mode; default: the program's own default")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/reflection-check")
    parser.add_argument("--check", action="store_true", help="fail if a median is over its limit")
    arguments = parser.parse_args()

    release = (Path(jdk_home()) / "release").read_text()
    version = re.search(r'JAVA_VERSION="(.*?)"', release)
    print(f"JDK {version[1] if version else '?'}, {os.cpu_count()} cores, medians of {arguments.runs}")
    print(f"{'program':<10} {'wall s':>8} {'peak GB':>8} {'methods':>9} {'facts':>12} {'call edges':>11}   limits")
    over = False
    for program in PROGRAMS:
        if arguments.only not in (None, program.name):
            continue
        classes, classpath = prepare(program)
        result = WORK / program.name / "result.json"
        request = {
            "version": 1,
            "classes": classes,
            "classpath": classpath,
            "jdk-home": jdk_home(),
            "result": str(result),
            "entry": arguments.entry,
            "mode": arguments.mode,
            "threads": arguments.threads,
        }
        file = WORK / program.name / "request.json"
        file.write_text(json.dumps({key: value for key, value in request.items() if value is not None}, indent=2))
        runs = [measure(arguments.binary, file) for _ in range(arguments.runs)]
        seconds = statistics.median(run[0] for run in runs)
        gigabytes = statistics.median(run[1] for run in runs)
        analysis = json.loads(result.read_text())
        counters = dict(analysis["counters"])
        limits = ""
        if program.max_seconds is not None and program.max_gigabytes is not None:
            fits = seconds <= program.max_seconds and gigabytes <= program.max_gigabytes
            over |= not fits
            limits = f"{program.max_seconds} s, {program.max_gigabytes} GB: {'ok' if fits else 'OVER'}"
        print(
            f"{program.name:<10} {seconds:>8.2f} {gigabytes:>8.2f} {analysis['reach']['methods-reached']:>9,}"
            f" {counters.get('facts', 0):>12,} {counters.get('call-edges', 0):>11,}   {limits}",
            flush=True,
        )
    return 1 if over and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
