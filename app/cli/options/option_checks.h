// Options that would do nothing, by what else was given: each is refused with the reason.
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

// The first of these options that was given, with why it is not for this; nothing where none was.
std::optional<Error> refuseGiven(const CLI::App& command, std::initializer_list<const char*> options,
                                 const std::string& why);
// The first that was given and is none of these.
std::optional<Error> refuseAllBut(const CLI::App& command, std::initializer_list<const char*> options,
                                  const std::string& why);
bool isGiven(const CLI::App& command, const char* option);

// What makes no sense with a model of this kind: options of firmware images with another model, and those of our
// interpreter with an image, which has its own.
std::optional<Error> refuseForModel(const CLI::App& command, const std::filesystem::path& model);
// The same of several, which take options of our interpreter as long as one of them is no image.
std::optional<Error> refuseForModels(const CLI::App& command, const std::vector<std::filesystem::path>& models);
// What is of an inference where --no-invoke says that there is none.
std::optional<Error> refuseWithoutInference(const CLI::App& command);

} // namespace arenascope::cli
