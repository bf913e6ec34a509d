"""Programs the benches measure: resolved from Maven Central, compiled where they are a driver of ours, and run as one process
that is timed."""

import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target/benches"
DRIVERS = ROOT / "benches/drivers"
DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>bench</groupId><artifactId>{name}</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>{dependencies}</dependencies>
</project>
"""
DEPENDENCY = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>"


@dataclass
class Program:
    name: str
    # group:artifact:version of the application's own jars; none: Hello.java beside this file.
    artifacts: tuple[str, ...] = ()
    # Class whose `main` starts it, for tools that want one.
    main: str = "Hello"
    # A source file in `drivers`, part of the application.
    driver: str | None = None
    max_seconds: float | None = None
    max_gigabytes: float | None = None
    # How Tai-e infers reflection, where it is compared.
    tai_e: str | None = None


PROGRAMS = [
    Program("hello", max_seconds=2.5, max_gigabytes=0.6, tai_e="string-constant"),
    Program(
        "ecj",
        ("org.eclipse.jdt:ecj:3.26.0",),
        "org.eclipse.jdt.internal.compiler.batch.Main",
        max_seconds=8,
        max_gigabytes=1.2,
        tai_e="string-constant",
    ),
    Program("log4j", ("org.apache.logging.log4j:log4j-core:2.20.0",), "Log4jRun", "Log4jRun.java", tai_e="solar"),
    Program("rhino", ("org.mozilla:rhino:1.7.14",), "org.mozilla.javascript.tools.shell.Main", tai_e="solar"),
    Program(
        "xalan",
        ("xalan:xalan:2.7.3", "xalan:serializer:2.7.3"),
        "org.apache.xalan.xslt.Process",
        tai_e="string-constant",
    ),
    Program("groovy", ("org.codehaus.groovy:groovy-all:2.4.21",), "groovy.ui.GroovyMain"),
    Program(
        "kotlin-compiler",
        ("org.jetbrains.kotlin:kotlin-compiler-embeddable:1.9.22",),
        "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
    ),
]


def jdk_home() -> str:
    """The JDK that is analysed: JAVA_HOME, else that of the javac on the PATH."""
    if home := os.environ.get("JAVA_HOME"):
        return home
    javac = shutil.which("javac") or sys.exit("no javac on the PATH")
    return str(Path(javac).resolve().parent.parent)


def jdk_version() -> str:
    version = re.search(r'JAVA_VERSION="(.*?)"', (Path(jdk_home()) / "release").read_text())
    return version[1] if version else "?"


def resolve(name: str, artifacts: tuple[str, ...]) -> list[str]:
    """The jars of the artifacts and of all they depend on at run time."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    dependencies = "".join(DEPENDENCY.format(*artifact.split(":")) for artifact in artifacts)
    pom, output = POM.format(name=name, dependencies=dependencies), folder / "classpath.txt"
    file = folder / "pom.xml"
    if not (output.exists() and file.exists() and file.read_text() == pom):
        file.write_text(pom)
        goal = [f"{DEPENDENCY_PLUGIN}:build-classpath", "-Dmdep.includeScope=runtime", f"-Dmdep.outputFile={output}"]
        subprocess.run(["mvn", "-B", "-q", "-Dstyle.color=never", *goal], cwd=folder, check=True, stdin=subprocess.DEVNULL)
    return output.read_text().strip().split(os.pathsep)


def prepare(program: Program) -> tuple[list[str], list[dict]]:
    """Application entries and the library part of the class path."""
    folder = WORK / program.name
    folder.mkdir(parents=True, exist_ok=True)
    if not program.artifacts:
        javac = [f"{jdk_home()}/bin/javac", "-d", folder / "classes"]
        subprocess.run([*javac, ROOT / "benches/Hello.java"], check=True)
        return [str(folder / "classes")], []
    jars = resolve(program.name, program.artifacts)
    own = {"{1}-{2}.jar".format(*artifact.split(":")) for artifact in program.artifacts}
    application = [jar for jar in jars if Path(jar).name in own]
    libraries = [{"path": jar, "id": Path(jar).stem} for jar in jars if jar not in application]
    if program.driver:
        options = ["-nowarn", "-g", "-proc:none", "-d", folder / "driver", "-cp", os.pathsep.join(jars)]
        subprocess.run(
            [f"{jdk_home()}/bin/javac", *options, "-sourcepath", DRIVERS, DRIVERS / program.driver], check=True
        )
        application.insert(0, str(folder / "driver"))
    return application, libraries


def timed(command: list, limit: float = float("inf"), **streams) -> tuple[int | None, float, float, float]:
    """Status (none: over the limit of seconds), wall seconds, seconds of all processors, peak resident gigabytes (10^9)."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **streams)
    ended = True
    while True:
        pid, status, usage = os.wait4(process.pid, 0 if limit == float("inf") else os.WNOHANG)
        seconds = time.perf_counter() - start
        if pid:
            break
        if seconds > limit:
            process.kill()
            _, status, usage = os.wait4(process.pid, 0)
            ended = False
            break
        time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    peak = usage.ru_maxrss * unit / 1e9
    return process.returncode if ended else None, seconds, usage.ru_utime + usage.ru_stime, peak
