#!/usr/bin/env python3
"""Puts a review under a pull or merge request, and keeps it one comment: comment.py FILE [--number N] [--head SHA]

FILE is the Markdown of `arenascope review`. A comment of an earlier run is replaced. Where nothing has changed, there is
no new comment. A chart beside FILE is uploaded: GitLab keeps it; GitHub needs --charts BRANCH, a branch that has nothing
else, and permission to write contents; elsewhere it is left out. GitHub Actions and Gitea (or Forgejo) Actions need GITHUB_TOKEN, with permission to write pull requests
(GitHub) or issues (Gitea); GitLab CI needs GITLAB_TOKEN, a project access token with the scope "api": the job's own token
may not write notes.

--number: of the request, where the environment does not say it. --head: the request's newest commit must be this one. A
workflow that runs after one of a fork takes both from outside (docs/how-to/history.md).
"""

import argparse
import base64
import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

MARKER = "<!-- arenascope review"
MOST_CHARACTERS = 60_000  # GitHub takes 65,536
PAGE = 100
MOST_PAGES = 50
PICTURE = re.compile(r"!\[[^\]]*\]\(<(?!https?://)([^>]*)>\)\n?")


class Failure(Exception):
    """For the user: what is wrong, and what to do."""


class Missing(Failure):
    """The server does not have it."""


def wanted(name):
    value = os.environ.get(name, "")
    if not value:
        raise Failure(f"{name} is not set: `comment.py --help` says what is needed where")
    return value


def call(method, url, headers, body=None, content="application/json"):
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers={**headers, "Content-Type": content})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        kind = Missing if error.code == 404 else Failure
        raise kind(f"{method} {url}: {error.code} {error.reason}; may the token write here?") from None
    except urllib.error.URLError as error:
        raise Failure(f"{method} {url}: {error.reason}") from None


class GitHub:
    """GitHub's API, which Gitea and Forgejo have as well."""

    def __init__(self, number, charts):
        self.charts = charts
        self.base = f"{wanted('GITHUB_API_URL')}/repos/{wanted('GITHUB_REPOSITORY')}"
        self.headers = {"Authorization": f"token {wanted('GITHUB_TOKEN')}", "Accept": "application/json"}
        self.number = number or self.number_of_event()

    @staticmethod
    def number_of_event():
        event = json.loads(Path(wanted("GITHUB_EVENT_PATH")).read_text())
        request = event.get("pull_request") or {}
        if not request.get("number"):
            raise Failure("this run is not of a pull request: say which one with --number")
        return int(request["number"])

    def head(self):
        return call("GET", f"{self.base}/pulls/{self.number}", self.headers)["head"]["sha"]

    def comments(self):
        for page in range(1, MOST_PAGES + 1):
            some = call("GET", f"{self.base}/issues/{self.number}/comments?per_page={PAGE}&limit={PAGE}&page={page}",
                        self.headers)
            for each in some:
                # A person may quote the marker: only a machine's comment is replaced.
                machine = each["user"].get("type") == "Bot" or each["user"]["login"] in ("gitea-actions", "forgejo-actions")
                if machine:
                    yield each["id"], each["body"]
            if len(some) < PAGE and not (some and "GITEA_ACTIONS" in os.environ):
                return

    def write(self, text):
        call("POST", f"{self.base}/issues/{self.number}/comments", self.headers, {"body": text})

    def replace(self, comment, text):
        call("PATCH", f"{self.base}/issues/comments/{comment}", self.headers, {"body": text})

    def upload(self, file):
        """Into the branch for charts: GitHub has no other way with a token. The address names the commit: it is not cached."""
        if not self.charts:
            return ""
        place, path = f"{self.base}/contents", f"{self.number}.svg"
        if not self.found(f"git/ref/heads/{self.charts}"):
            self.make_branch()
        old = self.found(f"contents/{path}?ref={self.charts}")
        made = call("PUT", f"{place}/{path}", self.headers,
                    {"message": f"Arenas of pull request {self.number}", "branch": self.charts,
                     "content": base64.b64encode(file.read_bytes()).decode(), **({"sha": old["sha"]} if old else {})})
        address = f"{wanted('GITHUB_SERVER_URL')}/{wanted('GITHUB_REPOSITORY')}/raw/{made['commit']['sha']}/{path}"
        return f"![Arenas before and after]({address})"

    def found(self, path):
        try:
            return call("GET", f"{self.base}/{path}", self.headers)
        except Missing:
            return None

    def make_branch(self):
        """Without a parent, so that it has nothing of the project."""
        about = {"path": "README.md", "mode": "100644", "type": "blob", "content": "Charts of pull requests' comments\n"}
        tree = call("POST", f"{self.base}/git/trees", self.headers, {"tree": [about]})
        commit = call("POST", f"{self.base}/git/commits", self.headers,
                      {"message": "Charts", "tree": tree["sha"], "parents": []})
        call("POST", f"{self.base}/git/refs", self.headers, {"ref": f"refs/heads/{self.charts}", "sha": commit["sha"]})


class GitLab:
    def __init__(self, number, _charts):
        self.project = f"{wanted('CI_API_V4_URL')}/projects/{wanted('CI_PROJECT_ID')}"
        self.notes = f"{self.project}/merge_requests/{number or wanted('CI_MERGE_REQUEST_IID')}"
        self.headers = {"PRIVATE-TOKEN": wanted("GITLAB_TOKEN")}

    def head(self):
        return call("GET", self.notes, self.headers)["sha"]

    def comments(self):
        me = call("GET", f"{wanted('CI_API_V4_URL')}/user", self.headers)["id"]
        for page in range(1, MOST_PAGES + 1):
            some = call("GET", f"{self.notes}/notes?per_page={PAGE}&page={page}", self.headers)
            yield from ((each["id"], each["body"]) for each in some if each["author"]["id"] == me)
            if len(some) < PAGE:
                return

    def write(self, text):
        call("POST", f"{self.notes}/notes", self.headers, {"body": text})

    def replace(self, comment, text):
        call("PUT", f"{self.notes}/notes/{comment}", self.headers, {"body": text})

    def upload(self, file):
        border = uuid.uuid4().hex
        body = (f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="arenas.svg"\r\n'
                "Content-Type: image/svg+xml\r\n\r\n").encode() + file.read_bytes() + f"\r\n--{border}--\r\n".encode()
        answer = call("POST", f"{self.project}/uploads", self.headers, body, f"multipart/form-data; boundary={border}")
        return answer["markdown"]


def with_pictures(text, folder, host):
    """A chart that lies beside the Markdown is uploaded, or left out where there is no way to."""
    def place(match):
        file = folder / match[1]
        markdown = host.upload(file) if file.is_file() else ""
        return markdown + "\n" if markdown else ""
    return PICTURE.sub(place, text)


def checked(file):
    text = file.read_text(encoding="utf-8")
    if text and not text.startswith(MARKER):
        raise Failure(f"{file} is not the Markdown of `arenascope review`: it does not begin with {MARKER}")
    if len(text) > MOST_CHARACTERS:
        text = text[:MOST_CHARACTERS].rsplit("\n", 1)[0] + "\n\nThe rest is left out: it is too long for a comment.\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--number", type=int)
    parser.add_argument("--head")
    parser.add_argument("--charts", metavar="BRANCH")
    options = parser.parse_args()
    text = checked(options.file)
    host = (GitLab if "GITLAB_CI" in os.environ else GitHub)(options.number, options.charts)
    if options.head and host.head() != options.head:
        raise Failure(f"request {options.number} is not at {options.head}: this review is of other files")
    earlier = next((comment for comment, body in host.comments() if body.startswith(MARKER)), None)
    changed = text.startswith(MARKER + ": changed")
    if earlier is None and not changed:
        return "nothing has changed: there is no comment"
    text = with_pictures(text, options.file.parent, host) or MARKER + ": no change -->\n### ArenaScope: no change\n"
    if earlier is None:
        host.write(text)
        return "the comment was written"
    host.replace(earlier, text)
    return "the comment was replaced"


if __name__ == "__main__":
    try:
        print("arenascope:", main(), file=sys.stderr)
    except (Failure, OSError, UnicodeDecodeError) as error:
        sys.exit(f"arenascope: {error}")
