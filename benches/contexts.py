#!/usr/bin/env python3
"""Compares contexts as the paper on introspective analysis does (PLDI 2014): time, memory, methods, calls with several
targets and casts that may fail, for each kind of context in full and limited by heuristics A and B.

    cargo build --release && benches/contexts.py [--programs NAME,...] [--kinds 2-obj+heap,1-call] [--seconds 600] [--preset lb]

Programs are those of programs.py named in --programs [default: hello,ecj]. A run over --seconds is ended and marked; a kind
that does not finish in full is compared by the lower ones. Times include the first pass.
"""

import argparse
import json
import os
import sys
from pathlib import Path

from programs import PROGRAMS, ROOT, WORK, jdk_home, prepare, timed

HEURISTICS = ["a", "b", "off"]
HEAD = f"{'contexts':<28} {'s':>7} {'GB':>6} {'methods':>8} {'instances':>10} {'several targets':>16} {'may fail':>14} {'not refined':>22}"


def run(binary: Path, flags: list[str], limit: float) -> tuple[float, float, dict | None]:
    """Seconds, peak gigabytes and figures; no figures if the run took too long or failed."""
    out = WORK / "stats.json"
    with out.open("wb") as file:
        status, seconds, _, gigabytes = timed([binary, "stats", "--json", *flags], limit, stdout=file)
    figures = json.loads(out.read_text()) if status == 0 else None
    return seconds, gigabytes, figures


def row(name: str, seconds: float, gigabytes: float, figures: dict | None) -> str:
    if figures is None:
        return f"{name:<28} {seconds:>7.1f} {gigabytes:>6.2f}   not finished"
    introspection = figures["introspection"]
    left_out = ""
    if introspection:
        calls = 100 * introspection["excluded-calls"] / max(1, introspection["calls"])
        objects = 100 * introspection["excluded-objects"] / max(1, introspection["objects"])
        left_out = f"{calls:.1f} % calls, {objects:.1f} % objects"
    several = f"{figures['poly-calls']:,}/{figures['virtual-calls']:,}"
    may_fail = f"{figures['may-fail-casts']:,}/{figures['casts']:,}"
    return (
        f"{name:<28} {seconds:>7.1f} {gigabytes:>6.2f} {figures['methods']:>8,} {figures['method-instances']:>10,}"
        f" {several:>16} {may_fail:>14} {left_out:>22}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default="hello,ecj")
    parser.add_argument("--kinds", default="2-obj+heap,2-type+heap,2-call+heap")
    parser.add_argument("--heuristics", default=",".join(HEURISTICS), help="a, b, off")
    parser.add_argument("--preset", default="paper", choices=["paper", "lb"])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/reflection-check")
    arguments = parser.parse_args()
    for program in (program for program in PROGRAMS if program.name in arguments.programs.split(",")):
        classes, classpath = prepare(program)
        flags = ["--jdk-home", jdk_home(), "--max-steps", "1000000000", "--classes", *classes]
        if classpath:
            flags += ["--classpath", os.pathsep.join(item["path"] for item in classpath)]
        print(f"{program.name}\n{HEAD}", flush=True)
        print(row("insensitive", *run(arguments.binary, flags, arguments.seconds)), flush=True)
        for kind in ["1-call", *arguments.kinds.split(",")]:
            for heuristic in HEURISTICS if kind != "1-call" else ["off"]:
                if heuristic not in arguments.heuristics.split(","):
                    continue
                limited = [*flags, "--context", kind, "--introspective", heuristic]
                if heuristic != "off":
                    limited += ["--introspective-preset", arguments.preset]
                name = kind if heuristic == "off" else f"{kind} {heuristic} ({arguments.preset})"
                print(row(name, *run(arguments.binary, limited, arguments.seconds)), flush=True)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
