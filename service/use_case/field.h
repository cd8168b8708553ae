// The fields of a request, a row each: what every front end makes its options, arguments and schemas of.
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

// Headings of lists of options; the first is that of the rest.
constexpr const char* kOptionsGroup = "Options";
constexpr const char* kBoardGroup = "Board";
constexpr const char* kRunGroup = "Run";
constexpr const char* kChecksGroup = "Checks";

struct Field {
  std::variant<Flag, Text, Texts, Whole, Real> member;
  const char* name;             // "arena_size"; "--arena-size" on the command line
  const char* option = nullptr; // of the command line where it is another; empty: an argument without a name
  const char* besides = "";     // use cases that take this field take the new one too, after it
  const char* page = "";        // label in the web page's form; empty: it is not there
  const char* unit;             // "N[K|M|G]", "MHZ", "FILE"; empty for a flag
  const char* help;
  double lowest = 0; // of a number
  double highest = 1e18;
  std::vector<std::string> (*choices)() = nullptr;         // for completion; all there are, where check is absent
  std::string (*check)(const std::string& word) = nullptr; // what is wrong with a word; empty if nothing is
  const char* otherwise = "";                              // the default, as text
  const char* needs = "";                                  // another field, where the use case takes it
  unsigned interfaces = kAllInterfaces;
  const char* whyNot = ""; // it is missing in the other front ends
  const char* group = kOptionsGroup;
};

std::span<const Field> fields();
// A row of the table.
const Field& fieldOf(std::string_view name);
// "arena_size" as "--arena-size", or the field's own option.
std::string optionOf(const Field& field);
// In JSON and Python where a use case takes several: "targets".
std::string pluralOf(const Field& field);
// What a wrong word was meant to be, to append to a message; the field has choices.
std::string hintOf(const Field& field, const std::string& word);
// What is wrong with a word for this field, and which there are; empty if nothing is.
std::string wrongWord(const Field& field, const std::string& word);

} // namespace arenascope::service
