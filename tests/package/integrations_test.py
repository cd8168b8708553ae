#!/usr/bin/env python3
"""Files of integrations/ in the surroundings that they are made for: integrations_test.py CHECKOUT PROGRAM

The program and Make are real; pre-commit and Arduino's builder are, where they are installed. West, idf.py, PlatformIO and
ESPHome are stand-ins with as much of their interfaces as the files use.
"""

import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(2)).resolve()
ROOT = Path(sys.argv.pop(1)).resolve()
FILES = ROOT / "integrations"
SINE = ROOT / "resources/models/sine.tflite"


def loaded(path, **names):
    """A module of a file; names: what its surroundings define in it."""
    spec = importlib.util.spec_from_file_location(path.stem + "_under_test", path)
    module = importlib.util.module_from_spec(spec)
    vars(module).update(names)
    spec.loader.exec_module(module)
    return module


class IntegrationsTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="a project "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.model = self.folder / "net.tflite"
        shutil.copy(SINE, self.model)
        # The program, which writes down what it is called with; with STANDIN nothing else.
        tools = self.folder / "tools"
        tools.mkdir()
        self.log = self.folder / "log"
        (tools / "arenascope").write_text(f"""#!/bin/sh
for word in "$@"; do printf '<%s>' "$word"; done >>'{self.log}'
[ -n "$STANDIN" ] || exec '{PROGRAM}' "$@"
""")
        (tools / "arenascope").chmod(0o755)
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ.update(PATH=f"{tools}:{before['PATH']}", XDG_CACHE_HOME=str(self.folder / "cache"))
        os.environ.pop("STANDIN", None)

    def called(self):
        text = self.log.read_text() if self.log.exists() else ""
        self.log.unlink(missing_ok=True)
        return re.findall("<([^>]*)>", text)

    def test_west(self):
        def die(message):
            raise RuntimeError(message)
        command = type("WestCommand", (), {"__init__": lambda self, name, help, description: vars(self).update(
            name=name, help=help, description=description), "die": lambda self, message: die(message)})
        sys.modules["west"] = types.ModuleType("west")
        sys.modules["west.commands"] = types.ModuleType("west.commands")
        sys.modules["west.commands"].WestCommand = command
        listed = (FILES / "zephyr/west-commands.yml").read_text()
        self.assertIn("file: arena.py", listed)
        self.assertIn("class: Arena", listed)
        arena = loaded(FILES / "zephyr/arena.py").Arena()
        parser = arena.do_add_parser(argparse.ArgumentParser().add_subparsers())
        build = self.folder / "build"
        with self.assertRaisesRegex(RuntimeError, "build the application"):
            arena.do_run(parser.parse_args(["-d", str(build)]), [])
        (build / "app/zephyr").mkdir(parents=True)
        (build / "domains.yaml").write_text("default: app\nbuild_dir: x\n")
        (build / "app/zephyr/zephyr.elf").write_bytes(b"")
        (build / "app/zephyr/.config").write_text("CONFIG_ARM=y\nCONFIG_CPU_CORTEX_M33=y\n")
        os.environ["STANDIN"] = "yes"
        arena.do_run(parser.parse_args(["-d", str(build), "--", "--budget", "9"]), [])
        self.assertEqual(self.called(), ["profile", str(build / "app/zephyr/zephyr.elf"), "--budget", "9"])
        del os.environ["STANDIN"]
        with self.assertRaises(SystemExit) as end:
            arena.do_run(parser.parse_args(["-d", str(build), "-m", str(self.model), "--", "--budget", "9"]), [])
        self.assertEqual(end.exception.code, 3, "over its budget")
        self.assertEqual(self.called()[1:4], [str(self.model), "--target", "cortex-m33"])

    def test_idf(self):
        actions = loaded(FILES / "esp-idf/idf_ext.py").action_extensions({}, str(self.folder))["actions"]
        arena = actions["arena"]
        project = argparse.Namespace(project_dir=str(self.folder), build_dir=str(self.folder / "build"))
        with self.assertRaisesRegex(SystemExit, "set-target"):
            arena["callback"]("arena", None, project, str(self.model), None)
        (self.folder / "sdkconfig").write_text('CONFIG_IDF_TARGET="esp32c3"\n')
        arena["callback"]("arena", None, project, str(self.model), None)
        self.assertEqual(self.called(), ["profile", str(self.model), "--target", "esp32c3"])
        (self.folder / "build").mkdir()
        (self.folder / "build/project_description.json").write_text('{"target": "esp32s3"}')
        (self.folder / "dependencies.lock").write_text(
            "dependencies:\n  espressif/esp-nn:\n    component_hash: abc\n    source:\n      type: service\n"
            "    version: 1.1.2\n  idf:\n    version: 5.5.0\n")
        with self.assertRaises(SystemExit) as end:
            arena["callback"]("arena", None, project, str(self.model), "--budget 9")
        self.assertEqual(end.exception.code, 3)
        self.assertEqual(self.called(), ["profile", str(self.model), "--target", "esp32s3", "--kernels", "esp-nn@1.1.2",
                                         "--budget", "9"])

    def test_platformio(self):
        def environment(board, options):
            env = types.SimpleNamespace(
                BoardConfig=lambda: types.SimpleNamespace(get=lambda name, otherwise="": board.get(name, otherwise)),
                GetProjectOption=lambda name, otherwise="": options.get(name, otherwise),
                subst=lambda text: text.replace("$BUILD_DIR", str(self.folder)).replace("${PROGNAME}", "firmware"),
                VerboseAction=lambda line, about: line, Execute=lambda line: subprocess.run(line, shell=True, check=False).returncode)
            env.AddCustomTarget = lambda name, needs, action, **about: vars(env).update(needs=needs, action=action, target=name)
            loaded(FILES / "platformio/arenascope_arena.py", Import=lambda name: None, env=env)
            self.assertEqual(env.target, "arena")
            return env
        os.environ["STANDIN"] = "yes"
        env = environment({"build.cpu": "cortex-m4", "build.mcu": "stm32f446ret6"}, {"custom_arena_options": "--budget 9"})
        self.assertEqual(env.needs, ["$BUILD_DIR/${PROGNAME}.elf"])
        self.assertEqual(env.action([], [], env), 0)
        self.assertEqual(self.called(), ["profile", f"{self.folder}/firmware.elf", "--budget", "9"])
        del os.environ["STANDIN"]
        env = environment({"build.mcu": "esp32s3"}, {"custom_arena_model": str(self.model), "custom_arena_options": "--budget 9"})
        self.assertEqual(env.action([], [], env), 3)
        self.assertEqual(self.called()[:4], ["profile", str(self.model), "--target", "esp32s3"])
        env = environment({"build.mcu": "esp32s3"}, {})
        with self.assertRaisesRegex(SystemExit, "custom_arena_model"):
            env.action([], [], env)

    def test_esphome(self):
        class Invalid(Exception):
            pass
        validation = types.ModuleType("esphome.config_validation")
        vars(validation).update(Invalid=Invalid, Schema=dict, Required=str, file_=lambda value: value,
                                ensure_list=lambda check: lambda values: [check(each) for each in values])
        sys.modules["esphome"] = types.ModuleType("esphome")
        sys.modules["esphome"].config_validation = validation
        sys.modules["esphome.config_validation"] = validation
        component = loaded(FILES / "esphome/arenascope/__init__.py")
        check = component.CONFIG_SCHEMA["manifests"]
        manifest = self.folder / "net.json"
        subprocess.run([PROGRAM, "profile", self.model, "--no-invoke", "--esphome", manifest], check=True, capture_output=True)
        whole = json.loads(manifest.read_text())
        self.assertGreater(whole["micro"]["tensor_arena_size"], 1_000)
        self.assertEqual(check([str(manifest)]), [str(manifest)])
        needed = whole["micro"]["tensor_arena_size"]
        whole["micro"]["tensor_arena_size"] = needed - 1
        manifest.write_text(json.dumps(whole))
        with self.assertRaisesRegex(Invalid, f"is {needed - 1}, its model needs {needed}"):
            check([str(manifest)])
        self.assertEqual(json.loads(manifest.read_text()), whole, "the manifest stays")

    @unittest.skipUnless(shutil.which("arduino-builder"), "arduino-builder is not installed")
    def test_arduino(self):
        """Arduino's own builder, with a platform whose programs are this computer's."""
        platform, sketch, build = (self.folder / name for name in ("hardware/ours/test", "sketch", "the build"))
        files = {platform / "boards.txt": "b.name=B\nb.build.core=c\nb.build.board=B\nb.upload.maximum_size=1000000\n",
                 platform / "platform.txt": """name=Test
version=1.0
recipe.c.o.pattern=gcc -c {includes} "{source_file}" -o "{object_file}"
recipe.cpp.o.pattern=g++ -c -x c++ {includes} "{source_file}" -o "{object_file}"
recipe.ar.pattern=ar rcs "{archive_file_path}" "{object_file}"
recipe.c.combine.pattern=g++ {object_files} "{build.path}/{archive_file}" -o "{build.path}/{build.project_name}.elf"
recipe.objcopy.hex.pattern=cp "{build.path}/{build.project_name}.elf" "{build.path}/{build.project_name}.hex"
recipe.preproc.macros=g++ -E -x c++ {includes} "{source_file}" -o "{preprocessed_file_path}"
""", platform / "cores/c/Arduino.h": "", sketch / "sketch.ino": "void setup() {}\nvoid loop() {}\n",
                 platform / "cores/c/main.cpp": "void setup(); void loop(); int main() { setup(); loop(); }\n",
                 platform / "platform.local.txt": (FILES / "arduino/platform.local.txt").read_text()}
        for file, text in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        build.mkdir()
        done = subprocess.run(["arduino-builder", "-compile", "-hardware", "/usr/share/arduino-builder", "-hardware",
                               self.folder / "hardware", "-tools", "/usr/bin", "-fqbn", "ours:test:b", "-build-path", build,
                               "-prefs", "arenascope.options=--budget 9", sketch / "sketch.ino"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, "the build goes on: " + done.stdout + done.stderr)
        self.assertTrue((build / "sketch.ino.hex").exists())
        self.assertEqual(self.called(), ["profile", str(build / "sketch.ino.elf"), "--budget", "9"])

    def test_make(self):
        (self.folder / "Makefile").write_text(f"include {FILES}/make/arenascope.mk\nall: net_arena.h\n")
        def make(*words):
            return subprocess.run(["make", "-C", self.folder, *words], capture_output=True, check=False).returncode
        self.assertNotEqual(make("ARENASCOPE_OPTIONS=--budget 9"), 0)
        self.assertFalse((self.folder / "net_arena.h").exists(), "over its budget there is no header")
        self.assertEqual(make("ARENASCOPE_OPTIONS=--target cortex-m0plus"), 0)
        self.assertIn("kTensorArenaSize", (self.folder / "net_arena.h").read_text())
        self.called()
        self.assertEqual(make(), 0)
        self.assertEqual(self.called(), [], "nothing has changed")

    def test_pre_commit(self):
        hook = (ROOT / ".pre-commit-hooks.yaml").read_text()
        entry = re.search(r"^  entry: (.*)$", hook, re.MULTILINE)[1].split()
        def git(*words):
            subprocess.run(["git", "-C", self.folder, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True, capture_output=True)
        (self.folder / ".gitignore").write_text("log\ntools\ncache\n")
        git("init", "-q")
        git("add", ".")
        git("commit", "-q", "-m", "One")
        def run():
            return subprocess.run(entry, cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((run().returncode, run().stdout), (0, ""))
        shutil.copy(ROOT / "resources/models/edge_detector.tflite", self.model)
        (self.folder / ".arenascope").mkdir()
        (self.folder / ".arenascope/project.json").write_text('{"models": [{"model": "net.tflite", "budget": 1500}]}')
        git("add", ".")
        done = run()
        self.assertEqual(done.returncode, 3)
        self.assertIn("over budget", done.stdout)
        if shutil.which("pre-commit"):
            config = f"repos: [{{repo: local, hooks: [{{{', '.join(l.strip().removeprefix('- ') for l in hook.splitlines() if re.match('(-|  )', l) and 'description' not in l)}}}]}}]"
            (self.folder / ".pre-commit-config.yaml").write_text(config)
            git("add", ".")
            done = subprocess.run(["pre-commit", "run", "--all-files"], cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("over budget", done.stdout)


if __name__ == "__main__":
    unittest.main()
