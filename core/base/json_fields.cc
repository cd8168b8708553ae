#include "core/base/json_fields.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace arenascope::fields {

void complain(const std::string& field, const std::string& takes) {
  throw std::invalid_argument("field \"" + field + "\" " + takes);
}

const Document& required(const Document& object, const std::string& field, const std::string& takes) {
  const auto found = object.find(field);
  if (found == object.end()) complain(field, "is missing; it takes " + takes);
  return *found;
}

std::string text(const Document& object, const std::string& field) {
  const Document& value = required(object, field, "text");
  if (!value.is_string() || value.get<std::string>().empty()) complain(field, "takes text");
  return value.get<std::string>();
}

std::string textIfAny(const Document& object, const std::string& field) {
  return object.contains(field) ? text(object, field) : std::string();
}

double number(const Document& object, const std::string& field, double low, double high) {
  const std::string takes = fmt::format("a number from {} to {}", static_cast<long>(low), static_cast<long>(high));
  const Document& value = required(object, field, takes);
  if (!value.is_number() || value.get<double>() < low || value.get<double>() > high) complain(field, "takes " + takes);
  return value.get<double>();
}

std::uint32_t whole(const Document& object, const std::string& field, double low, double high) {
  const double value = number(object, field, low, high);
  if (value != std::floor(value)) complain(field, "takes a whole number");
  return static_cast<std::uint32_t>(value);
}

const Document& object(const Document& parent, const std::string& field) {
  const Document& value = required(parent, field, "an object");
  if (!value.is_object()) complain(field, "takes an object: { ... }");
  return value;
}

const Document& list(const Document& object, const std::string& field) {
  const Document& value = required(object, field, "a list");
  if (!value.is_array()) complain(field, "takes a list");
  for (const Document& element : value)
    if (!element.is_object()) complain(field, "takes a list of objects");
  return value;
}

const Document& listIfAny(const Document& object, const std::string& field) {
  static const Document kNone = Document::array();
  return object.contains(field) ? list(object, field) : kNone;
}

} // namespace arenascope::fields
