"""Prints where this Python looks for packages in a prefix, relative to it: python_folder.py PREFIX"""

import os
import sys
import sysconfig


def candidates(prefix):
    if "deb_system" in sysconfig.get_scheme_names():  # Debian's own packages, in /usr alone
        yield sysconfig.get_path("platlib", "deb_system")
    yield sysconfig.get_path("platlib")
    yield sysconfig.get_path("platlib", "posix_prefix", {"base": prefix, "platbase": prefix})


prefix = os.path.normpath(sys.argv[1])
for folder in candidates(prefix):
    below = os.path.relpath(folder, prefix)
    if not below.startswith(("..", "local/")):  # /usr/local is another prefix than /usr
        print(below)
        break
