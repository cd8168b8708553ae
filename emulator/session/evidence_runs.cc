#include "emulator/session/evidence_runs.h"

#include "emulator/session/boards.h"
#include "emulator/session/profiler.h"

namespace arenascope::session {

Result<std::optional<double>> measured(const profile::Evidence& evidence, const profile::PublishedFigure& figure,
                                       const std::filesystem::path& models) {
  const std::filesystem::path file = models / (figure.model + ".tflite");
  std::error_code code;
  if (evidence.kind != profile::EvidenceKind::kNetworks || figure.model.empty() || !std::filesystem::exists(file, code))
    return std::optional<double>();
  ProfileRequest request;
  request.model = file;
  request.target = evidence.core;
  request.kernels = evidence.kernels;
  if (!evidence.board.empty()) {
    Result<profile::Board> board = findBoard(evidence.board);
    if (!board) return board.error();
    request.board = std::move(*board);
  }
  RunControl control;
  const Result<profile::Report> report = profileModel(request, {}, control);
  if (!report) return report.error();
  if (report->error) return *report->error;
  const auto cycles = static_cast<double>(report->cost->total.cycles);
  if (evidence.unit == "cycles") return std::optional(cycles);
  if (!request.board)
    return Error{Stage::kBoard, "evidence " + evidence.name + " is in " + evidence.unit + " and names no board"};
  return std::optional(cycles / request.board->clockHz() * 1000.0);
}

} // namespace arenascope::session
