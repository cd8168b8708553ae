#include "core/output/trace_writer.h"

#include <map>
#include <nlohmann/json.hpp>

#include "core/output/json_parts.h"
#include "core/report/operator_columns.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

namespace {

constexpr int kInference = 1; // process numbers
constexpr int kAllocation = 2;

struct Span {
  double begin = 0;
  double end = 0;
};

Json named(int process, const char* what, const std::string& name) {
  return {{"ph", "M"}, {"pid", process}, {"tid", 0}, {"name", what}, {"args", {{"name", name}}}};
}

class Writer {
public:
  explicit Writer(const report::Report& report) : report_(report) {
    if (!report.cost) return;
    // What the interpreter spends lies before each operator, the same for all.
    lead_ = scale(report.cost->interpreterCyclesPerOperator());
  }

  Json events() {
    add(named(kInference, "process_name", "inference"));
    add(named(kInference, "thread_name", "operators"));
    add(named(kAllocation, "process_name", "AllocateTensors(), a step for each allocation"));
    addOperators();
    addBuffers();
    addAllocations();
    return std::move(events_);
  }

private:
  double scale(double cycles) const { return report_.board ? cycles / report_.board->clockMhz : cycles; }
  void add(Json event) { events_.push_back(std::move(event)); }
  void count(int process, const char* name, double time, Json values) {
    add({{"ph", "C"}, {"pid", process}, {"tid", 0}, {"name", name}, {"ts", time}, {"args", std::move(values)}});
  }

  void addOperators() {
    double now = 0;
    for (const report::OperatorReport& op : report_.operators) {
      const double begin = now + lead_;
      now = begin + (report_.cost ? scale(static_cast<double>(op.cost.cycles)) : 1.0);
      // An operator that runs several times is in use from its first to its last run.
      const auto [span, isNew] = spans_.try_emplace(op.time, Span{begin, now});
      if (!isNew) span->second.end = now;
      Json args = {{"operator", report::operatorPlace(op)}};
      for (const report::OperatorColumn* column : columnsOf(&report::ColumnRanks::json))
        if (const auto number = wholeOf(*column, report_, op)) args[column->name] = *number;
      add({{"ph", "X"},
           {"pid", kInference},
           {"tid", 0},
           {"cat", "operator"},
           {"name", op.name},
           {"ts", begin},
           {"dur", now - begin},
           {"args", std::move(args)}});
      count(kInference, "live bytes", begin, {{"head", op.liveBytes}});
      count(kInference, "persistent bytes", begin, {{"tail", report_.arena->tail}});
    }
    end_ = now;
    count(kInference, "live bytes", end_, {{"head", 0}});
  }

  // Where a step of the planner lies in time: inputs are there from the start, outputs to the end.
  double beginOf(std::int32_t step) const {
    const auto found = spans_.lower_bound(step);
    return step <= 0 || found == spans_.end() ? 0.0 : found->second.begin;
  }
  double endOf(std::int32_t step) const {
    const auto found = spans_.upper_bound(step);
    return found == spans_.begin() ? end_ : std::prev(found)->second.end;
  }

  void addBuffers() {
    for (const report::PlannedBuffer& buffer : report_.buffers) {
      if (buffer.firstOp < 0) continue;
      const Json base = {
          {"pid", kInference}, {"tid", 0}, {"cat", "buffer"}, {"id", buffer.index}, {"name", buffer.name}};
      Json begin = base;
      begin.update({{"ph", "b"},
                    {"ts", beginOf(buffer.firstOp)},
                    {"args", {{"bytes", buffer.bytes}, {"offset", buffer.offset}, {"detail", buffer.detail}}}});
      Json end = base;
      end.update({{"ph", "e"}, {"ts", endOf(buffer.lastOp)}});
      add(std::move(begin));
      add(std::move(end));
    }
  }

  void addAllocations() {
    for (std::size_t i = 0; i < report_.analysis.snapshots.size(); ++i) {
      const report::ArenaSnapshot& snapshot = report_.analysis.snapshots[i];
      const trace::Event& event = report_.allocations[i];
      count(kAllocation, "arena", static_cast<double>(i),
            {{"head", snapshot.head}, {"temporary", snapshot.temp - snapshot.head}, {"tail", snapshot.tail}});
      const std::string name =
          event.kind == trace::EventKind::kTempReset ? "temporary section emptied" : run::categoryText(event.category);
      add({{"ph", "X"},
           {"pid", kAllocation},
           {"tid", 0},
           {"cat", "allocation"},
           {"name", name},
           {"ts", i},
           {"dur", 1},
           {"args", {{"bytes", event.bytes}, {"while", report::describeStep(report_, event)}}}});
    }
  }

  const report::Report& report_;
  Json events_ = Json::array();
  std::map<std::int32_t, Span> spans_; // by OperatorReport::time
  double lead_ = 0;
  double end_ = 0;
};

} // namespace

std::string toTrace(const report::Report& report) {
  const char* unit = report.board ? "microseconds" : report.cost ? "cycles" : "operators";
  const Json json = {{"traceEvents", Writer(report).events()},
                     {"displayTimeUnit", "ns"},
                     {"otherData",
                      {{"made_by", "ArenaScope " ARENASCOPE_VERSION},
                       {"model", modelJson(report.model)["path"]},
                       {"settings", report::describeSettings(report)},
                       {"a_microsecond_stands_for", unit}}}};
  return dumped(json);
}

} // namespace arenascope::output
