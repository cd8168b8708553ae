// What an assistant can ask for: the tools of `arenascope mcp`, as the Model Context Protocol describes and calls them.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "emulator/engine/runner.h"

namespace arenascope::cli {

using Json = nlohmann::ordered_json;

class McpTools {
public:
  // Models are read below these folders, and nowhere else.
  explicit McpTools(const std::vector<std::filesystem::path>& folders);

  // The answer to "tools/list".
  static Json list();
  static bool has(const std::string& name);
  // The answer to "tools/call"; what goes wrong is an answer, too. control: cancels it, from another thread.
  Json call(const std::string& name, const Json& arguments, engine::RunControl& control) const;

private:
  std::vector<std::filesystem::path> folders_;
};

} // namespace arenascope::cli
