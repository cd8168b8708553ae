// Fields of JSON files that people write. What is missing or wrong is thrown as std::invalid_argument: "field "kib"
// takes a number from 1 to 64".
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace arenascope::profile::fields {

using Document = nlohmann::json;

[[noreturn]] void complain(const std::string& field, const std::string& takes);

const Document& required(const Document& object, const std::string& field, const std::string& takes);
// Not empty.
std::string text(const Document& object, const std::string& field);
// Empty where there is none.
std::string textIfAny(const Document& object, const std::string& field);
double number(const Document& object, const std::string& field, double low, double high);
std::uint32_t whole(const Document& object, const std::string& field, double low, double high);
const Document& object(const Document& parent, const std::string& field);
// Of objects.
const Document& list(const Document& object, const std::string& field);
// Empty where there is none.
const Document& listIfAny(const Document& object, const std::string& field);

} // namespace arenascope::profile::fields
