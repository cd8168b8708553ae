"""A wheel for the system's Python: the module, and what the program has beside it, from the checkout's build.

packaging/wheel.sh calls it.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(os.environ.get("ARENASCOPE_ROOT") or Path(__file__).resolve().parents[2])  # the checkout
BUILD = ROOT / "build/release"
VERSION = re.search(r"project\(arenascope VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class BuildWithCMake(build_ext):
    """The checkout's build makes the module; its folder in the wheel gets the program's parts."""

    def build_extension(self, ext):
        if not (BUILD / "build.ninja").exists():
            subprocess.run(["cmake", "--preset", "release"], cwd=ROOT, check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "arenascope-python", "arenascope-emulator",
                        "arenascope-qemu", "arenascope-kernels", "arenascope_all_firmware"], check=True)
        module = Path(self.get_ext_fullpath(ext.name))
        package = module.parent
        package.mkdir(parents=True, exist_ok=True)
        [built] = (BUILD / "app/python/arenascope").glob("_native*.so")
        shutil.copy2(built, module)
        # What every package has, from the one list of it.
        for component in ("parts", "firmware"):
            subprocess.run(["cmake", "--install", BUILD, "--component", component, "--strip", "--prefix",
                            package / "program"], check=True, stdout=subprocess.DEVNULL)


setup(version=VERSION, packages=["arenascope"], package_data={"arenascope": ["py.typed", "*.pyi"]},
      ext_modules=[Extension("arenascope._native", sources=[])], cmdclass={"build_ext": BuildWithCMake})
