#include "app/cli/options/one_of.h"

#include "core/base/likely_name.h"

namespace arenascope::cli {

CLI::Validator oneOf(const std::vector<std::string>& names, const NameHint& hint) {
  const CLI::Validator member = CLI::IsMember(names);
  CLI::Validator check = member;
  check.operation([member, names, hint](std::string& name) {
    const std::string wrong = member(name);
    return wrong.empty() ? wrong : wrong + (hint ? hint(name) : didYouMean(name, names));
  });
  return check;
}

} // namespace arenascope::cli
