#!/usr/bin/env python3
"""Writes the JSON of many reports, to compare a program before and after a change that must not show:

    all_reports.py build/release/app/cli/arenascope MODELS before
    (change, build)
    all_reports.py build/release/app/cli/arenascope MODELS after
    diff -r before after

MODELS is a folder of .tflite files. Each is profiled on the target that answers by default; every sixth on other
processors, kernels and revisions as well, and by the other subcommands. Results are computed anew, not taken from the
cache. A command that ends with an error leaves its message and its exit status."""
import concurrent.futures
import os
import pathlib
import shlex
import subprocess
import sys

EACH = {"cortex-m4": "profile {model} --json -"}
SIXTH = {
    "host": "profile {model} --target host --json -",
    "cortex-m0plus": "profile {model} --target cortex-m0plus --kernels reference --json -",
    "cortex-m7-2023": "profile {model} --target cortex-m7 --tflm 2023-05 --json -",
    "esp32s3": "profile {model} --target esp32s3 --json -",
    "esp32c3-older": "profile {model} --target esp32c3 --tflm esp-1.3.3 --json -",
    "too-small": "profile {model} --arena-size 20000 --json -",
    "compare": "compare {model} {model} --json -",
    "plan": "plan {model} --json -",
    "advise": "advise {model} --json -",
    "explain": "explain {model} 'Failed to resize buffer. Requested: 40000, available 39000, missing: 1000' --json -",
    "sweep": "sweep {model} --json -",
}


def run(program, command, model, out):
    words = [str(model) if word == "{model}" else word for word in shlex.split(command)]
    environment = dict(os.environ, XDG_CACHE_HOME=str(out.parent / "cache"))
    ended = subprocess.run([program, *words, "--no-cache"], capture_output=True,
                           env=environment, cwd=model.parent)
    out.write_bytes(ended.stdout if ended.returncode == 0 and ended.stdout else
                    ended.stdout + ended.stderr + f"\nexit status {ended.returncode}\n".encode())
    return ended.returncode


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    out = pathlib.Path(sys.argv[3]).absolute()
    out.mkdir(parents=True)
    models = sorted(folder.rglob("*.tflite"))
    if not models:
        sys.exit(f"{folder}: there is no .tflite file in it")
    jobs = []
    for number, model in enumerate(models):
        for name, command in {**EACH, **(SIXTH if number % 6 == 0 else {})}.items():
            flat = str(model.relative_to(folder)).replace("/", "_")
            jobs.append((program, command, model.absolute(), out / f"{flat}.{name}.json"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        statuses = list(pool.map(lambda job: run(*job), jobs))
    print(f"{len(models)} models, {len(jobs)} reports, {sum(1 for status in statuses if status)} ended with an error")


main()
