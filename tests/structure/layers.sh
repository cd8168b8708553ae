#!/usr/bin/env bash
# Each folder includes headers of the folders that layers.txt allows it, and of itself: layers.sh CHECKOUT. Names every
# other include, and uses of the file format where it has no business; the last line says how many files were looked at.
set -euo pipefail
root=${1:?the checkout}
cd "$root"
find core emulator service ui app web resources -name '*.h' -o -name '*.cc' | sort |
  xargs awk -v rules=tests/structure/layers.txt '
    function folderOf(path,   part) { # the longest that layers.txt has
      for (part = path; part ~ "/"; ) { sub("/[^/]*$", "", part); if (part in allowed) return part }
      return ""
    }
    BEGIN {
      while ((getline line < rules) > 0) {
        if (line ~ /^#/ || line !~ /:/) continue
        name = line; sub(":.*", "", name)
        sub("^[^:]*:", "", line)
        allowed[name] = line " "
      }
    }
    FNR == 1 {
      ++files
      from = folderOf(FILENAME)
      if (from == "") { print FILENAME ": its folder is not in " rules; ++wrong }
    }
    /^#include "(core|emulator|service|ui|app|web|resources)\// {
      split($0, quoted, "\"")
      to = folderOf(quoted[2])
      if (from == "" || to == from || index(allowed[from], " " to " ")) next
      print FILENAME ":" FNR ": " from " may not use " to ": " quoted[2]
      ++wrong
    }
    # The file format stays in its reader, its writer and the interpreter: others work from a model::Graph.
    /schema::/ && FILENAME !~ "^(core/interpreter|core/model/builder|core/model/load|core/model/quantize|core/model/rewrite|resources)/" {
      print FILENAME ":" FNR ": the file format is not for " from
      ++wrong
    }
    END {
      print files " files looked at, " wrong + 0 " things that may not be"
      exit (wrong > 0 || files == 0)
    }'
