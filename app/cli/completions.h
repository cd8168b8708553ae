// Completion of verbs, options and what they take, for shells.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command_words.h"

namespace arenascope::cli {

std::string bashCompletion(const std::vector<VerbWords>& verbs);
std::string zshCompletion(const std::vector<VerbWords>& verbs);
std::string fishCompletion(const std::vector<VerbWords>& verbs);

} // namespace arenascope::cli
