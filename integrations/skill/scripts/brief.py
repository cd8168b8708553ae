#!/usr/bin/env python3
"""The few fields of a report that an assistant needs: brief.py KIND < REPORT"""

import json
import sys


def of_arena(report):
    brief = {"status": report["status"], "target": report.get("target"), "kernels": report.get("kernels")}
    if report["status"] != "ok":
        return {**brief, "message": report["error"]["message"]}
    arena, cycles = report["arena"], report.get("cycles")
    return {**brief, "recommended_bytes": arena["recommended_bytes"], "minimum_bytes": arena["minimum_bytes"],
            "head_bytes": arena["head_bytes"], "tail_bytes": arena["tail_bytes"], "proven": arena["minimum_proven"],
            "cycles": cycles["total"] if cycles else None,
            "hazards": [hazard["text"] for hazard in report.get("hazards", [])]}


def of_advice(report):
    def arena_of(part):
        return (part.get("arena") or {}).get("recommended_bytes")
    return {"status": report["status"], "now_bytes": arena_of(report), "fits": report.get("fits"),
            "finished": report.get("complete"),
            "suggestions": [{key: each[key] for key in ("kind", "title", "reason", "saved_bytes", "proven")} |
                            {"bytes": arena_of(each), "cycles": each.get("cycles"), "command": each.get("command")}
                            for each in report.get("suggestions", [])],
            "nothing_to_gain": [each["reason"] for each in report.get("nothing_to_gain", [])]}


def of_boards(report):
    return {"status": "ok", "boards": [{key: board.get(key) for key in ("name", "title", "fits", "milliseconds")}
                                       for board in report["boards"]]}


def of_change(report):
    return {"status": "ok", "changed": report["changed"], "problems": report["problems"],
            "models": [{"model": model["model"], "state": model["state"], "moves": [move["text"] for move in model["moves"]],
                        "new_hazards": model["new_hazards"], "over_budget": model["over_budget"]}
                       for model in report["models"]]}


def main():
    text = sys.stdin.read()
    if not text.strip():
        sys.exit(1)  # the program has said why
    report = json.loads(text)
    brief = {"arena": of_arena, "advice": of_advice, "boards": of_boards, "change": of_change}[sys.argv[1]]
    print(json.dumps(brief(report), indent=1, ensure_ascii=False))


main()
