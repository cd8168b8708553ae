#include "service/use_case/request_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

namespace arenascope::service {

namespace {

template <typename Member, typename Field>
bool isMember(const Field& field) {
  return std::holds_alternative<Member>(field.member);
}

// Which a use case always takes several of: limits, inputs.
bool isList(const Field& field) { return std::string_view(field.unit).find('=') != std::string_view::npos; }

// The most that a whole number may be: JSON's readers keep numbers to 2^53.
double highestOf(const Field& field) { return std::min(field.highest, 9'007'199'254'740'991.0); }

Json schemaOf(const Taken& taken) {
  const Field& field = fieldOf(taken.field);
  Json text = {{"type", "string"}};
  // Of an open list (revisions are any month) the names are said, not required.
  const std::vector<std::string> names = choicesOf(taken);
  const bool open = field.check != nullptr && taken.choices == nullptr;
  if (!names.empty()) text[open ? "examples" : "enum"] = names;
  Json schema;
  if (isMember<Flag>(field))
    schema = {{"type", "boolean"}, {"default", Request().*std::get<Flag>(field.member)}};
  else if (isMember<Whole>(field))
    schema = {{"type", "integer"},
              {"minimum", static_cast<std::uint64_t>(field.lowest)},
              {"maximum", static_cast<std::uint64_t>(highestOf(field))}};
  else if (isMember<Real>(field))
    schema = {{"type", "number"}, {"minimum", field.lowest}, {"maximum", field.highest}};
  else if (taken.count == Count::kSeveral || isList(field))
    schema = {{"type", "array"}, {"items", std::move(text)}};
  else if (taken.count == Count::kOneOrMore)
    schema = {{"anyOf", {text, {{"type", "array"}, {"items", text}}}}};
  else
    schema = std::move(text);
  schema["description"] =
      std::string(isMember<Flag>(field) && Request().*std::get<Flag>(field.member) ? "false: " : "") + helpOf(taken);
  if (*field.otherwise != '\0' && schema.value("type", "") == "string") schema["default"] = field.otherwise;
  return schema;
}

bool isTexts(const Json& json) {
  return json.is_array() && std::all_of(json.begin(), json.end(), [](const Json& each) { return each.is_string(); });
}

std::vector<std::string> textsOf(const Json& json) {
  if (json.is_string()) return {json.get<std::string>()};
  return json.get<std::vector<std::string>>();
}

std::optional<Error> wrongNumber(const Taken& taken, const Json& value) {
  const Field& field = fieldOf(taken.field);
  const bool fits = isMember<Whole>(field) ? value.is_number_unsigned() : value.is_number();
  const double highest = isMember<Whole>(field) ? highestOf(field) : field.highest;
  if (fits && value.get<double>() >= field.lowest && value.get<double>() <= highest) return std::nullopt;
  return Error{Stage::kUsage, fmt::format("{} takes a {}number from {} to {}", nameOf(taken),
                                          isMember<Whole>(field) ? "whole " : "", field.lowest, highest)};
}

std::optional<Error> wrongChoice(const Taken& taken, const std::string& word) {
  if (taken.choices == nullptr) {
    const std::string wrong = wrongWord(fieldOf(taken.field), word);
    return wrong.empty() ? std::nullopt : std::optional(Error{Stage::kTarget, wrong});
  }
  const std::vector<std::string> names = taken.choices();
  if (std::find(names.begin(), names.end(), word) != names.end()) return std::nullopt;
  return Error{Stage::kUsage, fmt::format("{} is not one of {}", word, fmt::join(names, ", "))};
}

std::optional<Error> readField(const Taken& taken, const Json& value, Request& request) {
  const Field& field = fieldOf(taken.field);
  const auto refuse = [&](const char* wanted) { return Error{Stage::kUsage, nameOf(taken) + " takes " + wanted}; };
  if (const auto* flag = std::get_if<Flag>(&field.member)) {
    if (!value.is_boolean()) return refuse("true or false");
    request.*(*flag) = value;
    return std::nullopt;
  }
  if (isMember<Whole>(field) || isMember<Real>(field)) {
    if (auto wrong = wrongNumber(taken, value)) return wrong;
    if (const auto* whole = std::get_if<Whole>(&field.member)) request.*(*whole) = value.get<std::uint64_t>();
    if (const auto* real = std::get_if<Real>(&field.member)) request.*(*real) = value.get<double>();
    return std::nullopt;
  }
  const auto* texts = std::get_if<Texts>(&field.member);
  const bool several = taken.count != Count::kOne || isList(field);
  if (!value.is_string() && !(several && isTexts(value))) return refuse(several ? "a list of strings" : "a string");
  for (const std::string& word : textsOf(value))
    if (auto wrong = wrongChoice(taken, word)) return wrong;
  if (texts != nullptr)
    request.*(*texts) = textsOf(value);
  else if (field.choices != nullptr && value.get_ref<const std::string&>().empty())
    return refuse("a name; leave it out for the default");
  else
    request.*std::get<Text>(field.member) = value.get<std::string>();
  return std::nullopt;
}

const Taken* takenOf(const UseCase& useCase, Interface interface, const std::string& name) {
  for (const Taken& taken : useCase.takes)
    if (isIn(taken, interface) && name == nameOf(taken)) return &taken;
  return nullptr;
}

// What a given field needs and the use case takes, where that is not given.
std::string missing(const UseCase& useCase, Interface interface, const Taken& taken, const Json& json) {
  const Field& field = fieldOf(taken.field);
  if (*field.needs == '\0' || !json.contains(nameOf(taken))) return {};
  for (const Taken& other : useCase.takes)
    if (std::string_view(other.field) == field.needs && isIn(other, interface) && !json.contains(nameOf(other)))
      return nameOf(other);
  return {};
}

} // namespace

Json inputSchema(const UseCase& useCase, Interface interface) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Taken& taken : useCase.takes) {
    if (!isIn(taken, interface)) continue;
    properties[nameOf(taken)] = schemaOf(taken);
    if (taken.required) required.push_back(nameOf(taken));
  }
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Result<Request> readRequest(const UseCase& useCase, Interface interface, const Json& json) {
  if (!json.is_object()) return Error{Stage::kUsage, "arguments must be an object"};
  for (const Taken& taken : useCase.takes)
    if (taken.required && isIn(taken, interface) && !json.contains(nameOf(taken)))
      return Error{Stage::kUsage, nameOf(taken) + " is missing"};
  Request request;
  for (const auto& [name, value] : json.items()) {
    const Taken* taken = takenOf(useCase, interface, name);
    if (taken == nullptr) return Error{Stage::kUsage, "unknown argument " + name};
    if (auto wrong = readField(*taken, value, request)) return *wrong;
  }
  for (const Taken& taken : useCase.takes)
    if (const std::string needed = missing(useCase, interface, taken, json); !needed.empty())
      return Error{Stage::kUsage, nameOf(taken) + " needs " + needed};
  if (!request.board.empty() && !request.targets.empty())
    return Error{Stage::kUsage, "a board has a target: give one of the two"};
  return request;
}

} // namespace arenascope::service
