// Fields of hand-written JSON files. A missing or wrong field throws std::invalid_argument: "field "kib" takes a number
// from 1 to 64".
#pragma once

#include <cstdint>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"

namespace arenascope::fields {

using Document = nlohmann::json;

[[noreturn]] void complain(const std::string& field, const std::string& takes);

const Document& required(const Document& object, const std::string& field, const std::string& takes);
// Not empty.
std::string text(const Document& object, const std::string& field);
// Empty if absent.
std::string textIfAny(const Document& object, const std::string& field);
double number(const Document& object, const std::string& field, double low, double high);
std::uint32_t whole(const Document& object, const std::string& field, double low, double high);
const Document& object(const Document& parent, const std::string& field);
// An array of objects.
const Document& list(const Document& object, const std::string& field);
// Empty if absent.
const Document& listIfAny(const Document& object, const std::string& field);

// Parses a file's text with `read`; `what` names the file in errors: "board my-board".
template <typename Read>
auto parsed(const std::string& what, const std::string& json, const Read& read) -> Result<decltype(read(Document()))> {
  try {
    return read(Document::parse(json));
  } catch (const Document::parse_error& error) {
    return Error{Stage::kBoard, what + " is not JSON: " + error.what()};
  } catch (const std::exception& error) {
    return Error{Stage::kBoard, what + ": " + error.what()};
  }
}

} // namespace arenascope::fields
