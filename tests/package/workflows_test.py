#!/usr/bin/env python3
"""Workflows of CI: what they are made of exists, their scripts are shell, and none gives a fork a right: workflows_test.py CHECKOUT"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

import yaml

ROOT = Path(sys.argv.pop(1)).resolve()
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
FILES = [ROOT / ".github/workflows/release.yml", *sorted((ROOT / "integrations/ci").rglob("*.yml"))]


def steps_of(workflow):
    for job in workflow.get("jobs", {}).values():
        yield from job["steps"]


class WorkflowsTest(unittest.TestCase):
    def test_scripts_are_shell(self):
        scripts = [step["run"] for step in ACTION["runs"]["steps"]]
        for file in FILES:
            whole = yaml.safe_load(file.read_text())
            scripts += [step["run"] for step in steps_of(whole) if "run" in step]
            scripts += ["\n".join(job["script"]) for job in whole.values() if isinstance(job, dict) and "script" in job]
        self.assertGreater(len(scripts), 15)
        for script in scripts:
            self.assertNotRegex(script, r"\$\{\{", "what others write is not put into a script")
            done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
            self.assertEqual(done.stderr, "", script)
            for name in re.findall(r"\b(?:packaging|tests)/[\w./-]+", script):
                self.assertTrue((ROOT / name).is_file(), name)
            for name in re.findall(r"/usr/share/arenascope/(integrations/[\w./-]+)", script):
                self.assertTrue((ROOT / name).is_file(), name)

    def test_the_action_gets_its_inputs(self):
        for file in FILES:
            for step in steps_of(yaml.safe_load(file.read_text())):
                if step.get("uses", "").startswith("arenascope/"):
                    self.assertLessEqual(set(step.get("with", {})), set(ACTION["inputs"]), file)
                    command = step["with"]["command"]
                    self.assertTrue(any(f"== '{command}'" in each.get("if", "") for each in ACTION["runs"]["steps"]), command)

    def test_forks_get_no_rights(self):
        review = yaml.safe_load((ROOT / "integrations/ci/github/review.yml").read_text())
        comment = yaml.safe_load((ROOT / "integrations/ci/github/comment.yml").read_text())
        # YAML 1.1 reads "on" as true.
        self.assertEqual(review[True], "pull_request")
        self.assertEqual(review["permissions"], {"contents": "read"})
        self.assertEqual(comment[True]["workflow_run"]["workflows"], [review["name"]])
        self.assertEqual(comment["permissions"], {"pull-requests": "write", "actions": "read"})
        self.assertFalse(any("run" in step or "checkout" in step["uses"] for step in steps_of(comment)))
        # What one keeps is what the other reads.
        kept = next(step["with"] for step in steps_of(review) if "upload-artifact" in step["uses"])
        read = next(step["with"] for step in steps_of(comment) if "download-artifact" in step["uses"])
        self.assertEqual((kept["name"], kept["path"]), (read["name"], read["path"]))
        self.assertEqual(kept["path"], ACTION["inputs"]["folder"]["default"])

    def test_what_is_untried_is_marked(self):
        text = FILES[0].read_text()
        for line in text.splitlines():
            if re.search(r"- uses: |cosign sign|docker (login|push)|publish\.sh (sign|verify|release)", line):
                self.assertIn("# untried", line)


if __name__ == "__main__":
    unittest.main()
