#include "service/calibrate/evidence_runs.h"

#include "service/profile/profiler.h"
#include "service/store/boards.h"

namespace arenascope::service {

Result<std::optional<double>> measured(const hardware::Evidence& evidence, const hardware::PublishedFigure& figure,
                                       const std::filesystem::path& models) {
  const std::filesystem::path file = models / (figure.model + ".tflite");
  std::error_code code;
  if (evidence.kind != hardware::EvidenceKind::kNetworks || figure.model.empty() ||
      !std::filesystem::exists(file, code))
    return std::optional<double>();
  ProfileRequest request;
  request.model = file;
  request.target = evidence.core;
  request.kernels = evidence.kernels;
  if (!evidence.board.empty()) {
    Result<hardware::Board> board = findBoard(evidence.board);
    if (!board) return board.error();
    request.board = std::move(*board);
  }
  engine::RunControl control;
  const Result<report::Report> report = profileModel(request, {}, control);
  if (!report) return report.error();
  if (report->error) return *report->error;
  const auto cycles = static_cast<double>(report->cost->total.cycles);
  if (evidence.unit == "cycles") return std::optional(cycles);
  if (!request.board)
    return Error{Stage::kBoard, "evidence " + evidence.name + " is in " + evidence.unit + " but names no board"};
  return std::optional(cycles / request.board->clockHz() * 1000.0);
}

} // namespace arenascope::service
