#!/usr/bin/env python3
"""The skill's scripts on sample models, and what its page promises: skill_test.py CHECKOUT PROGRAM"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(2)).resolve()
ROOT = Path(sys.argv.pop(1)).resolve()
SKILL = ROOT / "integrations/skill"
PAGE = (SKILL / "SKILL.md").read_text()


class SkillTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="a skill "))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/arenascope").symlink_to(PROGRAM)
        self.environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
                            "XDG_CACHE_HOME": str(self.folder / "cache")}
        self.model = self.folder / "net.tflite"
        shutil.copy(ROOT / "resources/models/keyword_spotter.tflite", self.model)

    def run_script(self, name, *words):
        done = subprocess.run([SKILL / "scripts" / name, *words], env=self.environment, cwd=self.folder, capture_output=True,
                              text=True, check=False)
        self.assertTrue(done.stdout, done.stderr)
        return json.loads(done.stdout) if name != "failure.sh" else done.stdout

    def report(self, *words):
        done = subprocess.run([PROGRAM, *words, "--json", "-"], env=self.environment, cwd=self.folder, capture_output=True,
                              text=True, check=True)
        return json.loads(done.stdout)

    def test_the_page_is_a_skill(self):
        head = re.match(r"---\nname: ([a-z-]+)\ndescription: (.+)\n---\n", PAGE)
        self.assertEqual(head[1], "tensor-arena")
        self.assertLessEqual(len(head[2]), 1024, "assistants cut longer descriptions")
        named = set(re.findall(r"scripts/([\w.]+)", PAGE))
        self.assertEqual(named | {"brief.py"}, {each.name for each in (SKILL / "scripts").iterdir() if each.is_file()})
        for option in set(re.findall(r"--[a-z][a-z-]*", PAGE)) - {"--version"}:
            helps = "".join(subprocess.run([PROGRAM, name, "--help"], capture_output=True, text=True, check=True).stdout
                            for name in ("profile", "advise", "plan", "shrink", "review"))
            self.assertIn(option, helps)

    def test_an_arena_is_sized(self):
        brief = self.run_script("size.sh", "net.tflite", "--target", "cortex-m4")
        arena = self.report("profile", "net.tflite", "--target", "cortex-m4")["arena"]
        self.assertEqual(brief["recommended_bytes"], arena["recommended_bytes"])
        self.assertEqual(brief["minimum_bytes"], arena["minimum_bytes"])
        self.assertGreater(brief["cycles"], 1000)
        self.model.write_bytes(b"not a model")
        failed = self.run_script("size.sh", "net.tflite")
        self.assertEqual(failed["status"], "failed")
        self.assertTrue(failed["message"])

    def test_a_failure_is_explained(self):
        text = self.run_script("failure.sh", "net.tflite", "Failed to resize buffer. Requested: 16000, available 8440, "
                               "missing: 7560")
        self.assertIn("arena", text)

    def test_it_becomes_smaller(self):
        brief = self.run_script("smaller.sh", "net.tflite", "--target", "cortex-m4", "--time-limit", "1")
        self.assertEqual(brief["now_bytes"], self.report("profile", "net.tflite")["arena"]["recommended_bytes"])
        self.assertTrue(brief["suggestions"])
        for each in brief["suggestions"]:
            self.assertTrue(each["title"], each)

    def test_a_board_is_chosen(self):
        brief = self.run_script("boards.sh", "net.tflite")
        self.assertGreater(len(brief["boards"]), 10)
        self.assertTrue(any(board["fits"] for board in brief["boards"]), brief["boards"][0])

    def test_a_change_is_reviewed(self):
        def git(*words):
            subprocess.run(["git", "-C", self.folder, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True,
                           capture_output=True)
        git("init", "-q")
        git("add", "net.tflite")
        git("commit", "-q", "-m", "One")
        self.assertFalse(self.run_script("change.sh", "HEAD")["changed"])
        shutil.copy(ROOT / "resources/models/edge_detector.tflite", self.model)
        brief = self.run_script("change.sh", "HEAD")
        self.assertTrue(brief["changed"])
        self.assertIn("arena", brief["models"][0]["moves"][0])


if __name__ == "__main__":
    unittest.main()
