#!/usr/bin/env python3
"""Makes public_models.tsv anew: public_models.py ARENASCOPE FOLDER.

Runs the program on the models of the table that lie in the folder, found by their SHA-256. Another model is a line
"model NAME REPOSITORY PATH SHA256", with tabs between, put into the table before."""
import hashlib
import json
import pathlib
import subprocess
import sys

TABLE = pathlib.Path(__file__).with_name("public_models.tsv")
# Where memory is another, and where an inference is computed as well.
VARIANTS = [("cortex-m4", "reference"), ("cortex-m4", "cmsis-nn"), ("cortex-m0plus", "cmsis-nn"),
            ("cortex-m55", "cmsis-nn"), ("esp32s3", "esp-nn@1.2.3")]
COMPUTED = "cortex-m4"
MOST_INSTRUCTIONS = 5_000_000  # of an inference that every run of the tests repeats


def outputs(report):
    computed = report["target"] == COMPUTED and "outputs" in report and "accelerator" not in report
    if not computed or report["instructions"]["total"] > MOST_INSTRUCTIONS:
        return "-"
    return ",".join(output["fnv1a64"] for output in report["outputs"]) or "-"


def figures(report):
    if report["status"] != "ok":
        return ["refused"]
    arena = report["arena"]
    return [*(str(arena[name + "_bytes"]) for name in ("used", "minimum", "head", "tail")), outputs(report)]


def reports(program, files, target, kernels):
    command = [program, "batch", "--target", target, "--kernels", kernels, "--no-cache", "--json", "-", *files]
    if target != COMPUTED:
        command.insert(2, "--no-invoke")
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True).stdout
    return {report["model"]["path"]: report for report in map(json.loads, lines.splitlines())}


def main(program, folder):
    lines = TABLE.read_text().splitlines()
    models = sorted(line.split("\t") for line in lines if line.startswith("model\t"))
    found = {hashlib.sha256(path.read_bytes()).hexdigest(): str(path) for path in pathlib.Path(folder).rglob("*.tflite")}
    there = [(name, found[digest]) for _, name, _, _, digest in models if digest in found]
    missing = sorted({model[1] for model in models} - {name for name, _ in there})
    if missing:
        sys.exit(f"public_models.py: {folder} has no {', '.join(missing)}")
    made = [line for line in lines if line.startswith("#")] + ["\t".join(model) for model in models]
    for target, kernels in VARIANTS:
        known = reports(program, [path for _, path in there], target, kernels)
        made += ["\t".join([name, target, kernels, *figures(known[path])]) for name, path in there]
    TABLE.write_text("\n".join(made) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
