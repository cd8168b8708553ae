#include "core/output/answers/compression_writer.h"

#include <fmt/format.h>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/answers/plan_parts.h"
#include "core/output/answers/price_text.h"
#include "core/report/flash_need.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using optimization::CompressedConstant;
using optimization::CompressionReport;
using optimization::LeftConstant;
using rewrite::Method;

namespace {

Json constantJson(const CompressedConstant& constant) {
  Json json = {{"tensor", constant.tensor},
               {"name", constant.name},
               {"type", constant.type},
               {"ops", constant.operators},
               {"bytes", constant.bytes},
               {"compressed_bytes", constant.packedBytes},
               {"method", rewrite::methodName(constant.method)}};
  if (constant.method != Method::kPruned) json["bits"] = constant.bits;
  if (constant.method == Method::kTable) json["per_channel"] = constant.perChannel;
  if (constant.cycles) json["cycles"] = *constant.cycles;
  return json;
}

Json leftJson(const LeftConstant& constant) {
  Json json = {{"name", constant.name}, {"bytes", constant.bytes}, {"distinct_values", constant.distinct}};
  if (constant.packedBytes) json["compressed_bytes"] = *constant.packedBytes;
  return json;
}

std::string methodText(const CompressedConstant& constant) {
  switch (constant.method) {
  case Method::kTable: return fmt::format("{}-bit table{}", constant.bits, constant.perChannel ? " per channel" : "");
  case Method::kHuffman: return fmt::format("Huffman, up to {} bits", constant.bits);
  case Method::kPruned: return "pruned";
  }
  return {};
}

// Why the largest constant stays as it is.
std::string describeLargest(const CompressionReport& report) {
  if (report.left.empty()) return "It has no constants that DECODE can stand before.";
  const LeftConstant& largest = report.left.front();
  const std::string subject =
      fmt::format("The largest constant, {} ({}), has {}", largest.name, countedBytes(largest.bytes),
                  largest.distinct == 1 ? std::string("one value") : grouped(largest.distinct) + " different values");
  if (!largest.packedBytes) return subject + ", of a type or with channels that DECODE does not support.";
  return fmt::format("{} and would take {}, besides the tensors and the operator that decode it.", subject,
                     countedBytes(*largest.packedBytes));
}

// The arena without what DECODE writes.
std::string describeApart(const CompressionReport& report) {
  const std::uint64_t bytes = report.apart->arena->minimum;
  if (bytes >= report.after->arena->minimum) return "Decompression memory outside the arena would not make it smaller.";
  return fmt::format("With {} of decompression memory outside the arena (MicroInterpreter::SetDecompressionMemory()), "
                     "the arena takes {}.",
                     countedBytes(report.apart->decompressionBytes), countedBytes(bytes));
}

} // namespace

std::string describeCompression(const CompressionReport& report) {
  if (!report.after)
    return (report.mostGrowth ? fmt::format("Nothing to gain within {:g} % more cycles. ", *report.mostGrowth)
                              : std::string("Nothing to gain: no constant is smaller when compressed. ")) +
           (report.mostGrowth ? std::string() : describeLargest(report));
  const optimization::Price price = report.price();
  if (!report.gains() && price.codeBytes)
    return fmt::format("Nothing to gain: the model would shrink by {}, and the code of DECODE takes {}.",
                       countedBytes(static_cast<std::uint64_t>(std::max<std::int64_t>(0, -price.modelBytes))),
                       countedBytes(static_cast<std::uint64_t>(*price.codeBytes)));
  if (!report.gains()) return "Nothing to gain: the compressed model is not smaller.";
  const report::ArenaFigures& before = *report.before.arena;
  const report::ArenaFigures& after = *report.after->arena;
  std::string text = describePrice(price);
  text += after.minimum == before.minimum
              ? std::string(", in the same arena")
              : fmt::format(", with {} bytes of arena instead of {}", grouped(after.minimum), grouped(before.minimum));
  if (const auto growth = report.growth()) text += fmt::format(" and {:+.1f} % cycles", *growth);
  text += fmt::format(": {} compressed.", counted(report.constants.size(), "constant"));
  if (report.apart) text += " " + describeApart(report);
  const std::string more = describeNewOperators(price);
  return more.empty() ? text : text + " " + more;
}

std::string toJson(const CompressionReport& report) {
  Json json = {{"schema", kCompressionSchema}, {"status", "ok"}};
  const report::Report& run = report.before;
  json["model"] = {{"path", run.model.path}, {"sha256", run.model.sha256}, {"bytes", run.model.bytes}};
  json["target"] = run.target;
  json["kernels"] = run.kernels;
  json["gains"] = report.gains();
  json["result"] = describeCompression(report);
  json["before"] = arenaJson(*run.arena);
  if (run.cost) json["cycles_before"] = run.cost->total.cycles;
  if (report.after) {
    const optimization::Price price = report.price();
    json["after"] = arenaJson(*report.after->arena);
    addFlash(json, report.before, *report.after);
    json["saved_bytes"] = -price.flashBytes();
    json["saved_model_bytes"] = -price.modelBytes;
    if (price.codeBytes) json["added_code_bytes"] = *price.codeBytes;
    if (report.after->cost) json["cycles"] = report.after->cost->total.cycles;
    if (const auto growth = report.growth()) json["cycles_growth_percent"] = *growth;
    if (report.gains()) json["outputs_identical"] = report.identical;
    if (report.apart)
      json["decompression_memory"] = {{"bytes", report.apart->decompressionBytes},
                                      {"arena", arenaJson(*report.apart->arena)}};
  }
  json["constants"] = Json::array();
  for (const CompressedConstant& constant : report.constants) json["constants"].push_back(constantJson(constant));
  json["left"] = Json::array();
  for (const LeftConstant& constant : report.left) json["left"].push_back(leftJson(constant));
  return dumped(json);
}

std::string toText(const CompressionReport& report, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = fmt::format("{}Compressed constants of {} on {}{}\n\n  {}{}{}\n", style.strong,
                                 report.before.model.path, report::describeSettings(report.before), style.end,
                                 style.strong, describeCompression(report), style.end);
  if (!report.after) return text;
  const report::FlashNeed was = flashNeed(report.before);
  const report::FlashNeed is = flashNeed(*report.after);
  text += "\n" + headingRow("bytes", "unchanged", "compressed", style);
  text += figureRow("model", was.model, is.model, style);
  if (was.codeKnown && is.codeKnown) text += figureRow("code", was.code(), is.code(), style);
  text += figureRow("kTensorArenaSize", report.before.arena->recommended, report.after->arena->recommended, style);
  text += figureRow("  minimum arena", report.before.arena->minimum, report.after->arena->minimum, style);
  if (report.before.cost && report.after->cost)
    text +=
        figureRow("cycles of an inference", report.before.cost->total.cycles, report.after->cost->total.cycles, style);
  text += fmt::format("\n{}  {:>10} {:>10} {:>12}  {:26} {}{}\n", style.weak, "bytes", "compressed", "cycles", "by",
                      "constant", style.end);
  for (const CompressedConstant& constant : report.constants)
    text += fmt::format("  {:>10} {:>10} {:>12}  {:26} {}\n", grouped(constant.bytes), grouped(constant.packedBytes),
                        constant.cycles ? grouped(*constant.cycles) : "", methodText(constant), constant.name);
  if (report.gains()) text += "\n  Both models have been run: their outputs are equal bit for bit on nine inputs.";
  if (!report.before.cost) text += " This target has no cycles.";
  return text + "\n";
}

} // namespace arenascope::output
