#include "service/profile/kernel_sets.h"

#include <algorithm>
#include <utility>

#include "service/profile/engines.h"

namespace arenascope::service {

std::vector<engine::AddedKernels> addedKernels() {
  std::vector<engine::AddedKernels> all;
  for (const engine::Engine* engine : engines())
    for (engine::AddedKernels& each : engine->added()) all.push_back(std::move(each));
  return all;
}

std::optional<engine::AddedKernels> findAddedKernels(const std::string& name) {
  for (engine::AddedKernels& each : addedKernels())
    if (each.name == name) return std::move(each);
  return std::nullopt;
}

std::vector<std::string> kernelSets(const engine::Target& target) {
  std::vector<std::string> names = engine::builtInKernelSets(target);
  for (const engine::AddedKernels& each : addedKernels())
    if (each.target == target.name) names.push_back(each.name);
  return names;
}

std::string kernelsFor(const std::string& target, const std::string& wanted) {
  const engine::Target* found = engine::findTarget(target);
  if (found == nullptr) return wanted;
  const std::vector<std::string> sets = kernelSets(*found);
  return std::find(sets.begin(), sets.end(), engine::fullKernelsName(wanted)) == sets.end() ? "" : wanted;
}

} // namespace arenascope::service
