// Diagnostic log, through spdlog to standard error, a file, and the window's log page. Results, and errors that users
// act on, are not logged but reported.
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
  Level onStandardError = Level::kWarning; // default: the level named by ARENASCOPE_LOG
  std::string file{};                      // gets everything from kDebug on, appended; empty: no file
  bool keep = false;                       // for recent()
};
// The level named by ARENASCOPE_LOG; nothing if it is unset or unknown.
std::optional<Level> levelOfEnvironment();
// Starts logging; may be called again. Returns what is wrong with the file, or an empty text.
std::string start(const Settings& settings);

// Whether messages of that level go anywhere.
bool wanted(Level level);
void write(Level level, const std::string& text);

// make() returns the text, and is called only if the message goes anywhere.
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

// Kept entries, oldest first: at most 5,000.
std::vector<Entry> recent();
// Calls `listener` for each later entry, in the thread that logs it; an empty function stops that.
void listen(std::function<void(const Entry& entry)> listener);

} // namespace arenascope::log
