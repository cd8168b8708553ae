// What a pasted text of TensorFlow Lite Micro's messages means for a model, and what to do: from the runs of the model
// with every kernel set that could have printed it.
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
  std::size_t times = 1;           // how often it is in the text
  std::string meaning;             // a sentence, whatever the model
  std::vector<MemoryFit> fits;     // runs that print it, where it tells the arena
  std::vector<std::string> detail; // sentences on this model
};

// The first messages of a log tell the cause.
inline constexpr std::size_t kMostExplained = 40;

struct Explanation {
  // Each once, in order, without those that follow from others; at most kMostExplained.
  std::vector<ExplainedMessage> messages;
  std::size_t unexplained = 0;       // further messages
  std::size_t consequences = 0;      // how many follow from others
  std::vector<std::string> others;   // lines in which nothing was recognised
  std::vector<std::string> together; // sentences on all messages at once

  bool understood() const { return !messages.empty() || consequences > 0; }
};

// The reports are of one model, each with another target, kernel set or planner, allocated at least. arenaBytes: of the
// device, where it is known; 16-byte aligned or not.
Explanation explain(const ParsedText& text, const std::vector<report::Report>& reports,
                    std::optional<std::uint64_t> arenaBytes = std::nullopt);

// Bytes of arena that will do; nothing where no run may have printed the messages. Where several may, the one that was
// chosen comes first, then others on its target; of those that are as near, the one that needs most.
struct SizeThatWillDo {
  std::uint64_t bytes = 0;
  std::size_t report = 0; // position in the reports: of the run that needs it
  // Of a further run that may have printed them and needs more.
  std::optional<std::size_t> larger;
};
std::optional<SizeThatWillDo> sizeThatWillDo(const Explanation& explanation, const std::vector<report::Report>& reports,
                                             const report::RunConfiguration& chosen);
// "Set kTensorArenaSize to 82,320 (cortex-m4, cmsis-nn kernels). Were it host, reference kernels: 85,024."
std::string describe(const SizeThatWillDo& size, const std::vector<report::Report>& reports);

// "the persistent section (tail)"
const char* sectionText(trace::Section section);

} // namespace arenascope::diagnosis
