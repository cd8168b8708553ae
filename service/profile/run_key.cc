#include "service/profile/run_key.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <type_traits>

#include "core/base/hash.h"
#include "core/model/load/c_array_reader.h"
#include "core/output/json_writer.h"
#include "service/profile/image_settings.h"
#include "service/profile/requested_target.h"
#include "service/profile/runner_factory.h"

namespace arenascope::service {

namespace {

std::string hashOfText(const std::string& text) {
  return sha256Hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

// Nothing runs without a target, kernel set and revision that go together; what is wrong with them is the answer then.
std::string identityOfRunner(ProfileRequest& request) {
  const auto target = requestedTarget(request.board ? request.board->core : request.target);
  if (!target) return target.error().message;
  const auto kernels = requestedKernels(**target, request.kernels, request.board ? &*request.board : nullptr);
  if (!kernels) return kernels.error().message;
  request.target = (*target)->name;
  request.kernels = *kernels;
  const auto identity = runnerIdentity(**target, request);
  return identity ? *identity : identity.error().message;
}

} // namespace

std::string runKey(const std::string& identity, const engine::RunOptions& options, const std::string& others) {
  std::string text = identity + others;
  engine::forEachField(options, [&](const char* name, const auto& value) {
    text += fmt::format(" {} ", name);
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>)
      text += std::to_string(value);
    else
      text += sha256Hex(value);
  });
  return hashOfText(text);
}

std::string settingsKey(const ProfileRequest& request) {
  ProfileRequest resolved = request;
  const std::string identity = identityOfRunner(resolved);
  report::Report said; // what a report says of a configuration is in it, whatever the model
  static_cast<report::RunConfiguration&>(said) = resolved;
  std::string others =
      fmt::format(" verify {} variables {} distances {} configuration {}", resolved.verify,
                  resolved.resourceVariables.value_or(-1), resolved.distances, output::toJsonLine(said));
  others += fmt::format(" as {} calibrated by {} architecture {}", resolved.quantize, resolved.calibration.string(),
                        textOf(resolved.architecture));
  if (resolved.regions)
    others += fmt::format(" regions {} {}", resolved.regions->nonPersistent.name, resolved.regions->persistent.name);
  if (resolved.placement)
    for (const auto* place : {&resolved.placement->weights, &resolved.placement->code, &resolved.placement->arena})
      others += fmt::format(" place {} {}", *place ? (*place)->region.name : "",
                            *place ? (*place)->limitBytes.value_or(0) : 0);
  for (const arenascope::LimitName& limit : arenascope::limitNames())
    others += fmt::format(" {} {}", limit.name, resolved.limits.*limit.value);
  engine::RunOptions options = runOptions(resolved, resolved.resourceVariables.value_or(0), resolved.invoke);
  options.arenaBytes = resolved.arenaBytes;
  return runKey(identity, options, others);
}

std::string contentsKey(const std::filesystem::path& model, const arenascope::Limits& limits) {
  const std::filesystem::path file = model::splitArrayName(model).first;
  std::string text;
  for (const std::filesystem::path& each : {file, imageSettingsFile(file)}) {
    std::error_code code;
    const auto status = std::filesystem::status(each, code);
    if (!std::filesystem::exists(status)) {
      text += "none ";
      continue;
    }
    if (!std::filesystem::is_regular_file(status)) return {};
    const std::uintmax_t bytes = std::filesystem::file_size(each, code);
    text += std::to_string(bytes) + " ";
    if (bytes > limits.modelBytes) continue; // refused by its size
    std::ifstream stream(each, std::ios::binary);
    text.append(std::istreambuf_iterator<char>(stream), {});
  }
  return hashOfText(text);
}

} // namespace arenascope::service
