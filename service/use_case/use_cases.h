// The use cases, a row each: verbs of the command line, functions of the Python package, tools for assistants.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "service/use_case/field.h"

namespace arenascope::service {

// kOneOrMore: under the name of one, as a text or a list.
enum class Count { kOne, kOneOrMore, kSeveral };

// A field of a use case.
struct Taken {
  const char* field;
  Count count = Count::kOne;
  bool required = false;
  const char* help = nullptr; // where it means something narrower
  std::vector<std::string> (*choices)() = nullptr;
  const char* otherwise = nullptr;      // another default
  unsigned interfaces = kAllInterfaces; // of those that the field is in
};

struct UseCase {
  const char* name; // "sweep"
  const char* summary;
  const char* schema; // of the JSON that answers
  std::vector<Taken> takes;
};

std::span<const UseCase> useCases();
// nullptr where there is none.
const UseCase* findUseCase(std::string_view name);

// Whether a front end has the field.
bool isIn(const Taken& taken, Interface interface);
// In JSON and Python: "target", or "targets" of several.
std::string nameOf(const Taken& taken);
std::string helpOf(const Taken& taken);
std::vector<std::string> choicesOf(const Taken& taken);

} // namespace arenascope::service
