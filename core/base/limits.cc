#include "core/base/limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/likely_name.h"
#include "core/base/number_text.h"
#include "core/base/written_numbers.h"

namespace arenascope {

namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr std::uint64_t kAnyNumber = std::uint64_t{1} << 60;

// The highest arena and model fill the emulated microcontroller's address ranges; kernels know eight dimensions.
constexpr LimitName kLimitNames[] = {
    {"model-bytes", "bytes of the model file", &Limits::modelBytes, kGiB},
    {"tensors", "tensors in all subgraphs", &Limits::tensors, kAnyNumber},
    {"operators", "operators in all subgraphs", &Limits::operators, kAnyNumber},
    {"rank", "dimensions of a tensor", &Limits::rank, 8},
    {"arena-bytes", "bytes of the arena", &Limits::arenaBytes, kGiB / 2},
    {"instructions", "emulated instructions of one run, checked every million", &Limits::instructions, kAnyNumber},
    {"loop-iterations", "iterations of a WHILE each time it runs", &Limits::loopIterations, (1U << 31) - 1},
    {"operator-runs", "runs of operators in one inference, loops included", &Limits::operatorRuns, kAnyNumber},
    {"seconds", "seconds for all runs of a model", &Limits::seconds, std::uint64_t{1} << 32},
    {"host-bytes", "bytes of memory that a run has in use", &Limits::hostBytes, kAnyNumber},
};

} // namespace

std::span<const LimitName> limitNames() { return kLimitNames; }

std::optional<Error> setLimit(Limits& limits, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const auto known =
      std::find_if(std::begin(kLimitNames), std::end(kLimitNames), [&](const LimitName& n) { return n.name == name; });
  if (known == std::end(kLimitNames)) {
    std::vector<std::string> names;
    for (const LimitName& limit : kLimitNames) names.emplace_back(limit.name);
    return Error{Stage::kUsage, "unknown limit \"" + name + "\"; limits: " + joined(names) + didYouMean(name, names)};
  }
  const auto number = equals == std::string::npos ? std::nullopt : scaledNumber(text.substr(equals + 1));
  if (!number || *number < 1 || *number > known->highest)
    return Error{Stage::kUsage, fmt::format("limit {} takes a number from 1 to {} ({}), for example {}={}, not \"{}\"",
                                            name, known->highest, known->what, name, limits.*known->value, text)};
  limits.*known->value = *number;
  return std::nullopt;
}

std::string limitAdvice(std::uint64_t Limits::*value, const Limits& limits) {
  const auto known = std::find_if(std::begin(kLimitNames), std::end(kLimitNames),
                                  [&](const LimitName& n) { return n.value == value; });
  return fmt::format("the limit is {} ({}; --limit {}=N changes it)", limits.*value, known->what, known->name);
}

bool isOfLimit(const Error& error) { return error.message.find("; --limit ") != std::string::npos; }

} // namespace arenascope
