#include "core/base/log.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>

namespace arenascope::log {

namespace {

constexpr std::size_t kMostKept = 5'000;
constexpr const char* kStandardErrorPattern = "arenascope: %v";
constexpr const char* kFilePattern = "%Y-%m-%d %H:%M:%S.%e %P %t %l %v";

constexpr std::array kLevels = {
    std::pair{Level::kDebug, spdlog::level::debug}, std::pair{Level::kInfo, spdlog::level::info},
    std::pair{Level::kWarning, spdlog::level::warn}, std::pair{Level::kError, spdlog::level::err},
    std::pair{Level::kOff, spdlog::level::off}};

spdlog::level::level_enum toSpdlog(Level level) { return kLevels[static_cast<std::size_t>(level)].second; }

Level fromSpdlog(spdlog::level::level_enum level) {
  for (const auto& [own, theirs] : kLevels)
    if (theirs >= level) return own;
  return Level::kOff;
}

// For the window: keeps the last entries, and passes each on to a listener.
class KeepingSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
  std::vector<Entry> entries() {
    const std::lock_guard lock(mutex_);
    return {kept_.begin(), kept_.end()};
  }
  void listen(std::function<void(const Entry&)> listener) {
    const std::lock_guard lock(mutex_);
    listener_ = std::move(listener);
  }

protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    kept_.push_back(
        {message.time, fromSpdlog(message.level), std::string(message.payload.data(), message.payload.size())});
    if (kept_.size() > kMostKept) kept_.pop_front();
    if (listener_) listener_(kept_.back());
  }
  void flush_() override {}

private:
  std::deque<Entry> kept_;
  std::function<void(const Entry&)> listener_;
};

std::shared_ptr<KeepingSink> keeper() {
  static const auto kKeeper = std::make_shared<KeepingSink>();
  return kKeeper;
}

std::shared_ptr<spdlog::sinks::sink> standardError(Level level) {
  auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  sink->set_pattern(kStandardErrorPattern);
  sink->set_level(toSpdlog(level));
  return sink;
}

std::mutex loggerMutex;

std::shared_ptr<spdlog::logger>& loggerSlot() {
  static std::shared_ptr<spdlog::logger> slot =
      std::make_shared<spdlog::logger>("arenascope", standardError(levelOfEnvironment().value_or(Level::kWarning)));
  return slot;
}

std::shared_ptr<spdlog::logger> logger() {
  const std::lock_guard lock(loggerMutex);
  return loggerSlot();
}

} // namespace

const char* levelName(Level level) {
  switch (level) {
  case Level::kDebug: return "debug";
  case Level::kInfo: return "info";
  case Level::kWarning: return "warning";
  case Level::kError: return "error";
  case Level::kOff: break;
  }
  return "off";
}

std::optional<Level> levelOf(std::string_view name) {
  for (const auto& [level, theirs] : kLevels)
    if (name == levelName(level)) return level;
  return std::nullopt;
}

std::string toLine(const Entry& entry) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(entry.time);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(entry.time.time_since_epoch()).count() % 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:02}:{:02}:{:02}.{:03} {} {}", local.tm_hour, local.tm_min, local.tm_sec, milliseconds,
                     levelName(entry.level), entry.text);
}

std::optional<Level> levelOfEnvironment() {
  const char* name = std::getenv("ARENASCOPE_LOG");
  return name == nullptr ? std::nullopt : levelOf(name);
}

std::string start(const Settings& settings) {
  std::vector<spdlog::sink_ptr> sinks = {standardError(settings.onStandardError)};
  std::string problem;
  if (!settings.file.empty()) try {
      sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(settings.file));
      sinks.back()->set_pattern(kFilePattern);
    } catch (const spdlog::spdlog_ex& error) {
      problem = "the log cannot be written: " + std::string(error.what());
    }
  const bool all = settings.keep || sinks.size() > 1;
  if (settings.keep) sinks.push_back(keeper());
  auto made = std::make_shared<spdlog::logger>("arenascope", sinks.begin(), sinks.end());
  made->set_level(all ? spdlog::level::debug : toSpdlog(settings.onStandardError));
  made->flush_on(spdlog::level::debug);
  const std::lock_guard lock(loggerMutex);
  loggerSlot() = std::move(made);
  return problem;
}

bool wanted(Level level) { return logger()->should_log(toSpdlog(level)); }

void write(Level level, const std::string& text) { logger()->log(toSpdlog(level), text); }

std::vector<Entry> recent() { return keeper()->entries(); }

void listen(std::function<void(const Entry& entry)> listener) { keeper()->listen(std::move(listener)); }

} // namespace arenascope::log
