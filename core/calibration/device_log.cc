#include "core/calibration/device_log.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/text_format.h"

namespace arenascope::calibration {

namespace {

using TraceJson = nlohmann::json;

constexpr std::size_t kMostLog = 16 * 1024 * 1024;
constexpr double kMicroseconds = 1e-3; // in milliseconds
constexpr double kNanoseconds = 1e-6;
constexpr double kSeconds = 1e3;

struct Time {
  double value = 0.0;
  LogUnit unit = LogUnit::kTicks;
};

// Words for units, as in "598 msec", and numbers, as in "1,234.5".
constexpr const char* kNumberWord = "([0-9][0-9,]*(?:\\.[0-9]+)?)";
constexpr const char* kUnits = "(ms|msecs?|millis|milliseconds?|us|µs|μs|usecs?|micros|microseconds?|ns|nanoseconds?|"
                               "s|secs?|seconds?|clock cycles|cycles|ticks)";
// An inference, in a few languages.
constexpr const char* kWhole =
    "(?:invoke|inferen|inf\\xc3.rence|latency|classification|\\xe6\\x8e\\xa8\\xe7\\x90\\x86)";
constexpr const char* kAnything = "(?:took|elapsed|duration|time|zeit|tiempo|temps|\\xe6\\x97\\xb6\\xe9\\x97\\xb4)";

Time timeOf(std::string number, const std::string& word) {
  std::erase(number, ',');
  const double value = std::strtod(number.c_str(), nullptr);
  const std::string unit = lowered(word);
  if (unit.starts_with("ms") || unit.starts_with("milli")) return {value, LogUnit::kMilliseconds};
  if (unit.starts_with("s")) return {value * kSeconds, LogUnit::kMilliseconds};
  if (unit.starts_with("n")) return {value * kNanoseconds, LogUnit::kMilliseconds};
  if (unit.ends_with("cycles")) return {value, LogUnit::kCycles};
  if (unit == "ticks") return {value, LogUnit::kTicks};
  return {value * kMicroseconds, LogUnit::kMilliseconds}; // us, µs
}

std::string joinedParts(std::initializer_list<const char*> parts) {
  std::string pattern;
  for (const char* part : parts) pattern += part;
  return pattern;
}

// Of bytes, since a serial line also gives those that are no UTF-8. Its parts follow each other.
class Pattern : public RE2 {
public:
  Pattern(std::initializer_list<const char*> parts) : RE2(joinedParts(parts), options()) {}

private:
  static Options options() {
    Options options;
    options.set_encoding(Options::EncodingLatin1);
    options.set_log_errors(false);
    return options;
  }
};

// Made when the first log is read.
struct Patterns {
  Pattern arena{R"((?i)arena[_ ]used(?:[_ ]bytes)?(?:\(\))?[^0-9]{0,20}([0-9]+))"};
  Pattern word{"([A-Za-z][A-Za-z0-9_]+)"};
  Pattern took{R"(([A-Za-z][A-Za-z0-9_]+) took ([0-9]+) ticks(?: \(([0-9]+) ms\))?)"};
  Pattern eventRow{R"re(\s*[0-9]+\s*,\s*"?([A-Za-z][A-Za-z0-9_]+)"?\s*,\s*([0-9]+)\s*)re"};
  Pattern kindRow{R"re(\s*"?([A-Za-z][A-Za-z0-9_]+)"?\s*,\s*([0-9]+)\s*)re"};
  Pattern groupRow{R"(^\s*[0-9]+\s+([A-Za-z][A-Za-z0-9_]+)\s+([0-9]+)\s+[0-9.]+ ms)"};
  Pattern timed{R"(\b([A-Z][A-Za-z0-9_]+)\b[^0-9]{0,40}?)", kNumberWord, R"(\s*)", kUnits, R"(\b)"};
  // "inference 3: 598 ms", "inference_time_us=598", "took 598 ms for an inference", "100 inferences took 598 ms".
  Pattern whole{"(?i)", kWhole, R"([^0-9]{0,40}?(?:#?[0-9]{1,4}\s*[:=)]\s*)?)", kNumberWord, R"(\s*)", kUnits, R"(\b)"};
  Pattern unitFirst{"(?i)", kWhole, R"([^0-9]{0,40}?[ _(\[])", kUnits, R"([)\]]?[^0-9A-Za-z]{0,5})", kNumberWord};
  Pattern wholeLast{"(?i)", kNumberWord, R"(\s*)", kUnits, R"(\b[^0-9]{0,30}?)", kWhole};
  Pattern several{R"((?i)([0-9]+)\s+(?:inferences|invocations|invokes|iterations|runs)[^0-9]{0,30}?)", kNumberWord,
                  R"(\s*)", kUnits, R"(\b)"};
  // What may be anything's time counts where it is the log's only one.
  Pattern anyTime{"(?i)", kAnything, "[^0-9]{0,30}?", kNumberWord, R"(\s*)", kUnits, R"(\b)"};
};
const Patterns& patterns() {
  static const Patterns kPatterns;
  return kPatterns;
}

// Ticks in a millisecond, from lines that have both; their milliseconds are cut to whole ones.
class TickRate {
public:
  void add(double ticks, double wholeMilliseconds) {
    low_ = std::max(low_, ticks / (wholeMilliseconds + 1.0));
    if (wholeMilliseconds > 0.0) high_ = std::min(high_, ticks / wholeMilliseconds);
  }
  // A whole number of megahertz where one is possible. Nothing where lines contradict each other, or leave it open.
  std::optional<double> perMillisecond() const {
    constexpr double kMostOpen = 0.02;
    constexpr double kMegahertz = 1e3; // ticks in a millisecond
    if (!std::isfinite(high_) || low_ > high_ || high_ - low_ > kMostOpen * high_) return std::nullopt;
    const double whole = std::floor(high_ / kMegahertz) * kMegahertz;
    return whole >= low_ ? whole : (low_ + high_) / 2.0;
  }

private:
  double low_ = 0.0;
  double high_ = std::numeric_limits<double>::infinity();
};

class Reader {
public:
  explicit Reader(const std::vector<std::string>& names) : names_(names) {}

  // Of every line: what it says of an operator, or of the whole.
  void read(const std::string& line) {
    std::string number;
    std::string unit;
    if (RE2::PartialMatch(line, patterns_.arena, &number)) log_.arenaUsed = std::strtoull(number.c_str(), nullptr, 10);
    if (readOperator(line)) return;
    std::string count = "1";
    if (RE2::PartialMatch(line, patterns_.several, &count, &number, &unit) ||
        RE2::PartialMatch(line, patterns_.whole, &number, &unit) ||
        RE2::PartialMatch(line, patterns_.unitFirst, &unit, &number) ||
        RE2::PartialMatch(line, patterns_.wholeLast, &number, &unit))
      return setWhole(timeOf(number, unit), std::max(1.0, std::strtod(count.c_str(), nullptr)));
    if (!RE2::PartialMatch(line, patterns_.anyTime, &number, &unit)) return;
    if (const Time time = timeOf(number, unit); time.unit == LogUnit::kMilliseconds) others_.push_back(time);
  }

  void readTrace(const TraceJson& trace) {
    const TraceJson& events = trace.is_object() && trace.contains("traceEvents") ? trace["traceEvents"] : trace;
    if (!events.is_array()) return;
    std::map<std::string, double> begun; // microseconds, by name and thread
    for (const TraceJson& event : events) {
      if (!event.is_object() || !event.contains("name") || !event["name"].is_string()) continue;
      const auto name = event["name"].get<std::string>();
      const std::string phase = event.value("ph", "");
      const auto number = [&event](const char* field) {
        return event.contains(field) && event[field].is_number() ? event[field].get<double>() : 0.0;
      };
      const std::string key = name + (event.contains("tid") ? event["tid"].dump() : "");
      if (phase == "X") addTraced(name, number("dur"));
      if (phase == "B") begun[key] = number("ts");
      if (phase != "E") continue;
      if (const auto start = begun.find(key); start != begun.end()) {
        addTraced(name, number("ts") - start->second);
        begun.erase(start);
      }
    }
  }

  // Ticks are milliseconds where the log tells how many of them are one.
  DeviceLog take() {
    if (log_.operators.empty() && !log_.milliseconds && !log_.wholeInference && others_.size() == 1)
      setWhole(others_.front(), 1.0);
    const std::optional<double> rate = rate_.perMillisecond();
    if (log_.unit == LogUnit::kTicks && rate) {
      log_.unit = LogUnit::kMilliseconds;
      for (MeasuredOperator& each : log_.operators) each.value /= *rate;
    }
    return std::move(log_);
  }

private:
  void setWhole(const Time& time, double inferences) {
    if (time.unit == LogUnit::kMilliseconds) {
      log_.milliseconds = time.value / inferences;
      return;
    }
    log_.wholeInference = time.value / inferences;
    log_.wholeUnit = time.unit;
  }

  bool isOperator(const std::string& word) const {
    return std::find(names_.begin(), names_.end(), word) != names_.end();
  }

  void add(const std::string& name, const Time& time) {
    // What came first says in which unit a log is.
    if (log_.operators.empty()) log_.unit = time.unit;
    if (time.unit == log_.unit) log_.operators.push_back({name, time.value});
  }

  void addTraced(const std::string& name, double microseconds) {
    re2::StringPiece rest(name);
    for (std::string word; RE2::FindAndConsume(&rest, patterns_.word, &word);)
      if (isOperator(word)) return add(word, {microseconds * kMicroseconds, LogUnit::kMilliseconds});
  }

  bool readOperator(const std::string& line) {
    std::string name;
    std::string number;
    std::string unit;
    std::string milliseconds; // empty where there are none
    // "CONV_2D took 5381839 ticks (84 ms)."
    if (RE2::PartialMatch(line, patterns_.took, &name, &number, &milliseconds) && isOperator(name)) {
      const Time time = timeOf(number, "ticks");
      if (!milliseconds.empty()) rate_.add(time.value, std::strtod(milliseconds.c_str(), nullptr));
      add(name, time);
      return true;
    }
    // "3,CONV_2D,5381839", a row of all events; "CONV_2D, 5381839", of a kind; "6 CONV_2D 5381839 84.1 ms", likewise.
    if (RE2::FullMatch(line, patterns_.eventRow, &name, &number) && isOperator(name)) {
      add(name, timeOf(number, "ticks"));
      return true;
    }
    const bool isKind = (RE2::FullMatch(line, patterns_.kindRow, &name, &number) && isOperator(name)) ||
                        (RE2::PartialMatch(line, patterns_.groupRow, &name, &number) && isOperator(name));
    if (isKind) {
      log_.byKind = true;
      add(name, timeOf(number, "ticks"));
      return true;
    }
    if (RE2::PartialMatch(line, patterns_.timed, &name, &number, &unit) && isOperator(name)) {
      add(name, timeOf(number, unit));
      return true;
    }
    return false;
  }

  const std::vector<std::string>& names_;
  const Patterns& patterns_ = patterns();
  std::vector<Time> others_; // of lines that do not say what they timed
  TickRate rate_;
  DeviceLog log_;
};

} // namespace

Result<DeviceLog> readDeviceLog(const std::string& text, const std::vector<std::string>& names) {
  if (text.size() > kMostLog) return Error{Stage::kUsage, "the log has more than 16 MiB: cut it to one inference"};
  Reader reader(names);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const bool json = begin != std::string::npos && (text[begin] == '{' || text[begin] == '[');
  const TraceJson trace = json ? TraceJson::parse(text, nullptr, false) : TraceJson();
  if (trace.is_object() || trace.is_array()) {
    reader.readTrace(trace);
  } else {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      reader.read(line);
    }
  }
  DeviceLog log = reader.take();
  if (log.operators.empty() && !log.milliseconds && !log.wholeInference)
    return Error{Stage::kUsage, "the log has no time of an operator of this model, nor of an inference; supported are "
                                "MicroProfiler's lines (\"CONV_2D took 1234 ticks (5 ms).\") and tables, \"CONV_2D: "
                                "5.2 ms\", trace events as JSON, and \"inference time: 657 ms\""};
  return log;
}

} // namespace arenascope::calibration
