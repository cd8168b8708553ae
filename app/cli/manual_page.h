// Manual pages, from the words that --help prints.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command_words.h"

namespace arenascope::cli {

// arenascope(1).
std::string manualPage(const std::vector<VerbWords>& verbs);
// arenascope-VERB(1).
std::string manualPage(const VerbWords& verb);

} // namespace arenascope::cli
