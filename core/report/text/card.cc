#include "core/report/text/card.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/report/buffer_info.h"
#include "core/report/tail_breakdown.h"
#include "core/report/text/short_names.h"

namespace arenascope::report {

namespace {

constexpr std::size_t kMostTensors = 3; // of a kind; the others are counted

// Without the leading ones that images and sequences have: "48x48x8".
std::string briefShape(std::vector<std::int32_t> shape) {
  while (shape.size() > 1 && shape.front() == 1) shape.erase(shape.begin());
  std::string text;
  for (const std::int32_t size : shape) text += (text.empty() ? "" : "×") + std::to_string(size);
  return text;
}

std::string shareText(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

// Names and sizes of tensors in the card's lines.
class Tensors {
public:
  explicit Tensors(const Report& report)
      : report_(report), buffers_(buffersByTensor(report)), names_(shortBufferNames(report)) {}

  void addLines(std::vector<CardLine>& lines, const std::string& label, SubgraphId subgraph,
                const std::vector<TensorId>& tensors) const {
    std::vector<CardLine> found;
    for (const TensorId tensor : tensors)
      if (auto line = lineOf(subgraph, tensor)) found.push_back(std::move(*line));
    if (!found.empty()) found.front().label = label;
    for (std::size_t i = 0; i < found.size() && i < kMostTensors; ++i) lines.push_back(found[i]);
    if (found.size() > kMostTensors) lines.push_back({{}, fmt::format("and {} more", found.size() - kMostTensors), {}});
  }

private:
  // Nothing for one that is absent or in flash.
  std::optional<CardLine> lineOf(SubgraphId subgraph, TensorId tensor) const {
    if (!tensor.isThere()) return std::nullopt;
    const model::TensorInfo& info = report_.model.subgraphs[subgraph.position()].tensors[tensor.position()];
    if (info.constantBytes > 0) return std::nullopt;
    const int buffer = buffers_[planIndexOf(report_.model, subgraph, tensor)];
    const std::string name = buffer >= 0 ? names_[static_cast<std::size_t>(buffer)] : shortNames({info.name}).front();
    return CardLine{{}, printable(name) + ", " + briefShape(info.shape), grouped(info.bytes)};
  }

  const Report& report_;
  std::vector<int> buffers_;
  std::vector<std::string> names_;
};

// Tables and other data that its kernel keeps.
std::uint64_t kernelData(const Report& report, const OperatorReport& op) {
  std::uint64_t bytes = 0;
  for (const TailPart& part : tailParts(report))
    if (part.op == op.index && part.subgraph == op.subgraph && part.category != trace::Category::kBuiltinParams)
      bytes += part.bytes;
  return bytes;
}

CardLine cyclesLine(const Report& report, const OperatorReport& op) {
  std::string text = fmt::format("{:.1f} % of all", report.cost->percent(op.cost.cycles));
  if (op.macs > 0)
    text += fmt::format(", {:.1f} a MAC", static_cast<double>(op.cost.cycles) / static_cast<double>(op.macs));
  return {"Cycles", std::move(text), grouped(op.cost.cycles)};
}

} // namespace

Card operatorCard(const Report& report, int row) {
  const OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
  Card card{operatorPlace(op) + " " + op.name,
            layerNames(report)[static_cast<std::size_t>(row)],
            row == report.peakOperator(),
            {}};
  if (report.arena && report.arena->head > 0)
    card.lines.push_back({"In use",
                          op.liveBytes == report.arena->head
                              ? "the whole head"
                              : shareText(op.liveBytes, report.arena->head) + " of the head",
                          grouped(op.liveBytes)});
  const model::OperatorInfo& info = report.model.subgraphs[op.subgraph.position()].operators[op.index.position()];
  const Tensors tensors(report);
  tensors.addLines(card.lines, "Reads", op.subgraph, info.inputs);
  tensors.addLines(card.lines, "Writes", op.subgraph, info.outputs);
  card.lines.push_back({"Tail", "its tables", grouped(kernelData(report, op))});
  if (op.weightBytes > 0) card.lines.push_back({"Weights", "in flash", grouped(op.weightBytes)});
  if (report.cost) card.lines.push_back(cyclesLine(report, op));
  return card;
}

Card bufferCard(const Report& report, int buffer) {
  const PlannedBuffer& about = report.buffers[static_cast<std::size_t>(buffer)];
  const std::vector<int> rows = rowsByStep(report);
  const std::vector<int> peak = peakBuffers(report);
  Card card{printable(shortBufferNames(report)[static_cast<std::size_t>(buffer)]),
            printable(about.name),
            std::find(peak.begin(), peak.end(), buffer) != peak.end(),
            {}};
  card.lines.push_back(
      {"Size", about.detail.empty() ? bufferKindName(bufferKind(report, about)) : about.detail, grouped(about.bytes)});
  card.lines.push_back({"Place", "bytes from the start", grouped(about.offset)});
  const std::string writer = writerName(report, rows, about);
  if (!writer.empty()) card.lines.push_back({about.scratch ? "Used by" : "Written", writer.substr(1), {}});
  const Lifetime life = lifetimeOf(report, rows, about);
  const auto layer = [](const std::string& step) {
    return step.empty() || step.front() < '0' || step.front() > '9' ? step : "layer " + step;
  };
  if (!life.from.empty())
    card.lines.push_back(
        {"In use", life.from == life.to ? "at " + layer(life.from) : layer(life.from) + " to " + layer(life.to), {}});
  const std::size_t sharing = historyOf(report, bytesOf(about)).size() - 1;
  card.lines.push_back({"Shares",
                        sharing == 0   ? "its bytes with no other buffer"
                        : sharing == 1 ? "its bytes with 1 buffer"
                                       : fmt::format("its bytes with {} buffers", sharing),
                        {}});
  return card;
}

Card tensorCard(const Report& report, int tensor) {
  const model::TensorInfo& info = *report.model.tensorByPlanIndex(static_cast<std::size_t>(tensor));
  Card card{printable(shortNames({info.name}).front()), printable(info.name), false, {}};
  const bool constant = info.constantBytes > 0;
  card.lines.push_back(
      {"Size", info.type + " " + model::shapeText(info.shape), grouped(constant ? info.constantBytes : info.bytes)});
  card.lines.push_back({"Place",
                        constant          ? "in flash, with the model"
                        : info.isVariable ? "in the tail: a variable"
                                          : "not in memory",
                        {}});
  return card;
}

} // namespace arenascope::report
