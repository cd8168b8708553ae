#include "app/mcp/mcp_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "core/output/answers/explanation_writer.h"
#include "core/output/answers/plan_writer.h"
#include "core/output/board_table.h"
#include "core/output/comparison_writer.h"
#include "core/output/json_parts.h"
#include "core/output/text_writer.h"
#include "core/report/comparison.h"
#include "service/diagnose/explaining.h"
#include "service/optimize/planning.h"
#include "service/store/boards.h"

namespace arenascope::cli {

using engine::RunControl;
using report::Report;
using service::ProfileRequest;

namespace {

// An invalid call; the text has the reason.
struct WrongArguments : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Json textProperty(const char* description) { return {{"type", "string"}, {"description", description}}; }
Json listProperty(const char* description) {
  return {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", description}};
}

// Properties of most tools.
Json commonProperties() {
  return {{"model", textProperty("Path of a .tflite file below one of the served folders")},
          {"target", textProperty("Processor, such as cortex-m4 (default), cortex-m0plus, cortex-m33, esp32s3")},
          {"kernels",
           textProperty("Kernel set, such as reference, cmsis-nn, esp-nn@1.2.1 (default: the target's default)")}};
}

Json tool(const char* name, const char* description, Json properties, std::vector<std::string> required) {
  return {{"name", name},
          {"description", description},
          {"inputSchema",
           {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}}},
          {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}};
}

Json makeTools() {
  Json profile = commonProperties();
  profile["board"] =
      textProperty("Board instead of a target, with its core, clock and memory; the tool `boards` lists them");
  profile["tflm"] = textProperty("Revision of TensorFlow Lite Micro: current (default), or a month such as 2023-05");
  profile["invoke"] = {{"type", "boolean"}, {"description", "false: report memory only, without an inference"}};
  Json explain = commonProperties();
  explain["message"] = textProperty("Output of TensorFlow Lite Micro on the device, in whole lines");
  explain["arena_size"] = {{"type", "integer"}, {"description", "Size of the device's arena in bytes, if known"}};
  Json compare = {{"models", listProperty("Paths of one to eight .tflite files")},
                  {"targets", listProperty("Processors (default: cortex-m4)")},
                  {"kernels", listProperty("Kernel sets (default: the target's default)")}};
  Json boards = {{"model", commonProperties()["model"]}};
  return Json::array(
      {tool("profile",
            "Runs a TensorFlow Lite Micro model on an emulated microcontroller and reports the exact size of its "
            "tensor arena (kTensorArenaSize), the contents of the arena, and the cycles of each operator",
            std::move(profile), {"model"}),
       tool("plan",
            "Searches the best placement of a model's buffers and reports the bytes of arena that an offline plan "
            "would save",
            commonProperties(), {"model"}),
       tool("explain",
            "Explains an error message of TensorFlow Lite Micro for a model, such as \"Failed to resize buffer\", and "
            "names the arena size to set. Use it when a device prints an error, or when AllocateTensors() or Invoke() "
            "fails",
            std::move(explain), {"model", "message"}),
       tool("compare", "Compares models, targets or kernel sets: arena and cycles side by side", std::move(compare),
            {"models"}),
       tool("boards",
            "Lists the known boards, or tells for a model whether it fits each of them and how long an inference takes "
            "there",
            std::move(boards), std::vector<std::string>())});
}

const Json& allTools() {
  static const Json tools = makeTools();
  return tools;
}

std::string textOf(const Json& arguments, const char* name, const std::string& otherwise = "") {
  return arguments.contains(name) && arguments[name].is_string() ? arguments[name].get<std::string>() : otherwise;
}
std::vector<std::string> listOf(const Json& arguments, const char* name, std::vector<std::string> otherwise) {
  return arguments.contains(name) ? arguments[name].get<std::vector<std::string>>() : std::move(otherwise);
}

// Validates arguments against the tool's schema.
void check(const Json& schema, const Json& arguments) {
  if (!arguments.is_object()) throw WrongArguments("arguments must be an object");
  for (const Json& name : schema["required"])
    if (!arguments.contains(name.get<std::string>())) throw WrongArguments(name.get<std::string>() + " is missing");
  for (const auto& [name, value] : arguments.items()) {
    if (!schema["properties"].contains(name)) throw WrongArguments("unknown argument " + name);
    const std::string type = schema["properties"][name]["type"];
    const bool fits = type == "string"    ? value.is_string()
                      : type == "boolean" ? value.is_boolean()
                      : type == "integer"
                          ? value.is_number_unsigned()
                          : value.is_array() && std::all_of(value.begin(), value.end(),
                                                            [](const Json& each) { return each.is_string(); });
    const char* wanted = type == "array"     ? "a list of strings"
                         : type == "integer" ? "a number"
                         : type == "boolean" ? "true or false"
                                             : "a string";
    if (!fits) throw WrongArguments(name + " takes " + wanted);
  }
}

Json answer(const std::string& text, Json structured = nullptr) {
  Json result = {{"content", Json::array({{{"type", "text"}, {"text", text}}})}};
  if (!structured.is_null()) result["structuredContent"] = std::move(structured);
  return result;
}
Json refusal(const std::string& text) {
  Json result = answer(text);
  result["isError"] = true;
  return result;
}
Json refusal(const Error& error) { return refusal(fmt::format("{} ({})", error.message, stageName(error.stage))); }

// The report without bulky parts that do not help in a conversation: allocations, inputs, functions.
Json shortened(const Report& report) {
  Json json = output::reportJson(report, false);
  for (const char* key : {"allocations", "recorded", "inputs", "outputs", "interpreter_functions"}) json.erase(key);
  if (json.contains("ops"))
    for (Json& op : json["ops"]) op.erase("functions"), op.erase("outputs");
  return json;
}

// One call of a tool.
class ToolCall {
public:
  ToolCall(const std::vector<std::filesystem::path>& folders, const Json& arguments, RunControl& control)
      : folders_(folders), arguments_(arguments), control_(control) {}

  Json profile() {
    ProfileRequest made = request();
    if (const std::string board = textOf(arguments_, "board"); !board.empty()) {
      if (arguments_.contains("target")) throw WrongArguments("a board has a target: give one of the two");
      const Result<hardware::Board> found = service::findBoard(board);
      if (!found) return refusal(found.error());
      made.board = *found;
      made.target = found->core;
    }
    const Result<Report> report = service::profileModel(made, {}, control_);
    if (!report) return refusal(report.error());
    Json result = answer(output::toText(*report, false), shortened(*report));
    if (report->error) result["isError"] = true;
    return result;
  }

  Json plan() {
    service::PlanRequest made;
    made.profile = request();
    const auto planned = service::planModel(made, {}, control_);
    if (!planned) return refusal(planned.error());
    return answer(output::toText(*planned, false), Json::parse(output::toJson(*planned, false)));
  }

  Json explain() {
    service::ExplainRequest made;
    made.profile = request();
    made.alone = arguments_.contains("target") || arguments_.contains("kernels");
    made.text = textOf(arguments_, "message");
    if (arguments_.contains("arena_size")) made.arenaBytes = arguments_["arena_size"].get<std::uint64_t>();
    service::BatchControl batch(service::explainedRuns());
    const auto explained = service::explainText(made, cancelling(batch), batch);
    if (!explained) return refusal(explained.error());
    return answer(output::toText(explained->explanation, explained->reports, false),
                  Json::parse(output::toJson(explained->explanation, explained->reports)));
  }

  Json compare() {
    std::vector<ProfileRequest> requests;
    for (const std::string& path : listOf(arguments_, "models", {}))
      for (const std::string& target : listOf(arguments_, "targets", {ProfileRequest().target}))
        for (const std::string& kernels : listOf(arguments_, "kernels", {""})) {
          ProfileRequest made = request();
          made.model = allowed(path);
          made.target = target;
          made.kernels = kernels;
          requests.push_back(std::move(made));
        }
    constexpr std::size_t kMost = 8;
    if (requests.empty() || requests.size() > kMost)
      throw WrongArguments(fmt::format("these are {} reports; from 1 to {} can be compared", requests.size(), kMost));
    return answer(output::toText(report::compareReports(together(requests)), false));
  }

  Json boards() {
    std::vector<Error> problems;
    const std::vector<hardware::Board> boards = service::loadBoards(problems);
    if (!arguments_.contains("model")) return answer(output::boardsText(boards, false));
    std::vector<ProfileRequest> requests;
    for (const hardware::Board& board : boards) {
      ProfileRequest made = request();
      made.board = board;
      made.target = board.core;
      requests.push_back(std::move(made));
    }
    const std::vector<Report> reports = together(requests);
    return answer(output::boardsText(reports, false), Json::parse(output::boardsJson(reports)));
  }

private:
  std::filesystem::path allowed(const std::string& path) const {
    std::error_code code;
    std::filesystem::path whole = std::filesystem::weakly_canonical(path, code);
    const bool below = !code && std::any_of(folders_.begin(), folders_.end(), [&](const std::filesystem::path& folder) {
      return std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end()).first == folder.end();
    });
    if (!below) throw WrongArguments(path + " is not below a folder that this server may read");
    return whole;
  }

  ProfileRequest request() const {
    ProfileRequest made;
    if (arguments_.contains("model")) made.model = allowed(arguments_["model"]);
    made.target = textOf(arguments_, "target", made.target);
    made.kernels = textOf(arguments_, "kernels");
    made.tflm = textOf(arguments_, "tflm", made.tflm);
    made.invoke = !arguments_.contains("invoke") || arguments_["invoke"].get<bool>();
    made.cache = service::userCache();
    return made;
  }

  // Cancels all runs of a batch together.
  std::function<void(const service::Progress&)> cancelling(service::BatchControl& batch) const {
    return [this, &batch](const service::Progress&) {
      if (control_.cancelled) batch.cancel();
    };
  }

  std::vector<Report> together(const std::vector<ProfileRequest>& requests) const {
    service::BatchControl batch(requests.size());
    std::vector<Report> reports;
    for (Result<Report>& result : service::profileAll(requests, cancelling(batch), batch)) {
      if (!result) throw WrongArguments(result.error().message);
      reports.push_back(std::move(*result));
    }
    return reports;
  }

  const std::vector<std::filesystem::path>& folders_;
  const Json& arguments_;
  RunControl& control_;
};

} // namespace

McpTools::McpTools(const std::vector<std::filesystem::path>& folders) {
  for (const std::filesystem::path& folder : folders) folders_.push_back(std::filesystem::canonical(folder));
}

Json McpTools::list() { return {{"tools", allTools()}}; }

bool McpTools::has(const std::string& name) {
  const Json& tools = allTools();
  return std::any_of(tools.begin(), tools.end(), [&](const Json& each) { return each["name"] == name; });
}

Json McpTools::call(const std::string& name, const Json& arguments, RunControl& control) const {
  ToolCall called(folders_, arguments, control);
  try {
    for (const Json& each : allTools())
      if (each["name"] == name) check(each["inputSchema"], arguments);
    if (name == "profile") return called.profile();
    if (name == "plan") return called.plan();
    if (name == "explain") return called.explain();
    if (name == "compare") return called.compare();
    return called.boards();
  } catch (const WrongArguments& wrong) {
    return refusal(wrong.what());
  } catch (const std::exception& error) {
    return refusal(std::string("internal error: ") + error.what());
  }
}

} // namespace arenascope::cli
