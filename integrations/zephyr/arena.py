"""`west arena`: the tensor arena of the application that was built, as its own TensorFlow Lite Micro needs it.

  west arena                            the image in build/
  west arena -d build/other             another build folder
  west arena -m src/model.tflite        a model alone, on the processor that was built for
  west arena -- --budget 65536 --record     everything behind -- is for `arenascope profile`
"""

import re
import shutil
import subprocess
from pathlib import Path

from west.commands import WestCommand

CORES = {"CORTEX_M0PLUS": "cortex-m0plus", "CORTEX_M3": "cortex-m3", "CORTEX_M4": "cortex-m4", "CORTEX_M7": "cortex-m7",
         "CORTEX_M33": "cortex-m33", "CORTEX_M55": "cortex-m55", "CORTEX_M85": "cortex-m85"}


class Arena(WestCommand):
    def __init__(self):
        super().__init__("arena", "the tensor arena of the application that was built, or of a model", __doc__)

    def do_add_parser(self, parser_adder):
        parser = parser_adder.add_parser(self.name, help=self.help, description=self.description)
        parser.add_argument("-d", "--build-dir", default="build", help="the build folder (default: build)")
        parser.add_argument("-m", "--model", help="a .tflite file, or a C source with one, instead of the image")
        parser.add_argument("words", nargs="*", help="options of `arenascope profile`, behind --")
        return parser

    def do_run(self, args, unknown):
        program = shutil.which("arenascope")
        if program is None:
            self.die("arenascope was not found: install it, and see that PATH has it")
        folder = Path(args.build_dir)
        # Sysbuild has a folder for each image; the application's is named in domains.yaml.
        domains = folder / "domains.yaml"
        if domains.is_file():
            default = re.search(r"^default:\s*(\S+)", domains.read_text(), re.MULTILINE)
            folder = folder / default[1] if default else folder
        image = folder / "zephyr/zephyr.elf"
        if not image.is_file():
            self.die(f"there is no {image}: build the application, or name its folder with -d")
        words = [str(image)]
        if args.model:
            words = [args.model, "--target", self.core(folder)]
        status = subprocess.run([program, "profile", *words, *args.words, *unknown], check=False).returncode
        if status:
            raise SystemExit(status)

    def core(self, folder):
        config = (folder / "zephyr/.config").read_text()
        for name, target in CORES.items():
            if f"CONFIG_CPU_{name}=y" in config:
                return target
        self.die("this board's processor is not one that a model can be run on: profile the image, without -m")
        return None
