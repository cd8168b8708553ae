// An explanation of pasted messages of TensorFlow Lite Micro for a model, with a remedy: from runs of the model
// with every kernel set that could have printed them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/memory_fits.h"
#include "core/diagnosis/tflm_messages.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

struct ExplainedMessage {
  TflmMessage message;
  std::size_t times = 1;           // number of occurrences in the text
  std::string meaning;             // a sentence that holds for any model
  std::vector<MemoryFit> fits;     // runs that print it, if it identifies the arena
  std::vector<std::string> detail; // sentences about this model
};

// The first messages of a log show the cause.
inline constexpr std::size_t kMostExplained = 40;

struct Explanation {
  // Each once, in order, without consequences of others; at most kMostExplained.
  std::vector<ExplainedMessage> messages;
  std::size_t unexplained = 0;       // further messages
  std::size_t consequences = 0;      // consequences of other messages
  std::vector<std::string> others;   // lines without a known message
  std::vector<std::string> together; // sentences about all messages together

  bool understood() const { return !messages.empty() || consequences > 0; }
};

// Whether the text says that it failed and nothing else, wrappers' lines aside.
bool isBareFailure(const ParsedText& text);

// The reports are of one model, each with another target, kernel set or planner, and at least allocated. arenaBytes: of
// the device, if known; aligned or not.
Explanation explain(const ParsedText& text, const std::vector<report::Report>& reports,
                    std::optional<std::uint64_t> arenaBytes = std::nullopt);

// A sufficient size of the arena in bytes; absent if no run can have printed the messages. Of several runs, the chosen
// one comes first, then others on its target; of equally near ones, the one that needs most.
struct SizeThatWillDo {
  std::uint64_t bytes = 0;
  std::size_t report = 0; // position in the reports: the run that needs it
  // Another run that can have printed them and needs more.
  std::optional<std::size_t> larger;
};
std::optional<SizeThatWillDo> sizeThatWillDo(const Explanation& explanation, const std::vector<report::Report>& reports,
                                             const report::RunConfiguration& chosen);
// "Set kTensorArenaSize to 82,320 (cortex-m4, cmsis-nn kernels). With host, reference kernels, it would be 85,024."
std::string describe(const SizeThatWillDo& size, const std::vector<report::Report>& reports);

// "the persistent section (tail)"
const char* sectionText(trace::Section section);

} // namespace arenascope::diagnosis
