// The fields of a request, a row each: the source of every front end's options, arguments and schemas.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "service/use_case/request.h"

namespace arenascope::service {

using Flag = bool Request::*;
using Text = std::string Request::*;
using Texts = std::vector<std::string> Request::*;
using Whole = std::optional<std::uint64_t> Request::*;
using Real = std::optional<double> Request::*;

enum Interface : unsigned { kCommandLine = 1, kMcp = 2, kPython = 4, kAllInterfaces = 7 };

// Headings of lists of options; the first is for all without another.
constexpr const char* kOptionsGroup = "Options";
constexpr const char* kBoardGroup = "Board";
constexpr const char* kRunGroup = "Run";
constexpr const char* kChecksGroup = "Checks";

struct Field {
  std::variant<Flag, Text, Texts, Whole, Real> member;
  const char* name;             // "arena_size"; "--arena-size" on the command line
  const char* option = nullptr; // on the command line, if it differs; empty: a positional argument
  const char* besides = "";     // use cases with this field have the new one too, after it
  const char* page = "";        // label in the web page's form; empty: not in it
  const char* unit;             // "N[K|M|G]", "MHZ", "FILE"; empty for a flag
  const char* help;
  double lowest = 0; // of a number
  double highest = 1e18;
  std::vector<std::string> (*choices)() = nullptr;         // for completion; the only ones if check is absent
  std::string (*check)(const std::string& word) = nullptr; // the fault of a word; empty if it has none
  const char* otherwise = "";                              // the default, as text
  const char* needs = "";                                  // another field, in use cases that have it
  unsigned interfaces = kAllInterfaces;
  const char* whyNot = ""; // reason why other front ends lack it
  const char* group = kOptionsGroup;
};

std::span<const Field> fields();
// A row of the table.
const Field& fieldOf(std::string_view name);
// "arena_size" as "--arena-size", or the field's own option.
std::string optionOf(const Field& field);
// In JSON and Python, if a use case takes several: "targets".
std::string pluralOf(const Field& field);
// The likely meaning of a wrong word, to append to a message; the field must have choices.
std::string hintOf(const Field& field, const std::string& word);
// The fault of a word for this field, with the valid ones; empty if it has none.
std::string wrongWord(const Field& field, const std::string& word);

} // namespace arenascope::service
