#!/usr/bin/env python3
"""Prints the tables of the defensive analysis (ECOOP 2018, section 5) for programs, with the time and memory of the
analysis with contexts that they stand beside; and how long methods take that are made to be hard for claims.

    cargo build --release && benches/claims.py [--programs NAME,...] [--seconds 900] [--scope demand] [--size 1000]

Programs are those of programs.py named in --programs [default: hello,ecj,log4j,xalan]. The analysis is run under
2-obj+heap, and where that does not end within its budget of memory, or within --seconds, under the next coarser contexts:
the column says which ended. Shares are of the variables that hold something there. `all`: whoever calls the method, `some`:
for one caller at least; `relaxed`: whatever threads do; `finals`: if only constructors set final fields of objects.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from programs import PROGRAMS, ROOT, WORK, jdk_home, prepare, timed

CONTEXTS = ["2-obj+heap", "2-type+heap", "selective"]
HEAD = (
    f"{'program':<16} {'contexts':<12} {'s':>7} {'GB':>5} {'variables':>10} {'all':>6} {'some':>6} {'relaxed':>12}"
    f" {'finals':>12} {'alone':>6} {'values':>13} {'one target':>24}"
)


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def both(claimed: dict, whole: int) -> str:
    return f"{share(claimed['for-all-callers'], whole)} {share(claimed['for-some-caller'], whole)}"


def row(name: str, contexts: str, seconds: float, gigabytes: float, figures: dict) -> str:
    whole = figures["variables"]
    guarded, claims = figures["guarded"], figures["guarded"]["for-all-callers"]
    values = [figures[of] / claims if claims else 0 for of in ("claimed-values", "found-values")]
    targets = [figures[f"one-target-{of}"] for of in ("guarded", "relaxed", "alone")]
    devirtualised = " ".join(share(part, figures["one-target"]) for part in targets)
    return (
        f"{name:<16} {contexts:<12} {seconds:>7.1f} {gigabytes:>5.2f} {whole:>10,}"
        f" {share(guarded['for-all-callers'], whole):>6} {share(guarded['for-some-caller'], whole):>6}"
        f" {both(figures['relaxed'], whole):>12} {both(figures['with-finals'], whole):>12}"
        f" {share(figures['alone'], whole):>6} {values[0]:>5.2f} of {values[1]:>4.2f} {devirtualised:>24}"
    )


def coverage(binary: Path, flags: list[str], context: str, limit: float) -> tuple[float, float, dict | None]:
    """Seconds, peak gigabytes and figures; no figures if the run took too long, failed or was cut off."""
    out = WORK / "coverage.json"
    with out.open("wb") as file:
        command = [binary, "coverage", "--json", "--context", context, *flags]
        status, seconds, _, gigabytes = timed(command, limit, stdout=file, stderr=subprocess.DEVNULL)
    figures = json.loads(out.read_text()) if status == 0 else None
    return seconds, gigabytes, None if figures is None or figures["is-cut"] else figures


def joins(size: int) -> str:
    """As many texts as there are ways meet before the call; only a few differ."""
    cases = "".join(f'case {number}: name = "Hard$T{number % 8}"; break;\n' for number in range(size))
    return f'static String name(int way) {{ String name = "Hard"; switch (way) {{ {cases} }} return name; }}'


def long(size: int) -> str:
    """A method near the limit of 64 KiB, of stores to fields of two objects."""
    stores = "".join(f'x.f{number % 16} = "{number % 4}"; y.f{number % 16} = x.f{(number + 1) % 16};\n' for number in range(size))
    return f'static String name(int way) {{ Box x = new Box(), y = new Box(); {stores} return "Hard$T" + x.f0; }}'


def recursion(size: int) -> str:
    """Methods that call each other in circles."""
    calls = "".join(
        f"static String r{number}(int way, String s) {{ return way == 0 ? s : way % 2 == 0"
        f" ? r{(number + 1) % size}(way - 1, s) : r{(number * 7 + 3) % size}(way - 1, s); }}\n"
        for number in range(size)
    )
    return calls + 'static String name(int way) { return r0(way, "Hard$T1"); }'


def hard(name: str, methods: str) -> list[str]:
    """The classes of a program whose call is asked about."""
    folder = WORK / "claims" / name
    folder.mkdir(parents=True, exist_ok=True)
    fields = ", ".join(f"f{number}" for number in range(16))
    nested = "".join(f"static class T{number} {{ }}\n" for number in range(8))
    main = "public static void main(String[] args) throws Exception { Class.forName(name(args.length)); }"
    (folder / "Hard.java").write_text(
        f"class Hard {{ {nested} {main}\n{methods} }}\nclass Box {{ String {fields}; }}\n"
    )
    classes = folder / "classes"
    subprocess.run([f"{jdk_home()}/bin/javac", "-d", classes, folder / "Hard.java"], check=True)
    return ["--classes", str(classes)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default="hello,ecj,log4j,xalan")
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--scope", default="whole", choices=["whole", "demand"])
    parser.add_argument("--size", type=int, default=1000, help="of the hard methods")
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/reflection-check")
    arguments = parser.parse_args()
    print(HEAD, flush=True)
    for program in (program for program in PROGRAMS if program.name in arguments.programs.split(",")):
        classes, classpath = prepare(program)
        flags = ["--jdk-home", jdk_home(), "--scope", arguments.scope, "--classes", *classes]
        if classpath:
            flags += ["--classpath", os.pathsep.join(item["path"] for item in classpath)]
        for context in CONTEXTS:
            seconds, gigabytes, figures = coverage(arguments.binary, flags, context, arguments.seconds)
            if figures is None:
                print(f"{program.name:<16} {context:<12} {seconds:>7.1f} {gigabytes:>5.2f} did not end", flush=True)
                continue
            print(row(program.name, context, seconds, gigabytes, figures), flush=True)
            break
    print()
    for name, text in [("joins", joins), ("long", long), ("recursion", recursion)]:
        for size in (arguments.size // 4, arguments.size // 2, arguments.size):
            flags = ["--jdk-home", jdk_home(), *hard(name, text(size))]
            command = [arguments.binary, "check", "--no-cache", "--exit-zero", *flags, "-o", f"sites={WORK}/hard.sites"]
            status, seconds, _, gigabytes = timed(command, arguments.seconds, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            rows = [json.loads(line) for line in (WORK / "hard.sites").read_text().splitlines()] if status == 0 else []
            said = [f"{line['tier']}, {line['target_count']} targets" for line in rows if ".forName(" in line["api"]]
            print(f"{name:<10} {size:>6} {seconds:>7.2f} s {gigabytes:>5.2f} GB  {'; '.join(said) or status}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
