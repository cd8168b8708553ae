#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/base/likely_name.h"
#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/base/written_numbers.h"
#include "core/hardware/placement.h"
#include "core/history/row.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/model/quantize/numbers.h"
#include "core/model/rewrite/resize/architecture.h"
#include "core/optimization/plan_report.h"
#include "emulator/engine/target.h"
#include "service/profile/kernel_sets.h"
#include "service/profile/requested_target.h"
#include "service/store/boards.h"
#include "service/store/meant_name.h"
#include "service/use_case/field.h"

namespace arenascope::service {

namespace {

using Names = std::vector<std::string>;

Names boardNames() {
  std::vector<Error> problems;
  Names names;
  for (const hardware::Board& board : loadBoards(problems)) names.push_back(board.name);
  return names;
}

Names regionNames() {
  std::vector<Error> problems;
  std::set<std::string> names;
  for (const hardware::Board& board : loadBoards(problems))
    for (const hardware::MemoryRegion& region : board.ram) names.insert(region.name);
  return {names.begin(), names.end()};
}

Names limitsToSet() {
  Names names;
  for (const LimitName& limit : limitNames()) names.push_back(std::string(limit.name) + "=");
  return names;
}

// Evaluated each time, since sets are added and removed.
Names kernelNames() {
  Names names = {"reference",    "cmsis-nn",    "reference@Os",      "cmsis-nn@Os",
                 "reference@O3", "cmsis-nn@O3", "cmsis-nn@armclang", "esp-nn"};
  for (const engine::AddedKernels& each : addedKernels()) names.push_back(each.name);
  return names;
}

std::string noneOf(const std::string& name, const Names& names, const std::string& hint) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  return name + " is not one of " + joined(names) + hint;
}

std::string wrongKernels(const std::string& name) {
  if (name.starts_with("esp-nn@")) return {}; // the target knows the versions
  return noneOf(name, kernelNames(), meantName(name, NameKind::kKernels, kernelNames()));
}

Names revisionNames() {
  Names names;
  for (const tflm::Revision& revision : tflm::kRevisions) names.emplace_back(revision.name);
  return names;
}

std::string wrongRevision(const std::string& name) {
  const auto unknown = unknownRevision(name);
  return unknown ? unknown->message : std::string();
}

Names planners() { return {"greedy", "linear"}; }
Names cacheNames() { return {"both", "code", "data", "none"}; }
Names failures() { return {"hazard"}; }
Names meansNames() { return {"padding", "plan", "order", "overlap", "strips"}; }
std::string wrongInputSize(const std::string& text) {
  if (resize::parseInputSize(text)) return {};
  return "\"" + text + "\" is not an input's size: write 96x96, 1x96x96x3, or 0=96x96 for input 0";
}
Names quantizedNumbers() {
  Names names;
  for (const quantize::Numbers each : quantize::kAllNumbers) names.emplace_back(quantize::numbersName(each));
  return names;
}
Names orderNames() {
  Names names;
  for (const optimization::Ordering each : optimization::kOrderings)
    names.emplace_back(optimization::orderingName(each));
  return names;
}

Names libraryNames() {
  Names names;
  for (const engine::AddedKernels& each : addedKernels()) names.push_back(each.name);
  return names;
}

// Boards and libraries are checked as their files are read.
std::string anyWord(const std::string& /*name*/) { return {}; }

const char* limitsHelp() {
  static const std::string help = [] {
    std::string limits = "Set a resource limit; exceeding one stops the run. K, M and G are powers of 1024. Defaults: ";
    for (const LimitName& limit : limitNames())
      limits += fmt::format("{}{}={} ({})", &limit == &limitNames().front() ? "" : "; ", limit.name,
                            scaledText(Limits().*limit.value), limit.what);
    return limits;
  }();
  return help.c_str();
}

constexpr const char* kBytes = "N[K|M|G]";
constexpr const char* kReadsModels = "the server reads no files but models";
constexpr const char* kWritesNothing = "a server writes nothing";
constexpr const char* kOfTheProgram = "the caller compares figures itself";

const std::vector<Field>& fieldTable() {
  static const std::vector<Field> all = {
#define ARENASCOPE_FIELD(TYPE, MEMBER, DEFAULT, ...) {.member = &Request::MEMBER, __VA_ARGS__},
#include "service/use_case/request_fields.def"
#undef ARENASCOPE_FIELD
  };
  return all;
}

} // namespace

std::span<const Field> fields() { return fieldTable(); }

const Field& fieldOf(std::string_view name) {
  for (const Field& field : fieldTable())
    if (name == field.name) return field;
  throw std::logic_error("there is no field " + std::string(name));
}

std::string optionOf(const Field& field) {
  if (field.option != nullptr) return field.option;
  std::string option = std::string("--") + field.name;
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string pluralOf(const Field& field) {
  const std::string name = field.name;
  return name == "model" || name == "target" ? name + "s" : name;
}

std::string hintOf(const Field& field, const std::string& word) {
  const Names names = field.choices();
  const std::string_view name = field.name;
  if (name == "target") return meantName(word, NameKind::kTarget, names);
  return name == "kernels" ? meantName(word, NameKind::kKernels, names) : didYouMean(word, names);
}

std::string wrongWord(const Field& field, const std::string& word) {
  if (field.check != nullptr) return field.check(word);
  return field.choices == nullptr ? std::string() : noneOf(word, field.choices(), hintOf(field, word));
}

} // namespace arenascope::service
