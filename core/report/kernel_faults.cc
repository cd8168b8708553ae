#include "core/report/kernel_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/interpreter/tflm/kernel_types.h"

namespace arenascope::report {

namespace {

constexpr std::pair<const char*, std::int8_t> kTypeNumbers[] = {
    {"float32", tflm::type::kFloat32}, {"int32", tflm::type::kInt32}, {"uint8", tflm::type::kUInt8},
    {"int64", tflm::type::kInt64},     {"bool", tflm::type::kBool},   {"int16", tflm::type::kInt16},
    {"int8", tflm::type::kInt8},       {"int4", tflm::type::kInt4},   {"uint32", tflm::type::kUInt32}};

// kAny if the operator has no such tensor, or one of another type.
std::int8_t typeNumber(const model::SubgraphInfo& graph, const model::OperatorInfo& op, int tensor) {
  const std::vector<TensorId>& tensors = tensor < 0 ? op.outputs : op.inputs;
  const std::size_t position = tensor < 0 ? 0 : static_cast<std::size_t>(tensor);
  if (position >= tensors.size() || tensors[position] < 0) return tflm::type::kAny;
  const std::string& name = graph.tensors[tensors[position].position()].type;
  const auto* const found = std::find_if(std::begin(kTypeNumbers), std::end(kTypeNumbers),
                                         [&](const auto& each) { return each.first == name; });
  return found == std::end(kTypeNumbers) ? tflm::type::kAny : found->second;
}

struct Useless {
  const tflm::KernelType* row;
  std::string name; // of the operators
  std::vector<std::string> places;
};

std::vector<Useless> uselessOperators(const Report& report) {
  const tflm::Date date = tflm::dateOf(report.tflm);
  const bool cmsisNn = report.kernels.starts_with("cmsis-nn");
  std::vector<Useless> found;
  for (std::size_t s = 0; s < report.model.subgraphs.size(); ++s) {
    const model::SubgraphInfo& graph = report.model.subgraphs[s];
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
      const model::OperatorInfo& op = graph.operators[i];
      const tflm::KernelType* row =
          tflm::kernelTypeAt(date, cmsisNn, op.builtinCode, [&](int tensor) { return typeNumber(graph, op, tensor); });
      if (row == nullptr || row->outcome != tflm::Outcome::kUseless) continue;
      auto same = std::find_if(found.begin(), found.end(), [&](const Useless& each) { return each.row == row; });
      if (same == found.end()) same = found.insert(found.end(), {row, op.name, {}});
      same->places.push_back(operatorPlace(SubgraphId(static_cast<int>(s)), OperatorId(static_cast<int>(i))));
    }
  }
  return found;
}

// CONV_2D with esp-nn until esp-tflite-micro 1.3.3 writes past a block: whatever follows it without spare bytes.
struct Overwritten {
  std::string by;
  std::string operatorText; // owner of the data
  bool options = false;     // or its kernel's options
  bool aborts = false;      // its kernel aborts with such options
};

std::string operatorText(const Report& report, const trace::Event& event) {
  const std::int32_t op = run::operatorOf(event);
  if (op < 0) return "the interpreter";
  // Events about options do not name the subgraph.
  const std::vector<model::SubgraphInfo>& graphs = report.model.subgraphs;
  if (event.position.subgraph < 0 && graphs.size() > 1) return "another operator";
  const std::int32_t subgraph = std::max(0, event.position.subgraph);
  const model::SubgraphInfo& graph = graphs[static_cast<std::size_t>(subgraph)];
  return fmt::format("operator {} ({})", operatorPlace(SubgraphId(subgraph), OperatorId(op)),
                     graph.operators[static_cast<std::size_t>(op)].name);
}

// Its kernel checks a factor in its options, and calls abort() if that is not sensible.
bool isSoftmaxOfBytes(const Report& report, const trace::Event& event) {
  if (report.model.subgraphs.size() > 1 || run::operatorOf(event) < 0) return false;
  const model::SubgraphInfo& graph = report.model.subgraphs.front();
  const model::OperatorInfo& op = graph.operators[static_cast<std::size_t>(run::operatorOf(event))];
  return op.name == "SOFTMAX" && typeNumber(graph, op, 0) == tflm::type::kInt8;
}

std::vector<Overwritten> overwrittenByConvolutions(const Report& report) {
  std::vector<Overwritten> found;
  if (!report.kernels.starts_with("esp-nn")) return found;
  const trace::Event* before = nullptr; // the next block towards the arena's end
  for (const trace::Event& event : report.allocations) {
    if (event.kind != trace::EventKind::kAllocation || event.section != trace::Section::kTail) continue;
    const std::uint64_t end = event.offset - event.bytes;
    const std::uint64_t below = before == nullptr ? 0 : before->offset;
    if (before != nullptr && event.position.phase == trace::Phase::kInit && event.bytes == tflm::kShortEspConvBytes &&
        end - below < 4 && operatorText(report, event).ends_with("(CONV_2D)")) {
      const std::string victim = operatorText(report, *before);
      found.push_back({operatorPlace(event.position), victim, before->category == trace::Category::kBuiltinParams,
                       isSoftmaxOfBytes(report, *before)});
    }
    before = &event;
  }
  return found;
}

std::string overwrittenText(const Overwritten& fault) {
  return fmt::format("esp-tflite-micro before 1.3.4 requests {} bytes for CONV_2D and writes 4 bytes past them. The "
                     "block of operator {} is followed by the {} of {}, which are overwritten whatever the arena's "
                     "size{}. Sizes here are right; outputs are those of version 1.3.4, which fixes this.",
                     tflm::kShortEspConvBytes, fault.by, fault.options ? "options" : "data", fault.operatorText,
                     fault.options && fault.aborts
                         ? ", so that its preparation calls abort() and the model does not run on a device"
                         : ", and a device's results are wrong");
}

} // namespace

std::vector<std::string> uselessKernels(const Report& report) {
  std::vector<std::string> faults;
  if (report.firmware || !report.library.empty() || !report.arena) return faults;
  for (const Useless& each : uselessOperators(report))
    faults.push_back(fmt::format("{} (operator {}) runs without a message, but its kernel {}. The arena's size is "
                                 "exact; the outputs are useless, here and on a device. {}",
                                 each.name, joined(each.places), each.row->does, each.row->advice));
  return faults;
}

std::vector<std::string> overwrittenBlocks(const Report& report) {
  std::vector<std::string> faults;
  if (report.firmware || !report.library.empty()) return faults;
  for (const Overwritten& fault : overwrittenByConvolutions(report)) faults.push_back(overwrittenText(fault));
  return faults;
}

std::vector<std::string> kernelFaults(const Report& report) {
  std::vector<std::string> faults = uselessKernels(report);
  for (std::string& fault : overwrittenBlocks(report)) faults.push_back(std::move(fault));
  return faults;
}

} // namespace arenascope::report
