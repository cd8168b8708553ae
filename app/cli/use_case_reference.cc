#include "app/cli/use_case_reference.h"

#include <fmt/format.h>

#include "app/mcp/mcp_tools.h"
#include "core/base/markdown.h"
#include "service/use_case/answer_fields.h"
#include "service/use_case/request_json.h"

namespace arenascope::cli {

namespace {

// "string", "list of string", "string or list of string".
std::string typeOf(const Json& schema) {
  if (!schema.contains("anyOf")) {
    const std::string type = schema.at("type");
    return type == "array" ? "list of " + typeOf(schema.at("items")) : type;
  }
  std::string types;
  for (const Json& each : schema["anyOf"]) types += (types.empty() ? "" : " or ") + typeOf(each);
  return types;
}

bool isRequired(const Json& arguments, const std::string& name) {
  for (const Json& each : arguments.at("required"))
    if (each == name) return true;
  return false;
}

std::string argumentTable(const Json& arguments) {
  if (arguments.at("properties").empty()) return "No arguments.\n\n";
  std::string table = "| argument | type | required | meaning |\n| --- | --- | --- | --- |\n";
  for (const auto& [name, schema] : arguments["properties"].items())
    table += fmt::format("| `{}` | {} | {} | {} |\n", name, typeOf(schema), isRequired(arguments, name) ? "yes" : "",
                         cellWithCode(schema.value("description", "")));
  return table + "\n";
}

std::string section(const std::string& name, const std::string& summary, const Json& arguments) {
  return fmt::format("## {}\n\n{}.\n\n{}", name, markdown(summary), argumentTable(arguments));
}

// Of an answer's field (service/use_case/answer_fields.h), with a link to the object.
std::string answerType(std::string_view type) {
  const auto linked = [](std::string_view part) { return fmt::format("[{0}](#{0})", part); };
  if (type.starts_with('=')) return linked(type.substr(1));
  if (type.starts_with('[')) return "list of " + linked(type.substr(1));
  constexpr std::string_view kNames[][2] = {
      {"text", "string"}, {"whole", "integer"}, {"number", "number"}, {"yes", "boolean"}, {"any", "any"}};
  for (const auto& [name, json] : kNames) {
    if (!type.starts_with(name)) continue;
    if (type.ends_with('?')) return fmt::format("{} or null", json);
    return fmt::format("{}{}", type.size() > name.size() ? "list of " : "", json);
  }
  return std::string(type);
}

std::string answerTable(const service::AnswerPart& part) {
  std::string table = "| field | type | meaning |\n| --- | --- | --- |\n";
  for (const service::AnswerField& field : part.fields)
    table += fmt::format("| `{}` | {} | {} |\n", field.name, answerType(field.type), cellWithCode(field.help));
  return table + "\n";
}

} // namespace

std::string pythonReference() {
  std::string text;
  for (const service::UseCase& useCase : service::useCases())
    text += section(useCase.name, useCase.summary, service::inputSchema(useCase, service::kPython));
  return text;
}

std::string mcpReference() {
  std::string text;
  const Json tools = McpTools::list();
  for (const Json& tool : tools.at("tools"))
    text += section(tool.at("name"), tool.at("description").get<std::string>(), tool.at("inputSchema"));
  return text;
}

std::string jsonReference() {
  std::string documents;
  std::string objects;
  for (const service::AnswerPart& part : service::answerParts())
    if (const service::UseCase* useCase = service::findUseCase(part.name))
      documents += fmt::format("## {}\n\n`{}`: {}.\n\n{}", part.name, useCase->schema, markdown(useCase->summary),
                               answerTable(part));
    else
      objects += fmt::format("### {}\n\n{}", part.name, answerTable(part));
  return documents + "## Objects\n\n" + objects;
}

} // namespace arenascope::cli
