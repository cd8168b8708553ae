// Rows and commits for tests of the history.
#pragma once

#include <string>
#include <vector>

#include "core/history/timeline.h"

namespace arenascope::test {

// A row of "net.tflite" whose head is one buffer.
inline history::Row historyRow(const std::string& commit, std::uint64_t arena, const std::string& blob) {
  history::Row row;
  row.commit = commit;
  row.authored = "2026-11-0" + commit.substr(0, 1) + "T10:00:00+01:00";
  row.subject = "commit " + commit;
  row.tree = "tree " + commit;
  row.blob = blob;
  row.path = "net.tflite";
  row.target = "cortex-m4";
  row.kernels = "cmsis-nn";
  row.tflm = "current";
  row.planner = "greedy";
  row.program = "1.0";
  row.sha256 = "sha of " + blob;
  row.recorded = "2026-11-20T00:00:00Z";
  row.figures = {{"arena", arena}, {"cycles", arena * 10}, {"total_flash", 1'000}};
  row.peak = "layer 1, CONV_2D";
  row.arena = {{"buffer", "conv_1", arena - 100}, {"tail", "kernel data", 100}};
  row.operators = {{"0", "CONV_2D", "conv_0", 50}, {"1", "CONV_2D", "conv_1", arena * 10 - 50}};
  return row;
}

inline history::CommitInfo historyCommit(const std::string& id, const std::vector<std::string>& parents) {
  return {id, parents, "2026-11-0" + id.substr(0, 1) + "T10:00:00+01:00", "commit " + id, "tree " + id};
}

// The moved figures of each point: "2: arena", joined.
inline std::string movesOf(const history::Series& series) {
  std::string text;
  for (const history::Point& point : series.points)
    for (const history::Move& move : point.moves)
      text += (text.empty() ? "" : ", ") + point.row.commit + " " + move.figure;
  return text;
}

} // namespace arenascope::test
