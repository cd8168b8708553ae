// The use cases, a row each: subcommands, functions of the Python package, tools for assistants.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "service/use_case/field.h"

namespace arenascope::service {

// kOneOrMore: named in the singular, a text or a list.
enum class Count { kOne, kOneOrMore, kSeveral };

// A field of a use case.
struct Taken {
  const char* field;
  Count count = Count::kOne;
  bool required = false;
  const char* help = nullptr; // if its meaning is narrower
  std::vector<std::string> (*choices)() = nullptr;
  const char* otherwise = nullptr;      // another default
  unsigned interfaces = kAllInterfaces; // a subset of the field's
};

struct UseCase {
  const char* name; // "sweep"
  const char* summary;
  const char* schema; // of the answer's JSON
  std::vector<Taken> takes;
  const char* details = "";      // how it works: below the options in a subcommand's help
  const char* command = nullptr; // on the command line where it is below another: "history backfill"
  unsigned interfaces = kAllInterfaces;
  const char* whyNot = ""; // it is missing in the other front ends
};

std::span<const UseCase> useCases();
// nullptr if there is none.
const UseCase* findUseCase(std::string_view name);

// As it is called on the command line.
std::string commandOf(const UseCase& useCase);
// Whether a front end has the use case, or the field.
bool isIn(const UseCase& useCase, Interface interface);
bool isIn(const Taken& taken, Interface interface);
// In JSON and Python: "target", or "targets" for several.
std::string nameOf(const Taken& taken);
std::string helpOf(const Taken& taken);
std::vector<std::string> choicesOf(const Taken& taken);

} // namespace arenascope::service
