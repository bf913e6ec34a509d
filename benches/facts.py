"""Recorded facts of a run, and what an answer says of each: the score of compare.py. A fact is one call instruction, and one class
or member that it really reached. Facts bound what is missed, never what is listed too much: a run takes one way."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

# Exceptions that a look-up or action ends with where nothing was reached; others come from the code that was.
NOT_REACHED = {
    "java.lang." + name
    for name in (
        "ClassCastException", "ClassFormatError", "ClassNotFoundException", "IllegalAccessException",
        "IllegalArgumentException", "InstantiationException", "NoClassDefFoundError", "NoSuchFieldException",
        "NoSuchMethodException", "NullPointerException", "SecurityException", "invoke.WrongMethodTypeException",
        "reflect.InaccessibleObjectException",
    )
}  # fmt: skip

# Calls that both tools have a row for; what else is recorded (services, bundles, list look-ups, proxies) is not compared.
COMPARED = re.compile(
    r"Class\.forName|ClassLoader\.loadClass|Class\.get(Declared)?(Method|Constructor|Field)"
    r"|(Class|Constructor)\.newInstance|Method\.invoke|Field\.[gs]et\w*|Array\.newInstance"
)
VERDICTS = ["resolved", "flagged", "shadowed", "silent"]


@dataclass(frozen=True)
class Fact:
    caller: str
    method: str
    offset: int
    line: str
    api: str
    target: str


@dataclass
class Site:
    """What an answer says of one call."""

    reachable: bool = True
    flagged: bool = False
    # In library code that nobody asked for.
    closed: bool = False
    targets: set = field(default_factory=set)


def recorded(file: Path) -> list[Fact]:
    """The facts of a recording that are compared: something was reached, and no class made at run time."""
    lines = [line.split("\t") for line in file.read_text().splitlines() if not line.startswith("#")]
    head, facts = lines[0], []
    for row in (dict(zip(head, line)) for line in lines[1:]):
        if row["threw"] in NOT_REACHED or row["origin"] not in ("app", "jdk") or not COMPARED.fullmatch(row["api"]):
            continue
        place = row["caller"], row["method"], int(row["bci"]), row["line"] or "-1"
        facts.append(Fact(*place, row["api"], row["target"]))
    return facts


def ours(file: Path) -> dict[tuple, Site]:
    """A `sites` report, by caller, method and offset."""
    answer: dict[tuple, Site] = {}
    for text in file.read_text().splitlines():
        row = json.loads(text)
        place = row["class"], row["method"] + row["descriptor"], row["offset"]
        site = answer.setdefault(place, Site(False, closed=row.get("looked-at") is False))
        if row["reachable"]:
            site.reachable = True
            site.flagged |= row["flagged"]
            for target in row["targets"]:
                # What makes an object of a class was recorded with the class alone.
                site.targets.add(target["class"])
                if "member" in target:
                    descriptor = target.get("descriptor", "")
                    colon = "" if descriptor.startswith("(") else ":"
                    site.targets.add(f"{target['class']}.{target['member']}{colon}{descriptor}")
    return answer


def score(facts: list[Fact], answer: dict[tuple, Site], key=lambda fact: (fact.caller, fact.method, fact.offset)) -> Counter:
    """How many facts are resolved, flagged, shadowed, silent or closed.

    resolved: a reached call lists it; flagged: the call's answer is said to be incomplete; shadowed: the call is said to be
    unreached while another answer is said to be incomplete; silent: nothing says that the fact may exist;
    closed: the call is in library code that nobody asked for, which the answer says.
    """
    some = any(site.reachable and site.flagged for site in answer.values())
    verdicts: Counter = Counter()
    for fact in facts:
        site = answer.get(key(fact))
        if site is not None and site.closed:
            verdicts["closed"] += 1
        elif site is None or not site.reachable:
            verdicts["shadowed" if some else "silent"] += 1
        elif fact.target in site.targets:
            verdicts["resolved"] += 1
        else:
            verdicts["flagged" if site.flagged else "silent"] += 1
    return verdicts


def controls(facts: list[Fact], answer: dict[tuple, Site]) -> list[str]:
    """What is wrong with the score: reports that must look bad, and do not."""
    wrong = []

    def expect(name: str, holds: bool, verdicts: Counter):
        if not holds:
            wrong.append(f"control report '{name}' gets away with {dict(verdicts)} of {len(facts)} facts")

    empty = score(facts, {})
    expect("empty", empty["silent"] == len(facts), empty)
    flagged = score(facts, {place: Site(True, True) for place in answer})
    expect("everything flagged", flagged["resolved"] == 0 and flagged["silent"] == 0, flagged)
    unreached = score(facts, {place: Site(False, site.flagged, targets=site.targets) for place, site in answer.items()})
    expect("everything unreached", unreached["silent"] == len(facts), unreached)
    # A tenth of the targets that were recorded, each at a call that says that it lists them all.
    good = score(facts, answer)
    known = {(f.caller, f.method, f.offset) for f in facts}
    lost = [f for f in facts if (s := answer.get((f.caller, f.method, f.offset))) and s.reachable and f.target in s.targets]
    lost = sorted(lost, key=lambda f: (f.caller, f.method, f.offset, f.target))[::10]
    dropped = {place: Site(s.reachable, s.flagged and place not in known, s.closed, set(s.targets)) for place, s in answer.items()}
    for fact in lost:
        dropped[fact.caller, fact.method, fact.offset].targets.discard(fact.target)
    verdicts = score(facts, dropped)
    expect("a tenth dropped", verdicts["silent"] >= len(lost) and verdicts["resolved"] == good["resolved"] - len(lost), verdicts)
    return wrong
