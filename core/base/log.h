// What the program does, for those who look for a fault: through spdlog to standard error, a file, and the window's log
// page. Results and errors that users act on are not logged but told where they always were.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope::log {

enum class Level { kDebug, kInfo, kWarning, kError, kOff };
const char* levelName(Level level); // "debug", "info", "warning", "error", "off"
std::optional<Level> levelOf(std::string_view name);

struct Entry {
  std::chrono::system_clock::time_point time;
  Level level = Level::kInfo;
  std::string text;
};
// "14:05:09.123 info text", in local time.
std::string toLine(const Entry& entry);

struct Settings {
  Level onStandardError = Level::kWarning; // ARENASCOPE_LOG, a level's name, counts where nothing else is asked for
  std::string file{};                      // everything from kDebug on is appended; empty: no file
  bool keep = false;                       // for recent()
};
// The level that ARENASCOPE_LOG names; nothing where it is not set or names none.
std::optional<Level> levelOfEnvironment();
// From now on; may be called again. Answers what is wrong with the file, or nothing.
std::string start(const Settings& settings);

// Whether anybody gets messages of that level.
bool wanted(Level level);
void write(Level level, const std::string& text);

// make() gives the text, and is called only where somebody gets it.
template <typename Make>
void debug(Make make) {
  if (wanted(Level::kDebug)) write(Level::kDebug, make());
}
template <typename Make>
void info(Make make) {
  if (wanted(Level::kInfo)) write(Level::kInfo, make());
}
inline void warning(const std::string& text) { write(Level::kWarning, text); }
inline void error(const std::string& text) { write(Level::kError, text); }

// What was kept, the oldest first: the last 5,000 entries.
std::vector<Entry> recent();
// Called for each entry from now on, in whatever thread it is written; an empty function ends that.
void listen(std::function<void(const Entry& entry)> listener);

} // namespace arenascope::log
