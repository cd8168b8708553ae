// Refuses options that would have no effect given the others, with the reason.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace CLI {
class App;
}

namespace arenascope::cli {

// The first of these options that was given, as an error with the reason; nothing if none was.
std::optional<Error> refuseGiven(const CLI::App& command, std::initializer_list<const char*> options,
                                 const std::string& why);
// The first option given that is not one of these.
std::optional<Error> refuseAllBut(const CLI::App& command, std::initializer_list<const char*> options,
                                  const std::string& why);
bool isGiven(const CLI::App& command, const char* option);

// Refuses options of firmware images for other models, and options of our interpreter for an image, which has its own.
std::optional<Error> refuseForModel(const CLI::App& command, const std::filesystem::path& model);
// The same for several models: options of our interpreter are valid unless all are images.
std::optional<Error> refuseForModels(const CLI::App& command, const std::vector<std::string>& models);
// Refuses options for an inference if --no-invoke is given.
std::optional<Error> refuseWithoutInference(const CLI::App& command);

} // namespace arenascope::cli
