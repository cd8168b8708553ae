// Tables of the documentation's reference, as Markdown, each made of what the program says of itself.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace arenascope::cli {

// For manual pages as well.
struct EnvironmentVariable {
  const char* name;
  const char* meaning;
};
std::span<const EnvironmentVariable> environmentVariables();

// "commands", "operators", …: a page of docs/reference has each, as the line <!-- table NAME -->.
std::vector<std::string> referenceTables();
// Empty if there is no such table.
std::string referenceTable(const std::string& name, const CLI::App& app);

} // namespace arenascope::cli
