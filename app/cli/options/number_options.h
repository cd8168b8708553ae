// Options with a number: the whole text has to be a number in range, otherwise the error states the range. (The
// parser's own conversion wraps negative numbers around.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace arenascope::cli {

struct WholeRange {
  std::uint64_t lowest = 0;
  std::uint64_t highest = std::uint64_t{1} << 60; // larger than anything here
  bool scaled = false;                            // accepts a suffix K, M or G
};
// For sizes of memory or files.
constexpr WholeRange bytesFrom(std::uint64_t lowest) { return {.lowest = lowest, .scaled = true}; }

struct RealRange {
  double lowest;
  double highest;
};

// Both throw CLI::ValidationError.
std::uint64_t wholeOf(const std::string& option, const std::string& text, const WholeRange& range);
double realOf(const std::string& option, const std::string& text, const RealRange& range);

// Target of the option: a number, or an optional one.
template <typename Value>
struct NumberIn {
  using Type = Value;
};
template <typename Value>
struct NumberIn<std::optional<Value>> {
  using Type = Value;
};

template <typename Value>
CLI::Option* addWhole(CLI::App& command, const std::string& option, Value& value, WholeRange range,
                      const std::string& help) {
  using Number = typename NumberIn<Value>::Type;
  range.highest = std::min(range.highest, static_cast<std::uint64_t>(std::numeric_limits<Number>::max()));
  return command
      .add_option_function<std::string>(
          option,
          [&value, option, range](const std::string& text) {
            value = static_cast<Number>(wholeOf(option, text, range));
          },
          help)
      ->type_name(range.scaled ? "N[K|M|G]" : "N");
}

template <typename Value>
CLI::Option* addReal(CLI::App& command, const std::string& option, Value& value, RealRange range,
                     const std::string& help, const std::string& unit) {
  return command
      .add_option_function<std::string>(
          option, [&value, option, range](const std::string& text) { value = realOf(option, text, range); }, help)
      ->type_name(unit);
}

} // namespace arenascope::cli
