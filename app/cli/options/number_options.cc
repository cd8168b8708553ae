#include "app/cli/options/number_options.h"

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/base/written_numbers.h"

namespace arenascope::cli {

std::uint64_t wholeOf(const std::string& option, const std::string& text, const WholeRange& range) {
  const auto number = range.scaled ? scaledNumber(text) : wholeNumber(text);
  if (number && *number >= range.lowest && *number <= range.highest) return *number;
  throw CLI::ValidationError(option, fmt::format("takes a whole number from {} to {}{}, not \"{}\"",
                                                 grouped(range.lowest), grouped(range.highest),
                                                 range.scaled ? " (of bytes, for example 65536 or 64K)" : "", text));
}

double realOf(const std::string& option, const std::string& text, const RealRange& range) {
  const auto number = decimalNumber(text);
  if (number && *number >= range.lowest && *number <= range.highest) return *number;
  throw CLI::ValidationError(
      option, fmt::format("takes a number from {} to {}, not \"{}\"", range.lowest, range.highest, text));
}

} // namespace arenascope::cli
