"""A wheel for the system's Python: the module, and what the program has beside it, from the checkout's build.

packaging/wheel.sh calls it. Shared libraries that not every Linux has come along. The rest is this computer's C and C++
library, so that the wheel is for computers with the same or later ones: its tag says so (PEP 600).
"""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(os.environ.get("ARENASCOPE_ROOT") or Path(__file__).resolve().parents[2])  # the checkout
BUILD = Path(os.environ.get("ARENASCOPE_BUILD") or ROOT / "build/release")
VERSION = re.search(r"project\(arenascope VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
# What PEP 600 lets a wheel ask for, of those that ours ask for.
EVERYWHERE = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
TAG = f"manylinux_{platform.libc_ver()[1].replace('.', '_')}_{platform.machine()}"


def printed(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def bundle(files, folder):
    """Copies the libraries that the files need into the folder, and has the files find them there."""
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        needed = set(printed("patchelf", "--print-needed", file).split()) - EVERYWHERE
        found = dict(re.findall(r"(\S+) => (\S+)", printed("ldd", file)))
        for name in needed:
            if not (folder / name).exists():
                waiting.append(shutil.copy(found[name], folder / name))
        if needed:
            origin = os.path.relpath(folder, Path(file).parent)
            subprocess.run(["patchelf", "--set-rpath", os.path.normpath(f"$ORIGIN/{origin}"), file], check=True)


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
        shutil.copy2(built.with_name("_rows.py"), package)
        shutil.copy2(built.with_name("_verbs.py"), package)
        # What every package has, from the one list of it.
        for component in ("parts", "firmware"):
            subprocess.run(["cmake", "--install", BUILD, "--component", component, "--strip", "--prefix",
                            package / "program"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["strip", module], check=True)
        [emulator] = (package / "program").rglob("arenascope-emulator")
        bundle([module, emulator, *emulator.parent.glob("*.so")], emulator.parent)


setup(version=VERSION, packages=["arenascope"], package_data={"arenascope": ["py.typed", "*.pyi"]},
      ext_modules=[Extension("arenascope._native", sources=[])], cmdclass={"build_ext": BuildWithCMake},
      options={"bdist_wheel": {"plat_name": TAG}})
