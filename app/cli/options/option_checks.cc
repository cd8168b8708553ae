#include "app/cli/options/option_checks.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "service/profile/image_engine.h"

namespace arenascope::cli {

namespace {

Error refusal(const std::string& option, const std::string& why) { return {Stage::kUsage, option + ": " + why}; }

// An image determines its target.
std::optional<Error> refuseOtherTarget(const CLI::App& command, const std::filesystem::path& image) {
  if (!isGiven(command, "--target")) return std::nullopt;
  const std::string core = service::coreOfImage(image);
  const std::vector<std::string>& given = command.get_option("--target")->results();
  if (core.empty() || std::all_of(given.begin(), given.end(), [&](const std::string& name) { return name == core; }))
    return std::nullopt;
  return refusal("--target", image.string() + " is built for " + core + ", and runs on that processor");
}

} // namespace

bool isGiven(const CLI::App& command, const char* option) {
  const CLI::Option* known = command.get_option_no_throw(option);
  return known != nullptr && known->count() > 0;
}

std::optional<Error> refuseGiven(const CLI::App& command, std::initializer_list<const char*> options,
                                 const std::string& why) {
  for (const char* option : options)
    if (isGiven(command, option)) return refusal(option, why);
  return std::nullopt;
}

std::optional<Error> refuseAllBut(const CLI::App& command, std::initializer_list<const char*> options,
                                  const std::string& why) {
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0 &&
        std::none_of(options.begin(), options.end(), [&](const char* name) { return option->check_name(name); }))
      return refusal(option->get_name(), why);
  return std::nullopt;
}

std::optional<Error> refuseForModel(const CLI::App& command, const std::filesystem::path& model) {
  if (!service::isFirmwareImage(model))
    return refuseGiven(command, {"--entry", "--skip", "--set", "--base", "--interpreter", "--model"},
                       "needs a firmware image (.elf, .bin, .hex, .uf2); " + model.string() + " is not one");
  if (auto wrong = refuseOtherTarget(command, model)) return wrong;
  return refuseGiven(command,
                     {"--kernels", "--tflm", "--planner", "--decompression-memory", "--resource-variables",
                      "--separate-variables", "--overlap"},
                     model.string() + " is a firmware image, whose own interpreter and kernels run");
}

std::optional<Error> refuseForModels(const CLI::App& command, const std::vector<std::string>& models) {
  if (!std::all_of(models.begin(), models.end(), service::isFirmwareImage)) return std::nullopt;
  for (const std::string& model : models)
    if (auto wrong = refuseForModel(command, model)) return wrong;
  return std::nullopt;
}

std::optional<Error> refuseWithoutInference(const CLI::App& command) {
  if (!isGiven(command, "--no-invoke")) return std::nullopt;
  return refuseGiven(command, {"--input", "--guard", "--overlap", "--max-cycles", "--dump"},
                     "needs an inference, which --no-invoke leaves out");
}

} // namespace arenascope::cli
