// A short text of everything that an answer depends on: it identifies cached results, and tells them from those of
// other requests.
#pragma once

#include <filesystem>
#include <string>

#include "emulator/engine/runner.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// identity: of everything that runs (runner_factory.h). others: further dependencies, including the model.
std::string runKey(const std::string& identity, const engine::RunOptions& options, const std::string& others);

// For a profile of any model: all settings of the request besides the model.
std::string settingsKey(const ProfileRequest& request);

// For a model file's contents, and the settings of an image: equal for equal contents. Empty if they cannot be
// known, as for a pipe.
std::string contentsKey(const std::filesystem::path& model, const arenascope::Limits& limits);

} // namespace arenascope::service
