// Names that a linker does not find: where they are defined.
#include <fmt/format.h>

#include <string_view>

#include "core/diagnosis/explaining_parts.h"

namespace arenascope::diagnosis {

namespace {

struct UndefinedSymbol {
  std::string_view begins;
  const char* means;
  const char* advice;
};
constexpr UndefinedSymbol kUndefinedSymbols[] = {
#define UNDEFINED(begins, means, advice) {begins, means, advice},
#include "core/diagnosis/undefined_symbols.def"
#undef UNDEFINED
};

const UndefinedSymbol& symbolOf(std::string_view name) {
  for (const UndefinedSymbol& each : kUndefinedSymbols)
    if (name.starts_with(each.begins)) return each;
  return kUndefinedSymbols[std::size(kUndefinedSymbols) - 1];
}

} // namespace

std::string undefinedMeaning(const TflmMessage& message) {
  const std::string& name = message.values.front();
  return fmt::format(fmt::runtime(symbolOf(name).means), name);
}

std::string undefinedAdvice(const TflmMessage& message) { return symbolOf(message.values.front()).advice; }

} // namespace arenascope::diagnosis
