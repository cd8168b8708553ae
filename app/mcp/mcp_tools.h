// The tools of `arenascope mcp`, in terms of the Model Context Protocol.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "service/use_case/answers.h"

namespace arenascope::cli {

using Json = nlohmann::ordered_json;

class McpTools {
public:
  using OnProgress = std::function<void(const service::Progress&)>;

  // Models are read from these folders only.
  explicit McpTools(const std::vector<std::filesystem::path>& folders);

  // Answers "tools/list".
  static Json list();
  static bool has(const std::string& name);
  // Answers "tools/call"; errors are answers, too. onProgress: called from any
  // thread, one call at a time.
  Json call(const std::string& name, const Json& arguments, const OnProgress& onProgress,
            service::Cancel& cancel) const;

private:
  Json models() const;
  // Below a folder that may be read; otherwise what is wrong with it.
  std::string allowed(std::string& path) const;

  std::vector<std::filesystem::path> folders_;
};

} // namespace arenascope::cli
