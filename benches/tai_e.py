"""Tai-e from Maven Central on the programs of the benches: what the same question costs there."""

import os
import re

from programs import WORK, Program, jdk_home, prepare, resolve, timed

VERSION = "0.5.2"
MAIN = "pascal.taie.Main"


def run(program: Program, heap: str, limit: float) -> tuple[str, float, float, int, int]:
    """How it ended, wall seconds, peak gigabytes, reachable methods and call edges of a context-insensitive run.

    The whole class path is application code, since Solar looks at nothing else; `-pp` analyses the JDK that runs it.
    """
    tool = os.pathsep.join(resolve("tai-e", (f"net.pascal-lab:tai-e:{VERSION}",)))
    application, libraries = prepare(program)
    path = os.pathsep.join([*application, *(library["path"] for library in libraries)])
    out = WORK / "tai-e" / program.name
    out.mkdir(parents=True, exist_ok=True)
    command = [f"{jdk_home()}/bin/java", f"-Xmx{heap}", "-cp", tool, MAIN, "-pp", "-ap", "-java", "17", "-acp", path]
    command += ["-m", program.main, "--output-dir", out]
    command += ["-a", f"pta=cs:ci;reflection-inference:{program.tai_e}"]
    log = out / "log.txt"
    with log.open("wb") as file:
        status, seconds, _, gigabytes = timed(command, limit, stdout=file, stderr=file)
    text = log.read_text(errors="replace")
    ended = "not finished" if status is None else "ok" if status == 0 else f"status {status}"
    return ended, seconds, gigabytes, figure(text, "#reachable methods"), figure(text, "#call graph edges")


def figure(text: str, name: str) -> int:
    found = re.search(rf"^{re.escape(name)}: *([0-9,]+)", text, re.MULTILINE)
    return int(found[1].replace(",", "")) if found else 0
