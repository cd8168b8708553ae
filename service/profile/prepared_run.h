// What a request for a profile names, ready to be run: model, target and runner.
#pragma once

#include <memory>

#include "core/model/load/model_file.h"
#include "emulator/firmware/memory_map.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// More than any microcontroller has, so that a first run shows what a model wants.
inline constexpr std::uint64_t kAmpleBytes = firmware::kArenaCapacity; // as much as an engine has anyway

struct PreparedRun {
  ProfileRequest request; // target and kernel set by their full names
  engine::LoadedModel model;
  const engine::Target* target = nullptr;
  std::unique_ptr<engine::Runner> runner;
  std::string library; // where the kernels come from, where they were added
};

// The request's model, loaded already or from its file; of a firmware image that which is in it.
Result<model::ModelFile> modelOf(const ProfileRequest& request);

// Fails for what cannot be run: a model that is none, an input of another size, a target, kernel set or revision that
// is not known, or that do not go together.
Result<PreparedRun> prepareRun(const ProfileRequest& request);

} // namespace arenascope::service
