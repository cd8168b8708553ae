#include "app/cli/options/one_of.h"

#include <iterator>
#include <sstream>
#include <string_view>

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

namespace {
constexpr std::string_view kCompletes = "completes "; // begins a validator's name, which the names end
}

CLI::Option* completes(CLI::Option* option, const std::vector<std::string>& names) {
  std::string all(kCompletes);
  for (const std::string& name : names) all += name + " ";
  return option->check(CLI::Validator([](std::string&) { return std::string(); }, "", all));
}

std::vector<std::string> completionsOf(const CLI::Option& option) {
  auto& parsed = const_cast<CLI::Option&>(option); // CLI11 has no other query
  for (int i = 0;; ++i) try {
      const std::string name = parsed.get_validator(i)->get_name();
      if (!name.starts_with(kCompletes)) continue;
      std::istringstream stream(name.substr(kCompletes.size()));
      return {std::istream_iterator<std::string>(stream), {}};
    } catch (const CLI::OptionNotFound&) {
      return {};
    }
}

} // namespace arenascope::cli
