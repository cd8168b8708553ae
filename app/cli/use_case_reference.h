// References for callers that are programs, as Markdown, made of the table of use cases.
#pragma once

#include <string>

namespace arenascope::cli {

// The Python package's functions with their parameters.
std::string pythonReference();
// The MCP server's tools with their arguments.
std::string mcpReference();
// The fields of each answer in JSON, and of the objects in them.
std::string jsonReference();

} // namespace arenascope::cli
