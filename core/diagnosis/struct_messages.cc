// Messages that name the structs for which the arena had no memory, in bytes.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/message_texts.h"
#include "core/report/text/report_text.h"

namespace arenascope::diagnosis {

using model::ModelInfo;
using model::SubgraphInfo;
using report::Report;
using trace::Event;

namespace {

enum class Counted : std::uint8_t { kTensors, kOperators, kInputs, kOutputs };

// Bytes of one struct with 32-bit pointers, over all revisions that print the name.
struct NamedStruct {
  std::string_view name;
  Counted counted;
  std::uint64_t least;
  std::uint64_t most;
  const char* what; // of what there is one each
};
constexpr NamedStruct kNamed[] = {
    // What is printed is the size of tensors here; TensorInfo itself is smaller.
    {"tensor_info", Counted::kTensors, 56, 64, "tensors"},
    {"context->tensors", Counted::kTensors, 56, 64, "tensors"},
    {"context->eval_tensors", Counted::kTensors, 12, 12, "tensors"},
    {"memory planning", Counted::kTensors, 24, 24, "tensors and scratch buffers"},
    {"node_and_registrations", Counted::kOperators, 28, 40, "operators"},
    {"context->input_tensors_", Counted::kInputs, 4, 4, "inputs"},
    {"context->output_tensors_", Counted::kOutputs, 4, 4, "outputs"},
};

std::size_t countIn(const SubgraphInfo& subgraph, Counted counted) {
  switch (counted) {
  case Counted::kTensors: return subgraph.tensors.size();
  case Counted::kOperators: return subgraph.operators.size();
  case Counted::kInputs: return subgraph.inputs.size();
  case Counted::kOutputs: break;
  }
  return subgraph.outputs.size();
}

// How many structs the device asked for, and how many this model has. Empty where the bytes are no whole number of
// them.
std::string countText(const TflmMessage& message, const ModelInfo& model) {
  const std::string name = structsName(message);
  const auto* named =
      std::find_if(std::begin(kNamed), std::end(kNamed), [&](const NamedStruct& each) { return each.name == name; });
  if (!message.requested || named == std::end(kNamed)) return {};
  const std::uint64_t fewest = (*message.requested + named->most - 1) / named->most;
  const std::uint64_t most = *message.requested / named->least;
  if (fewest > most || most == 0) return {};
  std::size_t here = 0;
  for (const SubgraphInfo& subgraph : model.subgraphs) here = std::max(here, countIn(subgraph, named->counted));
  const std::string count = fewest == most ? grouped(most) : grouped(fewest) + " to " + grouped(most);
  const std::string bytes =
      named->least == named->most ? grouped(named->most) : grouped(named->least) + " to " + grouped(named->most);
  std::string text = fmt::format("The device asked for the structs of {} {}, {} bytes each; this model has {}", count,
                                 named->what, bytes, grouped(here));
  // Scratch buffers come on top of tensors.
  const bool more = name == "memory planning" && most >= here;
  if (more || (fewest <= here && here <= most)) return text + ".";
  return text + ": another model is on the device, or a processor with 64-bit pointers.";
}

} // namespace

std::string structsName(const TflmMessage& message) {
  constexpr std::string_view kBefore = "memory for ";
  const std::size_t at = message.text.find(kBefore);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + kBefore.size();
  return message.text.substr(begin, message.text.find_first_of(",.", begin) - begin);
}

std::vector<std::string> structsDetail(const TflmMessage& message, const std::vector<Report>& reports) {
  std::vector<SaidOfRun> said;
  for (const Report& report : reports) {
    const auto found = std::find_if(report.allocations.begin(), report.allocations.end(), [&](const Event& event) {
      return event.category == message.category && (!message.requested || event.bytes == *message.requested);
    });
    if (found == report.allocations.end() || !report.arena) continue;
    const auto snapshot = report.analysis.snapshots[static_cast<std::size_t>(found - report.allocations.begin())];
    said.push_back({"It comes while " + describeStep(report, *found) + ", where " + grouped(snapshot.need) +
                        " bytes are needed: the arena has less.",
                    &report});
  }
  std::vector<std::string> sentences = saidOnce(said);
  if (std::string count = countText(message, reports.front().model); !count.empty())
    sentences.push_back(std::move(count));
  if (!said.empty()) return sentences;
  constexpr std::int32_t kFirstRun = 202107;
  const bool older = message.past && message.row->until < kFirstRun;
  sentences.push_back(nothingFits(
      older ? "The revisions that print this are older than those that run here (July 2021): an arena's size is not "
              "known for them. Enlarge the arena until AllocateTensors() succeeds, or update the library."
            : "No run of this model asks for that many bytes, with any kernel set here: another revision of TFLM, "
              "enums of another size, or another model.",
      reports));
  return sentences;
}

} // namespace arenascope::diagnosis
