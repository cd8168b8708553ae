#include "service/profile/requested_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/number_text.h"
#include "core/interpreter/tflm/esp_nn_versions.h"
#include "core/interpreter/tflm/revisions.h"
#include "service/profile/engines.h"
#include "service/profile/kernel_sets.h"
#include "service/store/meant_name.h"

namespace arenascope::service {

Result<const engine::Target*> requestedTarget(const std::string& name) {
  if (const engine::Target* target = engine::findTarget(name); target != nullptr) return target;
  if (engine::isLeftOut(name))
    return Error{Stage::kTarget, "target " + name + " is one of RISC-V, " + engine::kLeftOut};
  return Error{Stage::kTarget, "target " + name +
                                   " is not part of this version; there are: " + joined(engine::targetNames()) +
                                   meantName(name, NameKind::kTarget, engine::targetNames())};
}

namespace {

std::string knownRevisions(const std::string& given) {
  std::vector<std::string> names;
  for (const tflm::Revision& revision : tflm::kRevisions) names.emplace_back(revision.name);
  return joined(names) + ", and any month from 2021-07 on, such as 2023-05" +
         meantName(given, NameKind::kRevision, names);
}

// The date that an interpreter is configured with; 0 for the current one.
Result<tflm::Date> requestedDate(const std::string& name) {
  if (const tflm::Revision* known = tflm::findRevision(name); known != nullptr)
    return known == tflm::kRevisions ? 0 : known->date;
  const auto unknown = [&](const std::string& why) {
    return Error{Stage::kTarget, "revision " + name + " of TensorFlow Lite Micro is unknown" + why +
                                     "; there are: " + knownRevisions(name)};
  };
  const std::optional<tflm::Date> month = tflm::monthOf(name);
  if (!month) return unknown("");
  if (*month < tflm::kFirstDate) return unknown(": the earliest is of July 2021");
  return *month >= tflm::kRevisions[0].date ? 0 : *month;
}

// A kernel set as the board's usual library is compiled; empty where that is as ours, or nothing is usual.
std::string compiledAsUsual(const engine::Target& target, const std::string& set, const hardware::Board* board) {
  if (board == nullptr || board->usualLibrary.level.empty() || board->usualLibrary.level == engine::kUsualLevel)
    return {};
  std::string other = set + "@" + board->usualLibrary.level.substr(1);
  const std::vector<std::string> sets = kernelSets(target);
  return std::find(sets.begin(), sets.end(), other) == sets.end() ? std::string() : other;
}

// Whether an engine has such kernels at hand, in an image for the board.
bool isAtHand(const engine::Target& target, const std::string& kernels, const hardware::Board& board) {
  report::RunConfiguration configuration;
  configuration.kernels = kernels;
  configuration.board = board;
  const engine::Request request{target, configuration, engine::variantOf(target, kernels)};
  const engine::Engine* engine = engine::engineFor(engines(), request);
  return engine != nullptr && engine->whyNot(request).empty();
}

} // namespace

std::optional<Error> unknownRevision(const std::string& name) {
  const Result<tflm::Date> date = requestedDate(name);
  return date ? std::nullopt : std::optional(date.error());
}

std::string kernelsAtLevelOf(const engine::Target& target, const std::string& kernels, const hardware::Board* board) {
  if (target.family != engine::Family::kCortexM || !target.ownImage) return kernels;
  std::string set = kernels.substr(0, kernels.find("@O"));
  std::string other = compiledAsUsual(target, set, board);
  return !other.empty() && isAtHand(target, other, *board) ? other : set;
}

std::string whyOtherLevel(const engine::Target& target, const std::string& kernels, const hardware::Board* board) {
  const std::string other = compiledAsUsual(target, kernels, board);
  if (other.empty() || isAtHand(target, other, *board)) return {};
  return fmt::format(
      "The usual library for {} is compiled at {}, but the firmware image with {} is missing: cycles and flash are "
      "those of {}, at {}. Packages of ArenaScope have the images of their boards; a source tree builds others.",
      board->name, board->usualLibrary.level, other, kernels, engine::kUsualLevel);
}

std::string kernelsOn(const hardware::Board& board, const std::string& wanted) {
  const std::string there = kernelsFor(board.core, wanted.substr(0, wanted.find("@O")));
  const engine::Target* target = engine::findTarget(board.core);
  return target == nullptr ? there : kernelsAtLevelOf(*target, there, &board);
}

namespace {

// "1.2.6" as 1020600; 0 if it is not a version.
std::uint32_t versionNumber(const std::string& text) {
  std::uint32_t number = 0;
  std::uint32_t parts = 0;
  std::uint32_t part = 0;
  for (const char c : text + ".") {
    if (c == '.') {
      number = number * 100 + part;
      part = 0;
      ++parts;
    } else if (c >= '0' && c <= '9' && part < 10) {
      part = part * 10 + static_cast<std::uint32_t>(c - '0');
    } else {
      return 0;
    }
  }
  return parts == 3 ? number * 100 : 0;
}

// The known version of esp-nn that one that is not known comes after.
std::string nearestEspNn(const std::string& name) {
  const std::uint32_t number = versionNumber(name.substr(name.find('@') + 1));
  if (!name.starts_with("esp-nn@") || number == 0) return {};
  const auto before = std::find_if(tflm::kEspNnVersions.begin(), tflm::kEspNnVersions.end(),
                                   [&](const tflm::EspNnVersion& version) { return version.number <= number; });
  const bool isOlder = before == tflm::kEspNnVersions.end();
  return fmt::format("; the scratch memory of that version is unknown, and versions differ: the nearest is esp-nn@{}, "
                     "{} it; use its figure with some spare bytes",
                     isOlder ? tflm::kEspNnVersions.back().name : before->name, isOlder ? "after" : "before");
}

} // namespace

Result<std::string> requestedKernels(const engine::Target& target, const std::string& name,
                                     const hardware::Board* board) {
  const std::vector<std::string> sets = kernelSets(target);
  if (name.empty()) return kernelsAtLevelOf(target, sets.front(), board);
  const std::string full = engine::fullKernelsName(name);
  if (std::find(sets.begin(), sets.end(), full) != sets.end()) return full;
  if (const auto other = findAddedKernels(name))
    return Error{Stage::kTarget, "kernel set " + name + " is for " + other->target + ", not for " + target.name};
  const std::string nearest = nearestEspNn(full);
  return Error{Stage::kTarget, "target " + target.name + " has no kernel set " + name + "; it has: " + joined(sets) +
                                   (target.family == engine::Family::kEspressif && !nearest.empty()
                                        ? nearest
                                        : meantName(name, NameKind::kKernels, sets))};
}

Result<tflm::Variant> requestedVariant(const engine::Target& target, const report::RunConfiguration& configuration) {
  tflm::Variant variant = engine::variantOf(target, configuration.kernels);
  const Result<tflm::Date> date = requestedDate(configuration.tflm);
  if (!date) return date.error();
  variant.date = *date;
  const tflm::Revision* named = tflm::findRevision(configuration.tflm);
  variant.shortEspConv = variant.espNn != 0 && named != nullptr && named->shortEspConv ? 1 : 0;
  variant.separateVariables = configuration.separateVariables ? 1 : 0;
  if (variant == tflm::Variant{}) return variant;
  if (target.isHost())
    return Error{
        Stage::kTarget,
        "on this computer the interpreter is the current one, with variables in its arena: choose an emulated target"};
  if (const auto library = findAddedKernels(configuration.kernels))
    return Error{Stage::kTarget, "kernel set " + library->name +
                                     " is an added library with its own interpreter: it has no other revision"};
  if (variant.date == 0) return variant;
  if (variant.espNn != 0 && variant.date < tflm::kFirstEspDate)
    return Error{Stage::kTarget,
                 "kernels of esp-nn are known from esp-1.3.3 (January 2025) on, not for TFLM " + configuration.tflm};
  if (!configuration.kernels.starts_with("cmsis-nn")) return variant;
  if (variant.vectors != 0 || variant.armCompiler != 0)
    return Error{Stage::kTarget, "revision " + configuration.tflm +
                                     " of TFLM has another CMSIS-NN, whose memory is unknown " +
                                     (variant.vectors != 0 ? "with vectors" : "built by Arm's compiler") +
                                     ": choose another target, --kernels reference, or add the library itself with "
                                     "`arenascope kernels add`"};
  variant.earlierCmsisNn = 1;
  return variant;
}

} // namespace arenascope::service
