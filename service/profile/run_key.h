// What an answer depends on, in a short text: what is kept is found by it, and is not taken for the answer to another
// question.
#pragma once

#include <filesystem>
#include <string>

#include "emulator/engine/runner.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// identity: of all that runs (runner_factory.h). others: what else the answer depends on, the model among it.
std::string runKey(const std::string& identity, const engine::RunOptions& options, const std::string& others);

// Of a profile of whatever model: everything that the request says apart from it.
std::string settingsKey(const ProfileRequest& request);

// Of what a model's file holds, and the settings beside an image: the same for two that are equal. Empty where nobody
// can know, as of a pipe.
std::string contentsKey(const std::filesystem::path& model, const arenascope::Limits& limits);

} // namespace arenascope::service
