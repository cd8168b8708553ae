#include "service/use_case/answer_schema.h"

#include <string>
#include <vector>

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

Json propertyOf(const AnswerField& field) {
  Json property = typeOf(field.type);
  property["description"] = field.help;
  return property;
}

Json objectOf(const AnswerPart& part) {
  Json properties = Json::object();
  for (const AnswerField& field : part.fields) properties[field.name] = propertyOf(field);
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

// The name of the part that a field's value is, or has several of; empty if it is none.
std::string_view partOf(std::string_view type) {
  return type.starts_with('=') || type.starts_with('[') ? type.substr(1) : std::string_view();
}

const AnswerPart* partNamed(std::string_view name) {
  for (const AnswerPart& part : answerParts())
    if (name == part.name) return &part;
  return nullptr;
}

// Those that a part is made of, with their own.
void addParts(const AnswerPart& whole, Json& parts) {
  for (const AnswerField& field : whole.fields) {
    const AnswerPart* part = partNamed(partOf(field.type));
    if (part == nullptr || parts.contains(std::string(part->name))) continue;
    parts[std::string(part->name)] = objectOf(*part);
    addParts(*part, parts);
  }
}

} // namespace

Json answerSchema(const UseCase& useCase) {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", useCase.schema},
                 {"description", useCase.summary},
                 {"$ref", std::string("#/$defs/") + useCase.name},
                 {"$defs", Json::object()}};
  const AnswerPart& document = *partNamed(useCase.name);
  schema["$defs"][useCase.name] = objectOf(document);
  addParts(document, schema["$defs"]);
  Json& properties = schema["$defs"][useCase.name]["properties"];
  properties["schema"]["const"] = useCase.schema;
  std::vector<AnswerField> added; // to the document's own fields
  for (const AnswerField& field : partNamed("failure")->fields)
    if (!properties.contains(field.name)) added.push_back(field);
  for (const AnswerField& field : added) properties[field.name] = propertyOf(field);
  addParts({"failure", added}, schema["$defs"]);
  schema["required"] = {"schema"};
  return schema;
}

} // namespace arenascope::service
