#include "core/profile/json_parts.h"

#include <cmath>

namespace arenascope::profile {

Json modelJson(const ModelInfo& model) {
  return {{"path", model.path},
          {"bytes", model.bytes},
          {"sha256", model.sha256},
          {"version", model.version},
          {"description", model.description},
          {"subgraphs", model.subgraphs.size()},
          {"operators", model.operatorCount()},
          {"tensors", model.tensorCount()},
          {"weight_bytes", model.weightBytes}};
}

Json arenaJson(const ArenaFigures& arena) {
  return {{"used_bytes", arena.used},
          {"head_bytes", arena.head},
          {"tail_bytes", arena.tail},
          {"temp_peak_bytes", arena.tempPeak},
          {"minimum_bytes", arena.minimum},
          {"minimum_proven", arena.minimumProven},
          {"recommended_bytes", arena.recommended}};
}

Json errorJson(const Error& error) {
  return {{"stage", error.stage}, {"message", error.message}, {"subgraph", error.subgraph}, {"op", error.op}};
}

Json costJson(std::uint64_t total, std::uint64_t kernels) {
  const double percent = total == 0 ? 0.0 : 100.0 * static_cast<double>(total - kernels) / static_cast<double>(total);
  return {{"total", total},
          {"kernels", kernels},
          {"interpreter", total - kernels},
          {"overhead_percent", std::round(percent * 1000.0) / 1000.0}};
}

std::string dumped(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

} // namespace arenascope::profile
