// The catalogue of messages that `explain` knows, as Markdown for the reference.
#pragma once

#include <string>

namespace arenascope::diagnosis {

// A row for each known text: the months in which it was printed, its source, meaning and remedy. Texts of memory have
// no meaning here, since it follows from their numbers.
std::string messagesTable();

} // namespace arenascope::diagnosis
