#include "core/history/row_json.h"

#include <nlohmann/json.hpp>

namespace arenascope::history {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "arenascope.history_row.1";
// A line that is longer is not one of ours.
constexpr std::size_t kLongest = std::size_t{16} << 20;

// Texts of a row by name, in the order of a line.
struct TextField {
  const char* name;
  std::string Row::*member;
};
constexpr TextField kTexts[] = {{"commit", &Row::commit},     {"authored", &Row::authored}, {"subject", &Row::subject},
                                {"tree", &Row::tree},         {"blob", &Row::blob},         {"path", &Row::path},
                                {"target", &Row::target},     {"board", &Row::board},       {"kernels", &Row::kernels},
                                {"tflm", &Row::tflm},         {"planner", &Row::planner},   {"program", &Row::program},
                                {"compiler", &Row::compiler}, {"sha256", &Row::sha256},     {"key", &Row::key},
                                {"recorded", &Row::recorded}, {"error", &Row::error},       {"peak", &Row::peak}};

struct FlagField {
  const char* name;
  bool Row::*member;
};
constexpr FlagField kFlags[] = {
    {"changed", &Row::changed}, {"image", &Row::image}, {"separate_variables", &Row::separateVariables}};

Json partsJson(const std::vector<RowPart>& parts) {
  Json json = Json::array();
  for (const RowPart& part : parts) json.push_back({part.kind, part.name, part.bytes});
  return json;
}

Json operatorsJson(const std::vector<RowOperator>& operators) {
  Json json = Json::array();
  for (const RowOperator& op : operators)
    json.push_back({op.place, op.kind, op.layer, op.cycles ? Json(*op.cycles) : Json(nullptr)});
  return json;
}

// What is wrong throws nlohmann's exception.
std::vector<RowPart> partsIn(const Json& json) {
  std::vector<RowPart> parts;
  for (const Json& each : json)
    parts.push_back({each.at(0).get<std::string>(), each.at(1).get<std::string>(), each.at(2).get<std::uint64_t>()});
  return parts;
}

std::vector<RowOperator> operatorsIn(const Json& json) {
  std::vector<RowOperator> operators;
  for (const Json& each : json) {
    operators.push_back(
        {each.at(0).get<std::string>(), each.at(1).get<std::string>(), each.at(2).get<std::string>(), std::nullopt});
    if (!each.at(3).is_null()) operators.back().cycles = each.at(3).get<std::uint64_t>();
  }
  return operators;
}

Row rowIn(const Json& json) {
  Row row;
  for (const TextField& field : kTexts)
    if (json.contains(field.name)) row.*field.member = json.at(field.name).get<std::string>();
  for (const FlagField& field : kFlags)
    if (json.contains(field.name)) row.*field.member = json.at(field.name).get<bool>();
  row.figures = json.at("figures").get<std::map<std::string, std::uint64_t>>();
  if (json.contains("budgets")) row.budgets = json.at("budgets").get<std::map<std::string, std::uint64_t>>();
  if (json.contains("hazards")) row.hazards = json.at("hazards").get<std::vector<std::string>>();
  if (json.contains("arena")) row.arena = partsIn(json.at("arena"));
  if (json.contains("flash")) row.flash = partsIn(json.at("flash"));
  if (json.contains("operators")) row.operators = operatorsIn(json.at("operators"));
  return row;
}

} // namespace

std::string toLine(const Row& row) {
  Json json = {{"schema", kSchema}};
  for (const TextField& field : kTexts)
    if (!(row.*field.member).empty()) json[field.name] = row.*field.member;
  for (const FlagField& field : kFlags)
    if (row.*field.member) json[field.name] = true;
  json["figures"] = row.figures;
  if (!row.budgets.empty()) json["budgets"] = row.budgets;
  if (!row.hazards.empty()) json["hazards"] = row.hazards;
  json["arena"] = partsJson(row.arena);
  json["flash"] = partsJson(row.flash);
  json["operators"] = operatorsJson(row.operators);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Row> readLine(std::string_view line) {
  const auto wrong = [](const std::string& why) { return Error{Stage::kLoad, why}; };
  if (line.size() > kLongest) return wrong("longer than any row");
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded()) return wrong("not JSON");
  if (!json.is_object() || !json.contains("schema") || !json["schema"].is_string()) return wrong("not a row");
  const std::string schema = json["schema"].get<std::string>();
  if (schema != kSchema) return wrong("of the kind or version " + schema + ", which this program does not read");
  try {
    Row row = rowIn(json);
    if (row.commit.empty() || row.path.empty()) return wrong("without a commit or a path");
    return row;
  } catch (const Json::exception&) {
    return wrong("a field has another type than it should");
  }
}

} // namespace arenascope::history
