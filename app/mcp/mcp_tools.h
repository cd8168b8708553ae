// The tools of `arenascope mcp`, in terms of the Model Context Protocol.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "emulator/engine/runner.h"

namespace arenascope::cli {

using Json = nlohmann::ordered_json;

class McpTools {
public:
  // Models are read from these folders only.
  explicit McpTools(const std::vector<std::filesystem::path>& folders);

  // Answers "tools/list".
  static Json list();
  static bool has(const std::string& name);
  // Answers "tools/call"; errors are answers, too. control: cancels it from another thread.
  Json call(const std::string& name, const Json& arguments, engine::RunControl& control) const;

private:
  std::vector<std::filesystem::path> folders_;
};

} // namespace arenascope::cli
