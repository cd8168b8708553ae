#include "app/mcp/mcp_tools.h"

#include <fmt/format.h>

#include <algorithm>

#include "emulator/engine/target.h"
#include "service/profile/kernel_sets.h"
#include "service/use_case/answers.h"
#include "service/use_case/request_json.h"

namespace arenascope::cli {

namespace {

constexpr std::size_t kMostModels = 1'000; // in an answer
constexpr std::size_t kMostEntries = 64;   // of a list in an answer

Json tool(const std::string& name, const std::string& description, Json schema) {
  return {{"name", name},
          {"title", description.substr(0, description.find_first_of(",.:;"))},
          {"description", description},
          {"inputSchema", std::move(schema)},
          {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}};
}

Json withoutArguments() {
  return {
      {"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}, {"additionalProperties", false}};
}

Json makeTools() {
  Json tools = Json::array();
  for (const service::UseCase& useCase : service::useCases())
    if (isIn(useCase, service::kMcp))
      tools.push_back(tool(useCase.name, useCase.summary, service::inputSchema(useCase, service::kMcp)));
  tools.push_back(tool("models", "The models that this server may read, with their paths", withoutArguments()));
  tools.push_back(
      tool("targets", "The processors that a model can be run on, with their kernel sets", withoutArguments()));
  return tools;
}

const Json& allTools() {
  static const Json tools = makeTools();
  return tools;
}

Json said(const std::string& text, Json structured = nullptr) {
  Json result = {{"content", Json::array({{{"type", "text"}, {"text", text}}})}};
  if (!structured.is_null()) result["structuredContent"] = std::move(structured);
  return result;
}

Json refusal(const std::string& text) {
  Json result = said(text);
  result["isError"] = true;
  return result;
}

// Of wrong arguments the text alone is enough.
Json refusal(const Error& error) {
  return refusal(error.stage == Stage::kUsage ? error.message
                                              : fmt::format("{} ({})", error.message, stageName(error.stage)));
}

// The document without what does not help in a conversation: bytes, functions and long lists.
void shorten(Json& json) {
  if (!json.is_object()) {
    if (json.is_array())
      for (Json& each : json) shorten(each);
    return;
  }
  for (const char* key : {"allocations", "recorded", "inputs", "outputs", "interpreter_functions", "functions"})
    json.erase(key);
  if (const auto accuracy = json.find("accuracy"); accuracy != json.end() && accuracy->is_object())
    for (const char* key : {"operators", "compiler", "kernels"}) accuracy->erase(key);
  Json left = Json::array();
  for (auto& [name, value] : json.items()) {
    if (value.is_array() && value.size() > kMostEntries) left.push_back(name);
    shorten(value);
  }
  for (const Json& name : left) json.erase(name.get<std::string>());
  if (!left.empty()) json["left_out"] = std::move(left);
}

Json targets() {
  std::string text;
  Json rows = Json::array();
  for (const engine::Target& target : engine::targets()) {
    const std::vector<std::string> kernels = service::kernelSets(target);
    text += fmt::format("{}: {}; kernels: {}\n", target.name, target.description, fmt::join(kernels, ", "));
    rows.push_back({{"name", target.name}, {"description", target.description}, {"kernels", kernels}});
  }
  return said(text, {{"targets", std::move(rows)}});
}

} // namespace

McpTools::McpTools(const std::vector<std::filesystem::path>& folders) {
  for (const std::filesystem::path& folder : folders) folders_.push_back(std::filesystem::canonical(folder));
}

Json McpTools::list() { return {{"tools", allTools()}}; }

bool McpTools::has(const std::string& name) {
  const Json& tools = allTools();
  return std::any_of(tools.begin(), tools.end(), [&](const Json& each) { return each["name"] == name; });
}

Json McpTools::models() const {
  std::vector<std::string> paths;
  for (const std::filesystem::path& folder : folders_) {
    std::error_code code;
    for (std::filesystem::recursive_directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code)) {
      std::string path = entry->path().string();
      if (entry->path().extension() == ".tflite" && entry->is_regular_file(code) && allowed(path).empty())
        paths.push_back(std::move(path));
    }
  }
  std::sort(paths.begin(), paths.end());
  const std::size_t all = paths.size();
  paths.resize(std::min(all, kMostModels));
  std::string text = fmt::format("{}\n", fmt::join(paths, "\n"));
  if (all > paths.size()) text += fmt::format("and {} others\n", all - paths.size());
  return said(all == 0 ? "there is no .tflite file in the folders of this server" : text, {{"models", paths}});
}

std::string McpTools::allowed(std::string& path) const {
  const auto isBelow = [](const std::filesystem::path& whole, const std::filesystem::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end()).first == folder.end();
  };
  std::error_code code;
  // A relative path is one in a folder that is served.
  for (const std::filesystem::path& folder : folders_) {
    const std::filesystem::path whole = std::filesystem::weakly_canonical(folder / path, code);
    if (code || !isBelow(whole, folder)) continue;
    if (std::filesystem::path(path).is_relative() && !std::filesystem::exists(whole, code)) continue;
    path = whole.string();
    return {};
  }
  std::vector<std::string> names;
  for (const std::filesystem::path& folder : folders_) names.push_back(folder.string());
  return fmt::format("{} is not below a folder that this server may read: {}; the tool `models` lists what there is",
                     path, fmt::join(names, ", "));
}

Json McpTools::call(const std::string& name, const Json& arguments, const OnProgress& onProgress,
                    service::Cancel& cancel) const {
  if (const service::UseCase* useCase = service::findUseCase(name)) {
    Result<service::Request> request = service::readRequest(*useCase, service::kMcp, arguments);
    if (!request) return refusal(request.error());
    for (std::string& model : request->models)
      if (const std::string wrong = allowed(model); !wrong.empty()) return refusal(wrong);
    try {
      const Result<service::Answer> answer = service::answer(*useCase, *request, onProgress, cancel);
      if (!answer) return refusal(answer.error());
      Json structured = Json::parse(answer->json());
      shorten(structured);
      Json result = said(answer->plainText(), std::move(structured));
      if (answer->failed) result["isError"] = true;
      return result;
    } catch (const std::exception& error) {
      return refusal(std::string("internal error: ") + error.what());
    }
  }
  if (!arguments.is_object() || !arguments.empty()) return refusal(name + " takes no arguments");
  return name == "models" ? models() : targets();
}

} // namespace arenascope::cli
