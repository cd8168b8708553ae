// The objects that a profile request names, ready to run: model, target and runner.
#pragma once

#include <memory>

#include "core/model/load/model_file.h"
#include "emulator/firmware/memory_map.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// More than any microcontroller has, so that the first run shows all needs.
inline constexpr std::uint64_t kAmpleBytes = firmware::kArenaCapacity; // the engines' capacity

struct PreparedRun {
  ProfileRequest request; // with full names of target and kernel set
  engine::LoadedModel model;
  const engine::Target* target = nullptr;
  std::unique_ptr<engine::Runner> runner;
  std::string library; // the source of added kernels
};

// The request's model, already loaded or read from its file, or the preview of it that the request asks for; for
// a firmware image, the model in it.
Result<model::ModelFile> modelOf(const ProfileRequest& request);

// Errors: an invalid model, an input of another size, an unknown target, kernel set or revision, or
// an unsupported combination.
Result<PreparedRun> prepareRun(const ProfileRequest& request);

} // namespace arenascope::service
