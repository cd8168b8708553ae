#include "core/report/function_name.h"

#include <algorithm>

namespace arenascope::report {

namespace {

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) text.erase(at, part.size());
  return text;
}

// Index of the parameter list: the first parenthesis outside template arguments.
std::size_t parametersAt(const std::string& name) {
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == '(' && depth == 0) return i;
  }
  return name.size();
}

// The last `keep` names joined by :: outside template arguments, without text before a blank.
std::string lastNames(const std::string& name, int keep) {
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<') --depth;
    if (depth != 0) continue;
    if (name[i] == ' ') return name.substr(i + 1);
    if (name[i] == ':' && i > 0 && name[i - 1] == ':') {
      if (--keep == 0) return name.substr(i + 1);
      --i;
    }
  }
  return name;
}

} // namespace

std::string readableFunction(const std::string& demangled) {
  std::string name = without(demangled, "(anonymous namespace)::");
  name = name.substr(0, parametersAt(name));
  // Template arguments need no qualification.
  const std::size_t arguments = std::min(name.find('<'), name.size());
  std::string tail = name.substr(arguments);
  for (const char* space : {"arenascope::kernels::cmsis_nn::", "arenascope::kernels::", "arenascope::runtime::"})
    tail = without(tail, space);
  name = name.substr(0, arguments) + tail;
  return lastNames(name, 2);
}

} // namespace arenascope::report
