#include "service/use_case/answer_schema.h"

#include <string>

#include "service/use_case/answer_fields.h"

namespace arenascope::service {

namespace {

using Json = nlohmann::ordered_json;

Json reference(const std::string& part) { return {{"$ref", "#/$defs/" + part}}; }

Json typeOf(std::string_view type) {
  const std::string rest(type.substr(1));
  if (type.starts_with('=')) return reference(rest);
  if (type.starts_with('[')) return {{"type", "array"}, {"items", reference(rest)}};
  if (type.starts_with("any")) return Json::object();
  const std::string_view names[][2] = {
      {"text", "string"}, {"whole", "integer"}, {"number", "number"}, {"yes", "boolean"}};
  for (const auto& [name, json] : names) {
    if (!type.starts_with(name)) continue;
    if (type.ends_with('?')) return {{"type", {json, "null"}}};
    if (type.size() > name.size()) return {{"type", "array"}, {"items", {{"type", json}}}};
    return {{"type", json}};
  }
  return false; // nothing is of a type that is not known: a test would say so
}

Json objectOf(const AnswerPart& part) {
  Json properties = Json::object();
  for (const AnswerField& field : part.fields) {
    properties[field.name] = typeOf(field.type);
    properties[field.name]["description"] = field.help;
  }
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

// The name of the part that a field's value is, or has several of; empty if it is none.
std::string_view partOf(std::string_view type) {
  return type.starts_with('=') || type.starts_with('[') ? type.substr(1) : std::string_view();
}

// A part with those that it is made of.
void addPart(std::string_view name, Json& parts) {
  if (parts.contains(std::string(name))) return;
  for (const AnswerPart& part : answerParts()) {
    if (name != part.name) continue;
    parts[std::string(name)] = objectOf(part);
    for (const AnswerField& field : part.fields) addPart(partOf(field.type), parts);
  }
}

} // namespace

Json answerSchema(const UseCase& useCase) {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", useCase.schema},
                 {"description", useCase.summary},
                 {"$ref", std::string("#/$defs/") + useCase.name},
                 {"$defs", Json::object()}};
  addPart(useCase.name, schema["$defs"]);
  schema["$defs"][useCase.name]["properties"]["schema"]["const"] = useCase.schema;
  schema["required"] = {"schema"};
  return schema;
}

} // namespace arenascope::service
