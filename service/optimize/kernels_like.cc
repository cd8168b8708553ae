#include "service/optimize/kernels_like.h"

#include <algorithm>

namespace arenascope::service {

std::string kernelsLike(const report::Report& image, const ProfileRequest& request, engine::RunControl& control) {
  const engine::Target* target = engine::findTarget(image.target);
  std::string nearest;
  std::uint64_t least = 0;
  for (const std::string& set : target == nullptr ? std::vector<std::string>() : engine::ownKernelSets(*target)) {
    ProfileRequest trial = request;
    trial.kernels = set;
    trial.invoke = false;
    const Result<report::Report> run = profileModel(trial, {}, control);
    if (!run || !run->arena) continue;
    const std::uint64_t away =
        std::max(run->arena->tail, image.arena->tail) - std::min(run->arena->tail, image.arena->tail);
    if (nearest.empty() || away < least) {
      nearest = set;
      least = away;
    }
  }
  return nearest;
}

} // namespace arenascope::service
