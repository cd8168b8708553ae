#include "core/output/json_writer.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/output/json_parts.h"
#include "core/output/ram_writer.h"
#include "core/output/record_fields.h"
#include "core/report/accelerator_account.h"
#include "core/report/arena_arrangement.h"
#include "core/report/board_fit.h"
#include "core/report/buffer_info.h"
#include "core/report/energy.h"
#include "core/report/kernel_evidence.h"
#include "core/report/operator_columns.h"
#include "core/report/placement_fit.h"
#include "core/report/tail_breakdown.h"
#include "core/report/text/report_text.h"
#include "core/report/text/resolver_methods.h"

namespace arenascope::output {

namespace {

constexpr std::size_t kMaxHexBytes = 4096;

Json allocationsJson(const report::Report& report) {
  Json rows = Json::array();
  for (const trace::Event& event : report.allocations)
    if (event.kind == trace::EventKind::kAllocation) rows.push_back(recordJson(allocationFields(), report, event));
  return rows;
}

Json recordedJson(const report::Report& report) {
  static constexpr const char* kNames[] = {
      "TfLiteEvalTensor data",  "Persistent TfLiteTensor data",      "Persistent TfLiteTensor quantization data",
      "Persistent buffer data", "TfLiteTensor variable buffer data", "NodeAndRegistration struct"};
  Json rows = {{"arena total", report.recordedUse.used},
               {"arena head", report.recordedUse.head},
               {"arena tail", report.recordedUse.tail}};
  for (std::size_t i = 0; i < report.recorded.size() && i < std::size(kNames); ++i) {
    const run::RecordedTotals& totals = report.recorded[i];
    rows[kNames[i]] = {{"used", totals.used}, {"requested", totals.requested}, {"count", totals.count}};
  }
  return rows;
}

// Persistent blocks by category and owner; subgraph and op are -1 where no operator is concerned.
Json tailJson(const report::Report& report) {
  Json parts = Json::array();
  for (const report::TailPart& part : report::tailParts(report))
    parts.push_back({{"category", run::categoryText(part.category)},
                     {"subgraph", part.subgraph},
                     {"op", part.op},
                     {"bytes", part.bytes},
                     {"blocks", part.blocks}});
  Json savings = Json::array();
  for (const report::TailSaving& saving : report::tailSavings(report))
    savings.push_back({{"text", saving.text}, {"bytes", saving.bytes}, {"removable", saving.removable}});
  return {{"parts", std::move(parts)}, {"savings", std::move(savings)}};
}

Json accountJson(const report::AcceleratorAccount& account) {
  Json json = {{"operators", account.operators},
               {"command_bytes", account.commandBytes},
               {"weight_bytes", account.weightBytes},
               {"region_bytes", account.regionBytes},
               {"cache_bytes", account.cacheBytes}};
  if (!account.device.empty()) json["device"] = account.device;
  if (account.addedBytes) json["interpreter_bytes"] = *account.addedBytes;
  return json;
}

Json writtenJson(const report::OperatorReport& op, bool known) {
  Json outputs = Json::array();
  for (const run::TensorBytes& output : op.outputs) {
    outputs.push_back({{"tensor", output.tensor}, {"bytes", output.bytes}});
    if (known) outputs.back()["fnv1a64"] = hex64(output.hash);
  }
  return outputs;
}

Json operatorsJson(const report::Report& report) {
  const std::vector<const report::OperatorColumn*> columns = columnsOf(&report::ColumnRanks::json);
  Json rows = Json::array();
  for (const report::OperatorReport& op : report.operators) {
    Json row = {{"subgraph", op.subgraph}, {"index", op.index}, {"name", op.name}};
    for (const report::OperatorColumn* column : columns) {
      if (const auto number = wholeOf(*column, report, op)) row[column->name] = *number;
      // Lists stand where they were first published.
      const std::string_view name = column->name;
      if (name == "instructions" && report.cost) row["functions"] = functionsJson(op.functions);
      if (name == "live_bytes") row["outputs"] = writtenJson(op, !report.model.accelerated());
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// known: whether the bytes are what they are on a device.
Json ioJson(const std::vector<report::IoReport>& tensors, bool known) {
  Json rows = Json::array();
  for (const report::IoReport& tensor : tensors) {
    Json& row = rows.emplace_back(
        Json{{"name", tensor.name}, {"type", tensor.type}, {"shape", tensor.shape}, {"bytes", tensor.bytes.size()}});
    if (!known) continue;
    row["fnv1a64"] = hex64(fnv1a64(tensor.bytes));
    if (tensor.bytes.size() <= kMaxHexBytes) row["hex"] = hexBytes(tensor.bytes);
  }
  return rows;
}

// The operators to register; flash where it is known.
Json resolverJson(const report::Report& report) {
  Json rows = Json::array();
  for (const std::string& name : report.model.operatorNames())
    rows.push_back({{"name", name}, {"method", report::resolverMethod(name)}});
  Json json = {{"operators", std::move(rows)}};
  if (!report.flash) return json;
  for (std::size_t i = 0; i < report.flash->operators.size(); ++i)
    json["operators"][i]["flash_bytes"] = report.flash->operators[i].bytes;
  json["flash_bytes"] = report.flash->needed;
  json["all_flash_bytes"] = report.flash->all;
  json["saved_flash_bytes"] = report.flash->saved();
  json["interpreter_flash_bytes"] = report.flash->interpreter;
  return json;
}

Json regionsJson(const hardware::Board& board, const hardware::ArenaRegions& regions, const report::RegionFit& fit) {
  return {{"non_persistent", regionJson(board, regions.nonPersistent, fit.nonPersistent)},
          {"persistent", regionJson(board, regions.persistent, fit.persistent)},
          {"fits", fit.fits}};
}

Json placementJson(const hardware::Board& board, const report::PlacementFit& fit) {
  Json json = {{"parts", Json::array()}, {"fits", fit.fits()}};
  for (const auto& [what, place, bytes] : fit.parts) {
    json["parts"].push_back({{"part", what}});
    if (place.inFlash())
      json["parts"].back().update({{"region", place.region.name}, {"bytes", bytes}});
    else
      json["parts"].back().update(regionJson(board, place.region, bytes));
  }
  return json;
}

// Bytes below the callers of the interpreter's three calls; the operator of the inference that goes deepest.
Json stackJson(const run::StackUse& stack) {
  return {{"create_bytes", stack.of(run::StackStage::kCreate)},
          {"allocate_bytes", stack.of(run::StackStage::kAllocate)},
          {"invoke_bytes", stack.of(run::StackStage::kInvoke)},
          {"subgraph", stack.deepest.subgraph},
          {"op", stack.deepest.op}};
}

Json energyJson(const report::Report& report, const report::Energy& energy) {
  Json json = {{"millijoules", energy.millijoules}};
  if (energy.averageMilliwatts) json["average_milliwatts"] = *energy.averageMilliwatts;
  if (energy.batteryDays) json["battery_days"] = *energy.batteryDays;
  json["text"] = describeEnergy(report);
  return json;
}

Json firmwareJson(const report::FirmwareReport& firmware) {
  Json json = {{"core", firmware.core},
               {"entry", firmware.entry},
               {"arena_address", firmware.arenaAddress},
               {"arena_bytes", firmware.arenaBytes},
               {"model_address", firmware.modelAddress},
               {"console", firmware.console},
               {"found_by",
                {{"allocations", firmware.allocationsFoundBy},
                 {"plan", firmware.planFoundBy},
                 {"operators", firmware.operatorsFoundBy},
                 {"minimum", firmware.minimumFoundBy}}}};
  json["unused_operators"] = firmware.unusedOperators;
  if (!firmware.polledRegisters.empty()) json["polled_registers"] = firmware.polledRegisters;
  if (!firmware.notes.empty()) json["notes"] = firmware.notes;
  return json;
}

} // namespace

Json reportJson(const report::Report& report, bool wholePath) {
  Json json = {{"schema", kProfileSchema}, {"status", report.ok() ? "ok" : "failed"}};
  if (report.error) json["error"] = errorJson(report);
  json["model"] = modelJson(report.model);
  if (wholePath) json["model"]["path"] = report.model.path;
  json["target"] = report.target;
  json["kernels"] = report.kernels;
  if (report.tflm != report::kCurrentTflm) json["tflm"] = report.tflm;
  if (report.separateVariables) json["separate_variables"] = true;
  if (!report.library.empty()) json["library"] = report.library;
  if (const report::KernelEvidence evidence = report::kernelEvidence(report); !evidence.kind.empty())
    json["kernel_evidence"] = {{"kind", evidence.kind}, {"text", evidence.text}, {"newer", evidence.newer}};
  json["planner"] = report::plannerName(report.planner);
  if (report.decompressionBytes > 0)
    json["decompression_memory"] = {{"bytes", report.decompressionBytes}, {"used_bytes", report.decompressedBytes}};
  if (report.firmware) json["firmware"] = firmwareJson(*report.firmware);
  if (const auto band = report::ramBand(report)) json["firmware"]["ram"] = ramJson(*band);
  if (report.cost) json["accuracy"] = accuracyJson(report);
  if (report.board) {
    json["clock_hz"] = static_cast<std::uint64_t>(std::llround(report.board->clockHz()));
    json["board"] = boardJson(*report.board, report::fitOn(*report.board, report));
  }
  if (const auto fit = report::fitIn(report)) json["regions"] = regionsJson(*report.board, *report.regions, *fit);
  if (const auto fit = report::placementFit(report)) json["placement"] = placementJson(*report.board, *fit);
  if (const auto energy = report::energyOf(report)) json["energy"] = energyJson(report, *energy);
  if (const std::vector<std::string> notes = report::notesOf(report); !notes.empty()) json["notes"] = notes;
  if (const auto account = report::acceleratorAccount(report)) json["accelerator"] = accountJson(*account);
  json["hazards"] = hazardsJson(report::hazardsOf(report));
  json["resource_variables"] = report.resourceVariables;
  if (report.arena) json["arena"] = arenaJson(*report.arena);
  if (const auto split = report::splitArenas(report)) json["split_arenas"] = splitJson(*split);
  if (report.stack) json["stack"] = stackJson(*report.stack);
  json["tail"] = tailJson(report);
  json["allocations"] = allocationsJson(report);
  json["planned_buffers"] = buffersJson(report);
  if (!report.recorded.empty()) json["recorded"] = recordedJson(report);
  json["ops"] = operatorsJson(report);
  json["resolver"] = resolverJson(report);
  if (report.cost) {
    json["cycles"] = costJson(report.cost->total.cycles, report.cost->kernels.cycles);
    json["instructions"] = costJson(report.cost->total.instructions, report.cost->kernels.instructions);
    json["interpreter_functions"] = functionsJson(report.cost->interpreterFunctions);
    json["watching_cycles"] = report.cost->watching.cycles;
  }
  if (report.invoked) {
    json["stopped_early"] = report.stoppedEarly;
    if (!report.distances.empty()) json["overlap"] = distancesJson(report.distances);
    if (report.guardedAccesses) {
      json["guard"] = {{"accesses", *report.guardedAccesses}, {"violations", 0}};
      json["guard"].update(watchedJson(report));
    }
    json["inputs"] = ioJson(report.inputs, true);
    json["outputs"] = ioJson(report.outputs, !report.model.accelerated());
  }
  return json;
}

std::string failedJson(const std::string& path, const Error& error, const char* schema) {
  report::Report report;
  report.model.path = path;
  report.error = error;
  Json json = {{"schema", schema}, {"status", "failed"}, {"error", errorJson(report)}};
  if (!path.empty()) json["model"] = modelJson(report.model);
  return dumped(json);
}

std::string toJson(const report::Report& report, bool wholePath) { return dumped(reportJson(report, wholePath)); }

std::string toJsonLine(const report::Report& report) { return dumpedLine(reportJson(report, true)); }

} // namespace arenascope::output
