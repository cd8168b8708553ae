#!/usr/bin/env python3
"""The comment under a pull or merge request, against servers that answer as GitHub, Gitea and GitLab do: comment_test.py CHECKOUT"""

import base64
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

ROOT = Path(sys.argv.pop(1)).resolve()
CHANGED = "<!-- arenascope review: changed -->\n### ArenaScope: 1 of 1 model changed\n"
SAME = "<!-- arenascope review: no change -->\n### ArenaScope: no change against main\n"
PICTURE = "![Arenas before and after](<arenas.svg>)\n"


class Server(HTTPServer):
    """Keeps comments of one request, in pages as large as the server likes."""

    def __init__(self, gitlab=False, page=100):
        super().__init__(("127.0.0.1", 0), Handler)
        self.branch, self.charts = False, []
        self.gitlab, self.page, self.comments, self.calls, self.tokens = gitlab, page, [], [], set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def add(self, body, machine=True):
        number = len(self.comments) + 1
        user = {"id": 7 if machine else 8, "login": "github-actions[bot]" if machine else "person",
                "type": "Bot" if machine else "User"}
        self.comments.append({"id": number, "body": body, "user": user, "author": user})

    def bodies(self):
        return [each["body"] for each in self.comments]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self):
        server, url = self.server, urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        server.calls.append(f"{self.command} {url.path}")
        server.tokens.add(self.headers.get("Authorization") or self.headers.get("PRIVATE-TOKEN"))
        reply = self.reply(server, url, body)
        self.send_response(404 if reply is None else 200)
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def reply(self, server, url, body):
        path, query = url.path, parse_qs(url.query)
        if path in ("/repos/o/r/pulls/5", "/projects/3/merge_requests/5"):
            return {"head": {"sha": "abc"}, "sha": "abc"}
        if path == "/user":
            return {"id": 7}
        if path == "/projects/3/uploads":
            return {"markdown": "![arenas](/uploads/1/arenas.svg)"} if b"<svg" in body else None
        if path.startswith(("/repos/o/r/git/", "/repos/o/r/contents/")):
            return self.reply_of_branch(server, path.removeprefix("/repos/o/r/"), json.loads(body or b"null"))
        if path in ("/repos/o/r/issues/5/comments", "/projects/3/merge_requests/5/notes"):
            if self.command == "POST":
                server.add(json.loads(body)["body"])
                return {}
            first = (int(query["page"][0]) - 1) * server.page
            return server.comments[first:first + server.page]
        method, start = ("PUT", "/projects/3/merge_requests/5/notes/") if server.gitlab else ("PATCH", "/repos/o/r/issues/comments/")
        if self.command == method and path.startswith(start):
            server.comments[int(path[len(start):]) - 1]["body"] = json.loads(body)["body"]
            return {}
        return None

    def reply_of_branch(self, server, path, body):
        """A branch "charts", which has a file once it is put there."""
        if path == "git/ref/heads/charts":
            return {"ref": "there"} if server.branch else None
        if path == "git/trees":
            return {"sha": "tree"}
        if path == "git/commits":
            return {"sha": "commit"} if body["tree"] == "tree" and body["parents"] == [] else None
        if path == "git/refs":
            server.branch = body == {"ref": "refs/heads/charts", "sha": "commit"}
            return {}
        if path == "contents/5.svg" and self.command == "GET":
            return {"sha": f"blob{len(server.charts)}"} if server.charts else None
        if path == "contents/5.svg" and server.branch and body["branch"] == "charts":
            # As GitHub: a file that is there is only replaced by who knows which one it is.
            if body.get("sha") != (f"blob{len(server.charts)}" if server.charts else None):
                return None
            server.charts.append(base64.b64decode(body["content"]))
            return {"commit": {"sha": f"c{len(server.charts)}"}}
        return None

    do_GET = do_POST = do_PATCH = do_PUT = answer


class CommentTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        (self.folder / "arenas.svg").write_text("<svg></svg>")

    def run_script(self, server, text, *words, wrong=False, **more):
        (self.folder / "review.md").write_text(text)
        (self.folder / "event").write_text(json.dumps({"pull_request": {"number": 5}}))
        address = f"http://127.0.0.1:{server.server_port}"
        here = {"PATH": os.environ["PATH"], "NO_PROXY": "*"}
        if server.gitlab:
            here.update(GITLAB_CI="true", CI_API_V4_URL=address, CI_PROJECT_ID="3", CI_MERGE_REQUEST_IID="5", GITLAB_TOKEN="secret")
        else:
            here.update(GITHUB_API_URL=address, GITHUB_REPOSITORY="o/r", GITHUB_TOKEN="secret",
                        GITHUB_EVENT_PATH=str(self.folder / "event"))
        here.update(more)
        here = {name: value for name, value in here.items() if value is not None}
        done = subprocess.run([ROOT / "integrations/ci/comment.py", self.folder / "review.md", *words], env=here,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode != 0, wrong, done.stderr)
        self.assertNotIn("secret", done.stdout + done.stderr)
        return done.stderr

    def test_one_comment_stays_one(self):
        for server, more in ((Server(), {}), (Server(page=2), {"GITEA_ACTIONS": "true"}), (Server(gitlab=True), {})):
            with self.subTest(gitlab=server.gitlab, page=server.page):
                for number in range(5):
                    server.add(f"words {number}", machine=False)
                server.add(CHANGED, machine=False)  # a person quotes it
                before = server.bodies()
                self.assertIn("there is no comment", self.run_script(server, SAME, **more))
                self.assertIn("there is no comment", self.run_script(server, "", **more))
                self.assertEqual(server.bodies(), before, "silent where nothing has changed")
                self.run_script(server, CHANGED, **more)
                self.assertEqual(server.bodies(), before + [CHANGED])
                self.run_script(server, CHANGED + "more\n", **more)
                self.assertEqual(server.bodies(), before + [CHANGED + "more\n"])
                self.run_script(server, SAME, **more)
                self.assertEqual(server.bodies(), before + [SAME], "what was said is taken back")
                self.assertEqual(server.tokens, {"secret" if server.gitlab else "token secret"})

    def test_a_picture_is_shown_where_it_can_be(self):
        github, gitlab = Server(), Server(gitlab=True)
        self.run_script(github, CHANGED + PICTURE)
        self.assertEqual(github.bodies(), [CHANGED])
        self.run_script(gitlab, CHANGED + PICTURE)
        self.assertEqual(gitlab.bodies(), [CHANGED + "![arenas](/uploads/1/arenas.svg)\n"])

    def test_github_keeps_charts_in_a_branch(self):
        server = Server()
        for number in (1, 2):
            self.run_script(server, CHANGED + PICTURE, "--charts", "charts", GITHUB_SERVER_URL="https://host")
            self.assertEqual(server.bodies(), [f"{CHANGED}![Arenas before and after](https://host/o/r/raw/c{number}/5.svg)\n"])
        self.assertEqual(server.charts, [b"<svg></svg>"] * 2)
        self.assertEqual(server.calls.count("POST /repos/o/r/git/refs"), 1)
        self.assertIn("404", self.run_script(server, CHANGED + PICTURE, "--charts", "none", wrong=True,
                                             GITHUB_SERVER_URL="https://host"))

    def test_what_comes_from_a_fork_is_checked(self):
        server = Server()
        self.assertIn("is not at other", self.run_script(server, CHANGED, "--number", "5", "--head", "other", wrong=True))
        self.assertIn("does not begin with", self.run_script(server, "buy this", wrong=True))
        self.assertEqual(server.bodies(), [])
        self.run_script(server, CHANGED + "long line\n" * 20_000, "--number", "5", "--head", "abc")
        self.assertLess(len(server.bodies()[0]), 65_536)
        self.assertIn("The rest is left out", server.bodies()[0])

    def test_what_is_missing_is_named(self):
        self.assertIn("GITHUB_TOKEN is not set", self.run_script(Server(), CHANGED, wrong=True, GITHUB_TOKEN=None))
        self.assertIn("404", self.run_script(Server(), CHANGED, "--number", "6", wrong=True))


if __name__ == "__main__":
    unittest.main()
