#include "core/output/json_parts.h"

#include <cmath>
#include <filesystem>

#include "core/output/json_writer.h"
#include "core/output/record_fields.h"
#include "core/report/function_name.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

namespace {

// Differences are in the unit of the output.
Json quantizedJson(const model::QuantizationNote& note) {
  Json inFloat = Json::array();
  for (const auto& [op, name, reason] : note.inFloat)
    inFloat.push_back({{"index", op}, {"name", name}, {"reason", reason}});
  Json accuracy = Json::array();
  for (const auto& [output, mean, most, range, agreements] : note.accuracy)
    accuracy.push_back({{"output", output},
                        {"mean_difference", mean},
                        {"largest_difference", most},
                        {"float_range", range},
                        {"agreements", agreements}});
  return {{"numbers", note.numbers},
          {"real_inputs", note.inputs},
          {"in_float", std::move(inFloat)},
          {"accuracy", std::move(accuracy)}};
}

} // namespace

Json modelJson(const model::ModelInfo& model) {
  Json json = {{"path", std::filesystem::path(model.path).filename().string()},
               {"bytes", model.bytes},
               {"sha256", model.sha256},
               {"version", model.version},
               {"description", model.description},
               {"subgraphs", model.subgraphs.size()},
               {"operators", model.operatorCount()},
               {"tensors", model.tensorCount()},
               {"weight_bytes", model.weightBytes}};
  if (model.architecture)
    json["architecture"] = {{"changes", model.architecture->changes},
                            {"random_constants", model.architecture->randomConstants}};
  if (model.quantized) json["quantized"] = quantizedJson(*model.quantized);
  return json;
}

Json arenaJson(const report::ArenaFigures& arena) {
  return {{"used_bytes", arena.used},
          {"head_bytes", arena.head},
          {"tail_bytes", arena.tail},
          {"temp_peak_bytes", arena.tempPeak},
          {"minimum_bytes", arena.minimum},
          {"minimum_proven", arena.minimumProven},
          {"recommended_bytes", arena.recommended},
          {"any_address", arena.anyAddress}};
}

Json splitJson(const report::SplitArenas& split) {
  return {{"persistent_bytes", split.persistent}, {"non_persistent_bytes", split.nonPersistent}};
}

Json errorJson(const report::Report& report) {
  const Error& error = *report.error;
  const std::string& path = report.model.path;
  std::string message = error.message;
  if (const std::size_t at = path.empty() ? std::string::npos : message.find(path); at != std::string::npos)
    message.replace(at, path.size(), std::filesystem::path(path).filename().string());
  return {{"stage", stageName(error.stage)}, {"message", message}, {"subgraph", error.subgraph}, {"op", error.op}};
}

Json buffersJson(const report::Report& report) {
  Json rows = Json::array();
  for (const report::PlannedBuffer& buffer : report.buffers) rows.push_back(recordJson(bufferFields(), report, buffer));
  return rows;
}

Json hazardsJson(const std::vector<report::Hazard>& hazards) {
  Json rows = Json::array();
  for (const report::Hazard& hazard : hazards) {
    Json& row = rows.emplace_back(Json{{"kind", report::faultKindName(hazard.kind)},
                                       {"library", hazard.library},
                                       {"versions", hazard.versions},
                                       {"subgraph", hazard.subgraph},
                                       {"op", hazard.op},
                                       {"name", hazard.name}});
    if (hazard.scratch.written > hazard.scratch.asked)
      row.update({{"asked_bytes", hazard.scratch.asked}, {"written_bytes", hazard.scratch.written}});
    row["text"] = hazard.text;
    if (!hazard.instead.empty()) row["instead"] = hazard.instead;
  }
  return rows;
}

Json watchedJson(const report::Report& report) {
  Json json = {{"kernels", report::executedKernels(report)}, {"compiled_for", report.watchedOn}};
  if (!report.unwatched.empty()) json["not_watched"] = report.unwatched;
  return json;
}

Json distancesJson(const std::vector<run::SafeDistance>& distances) {
  Json rows = Json::array();
  for (const run::SafeDistance& distance : distances)
    rows.push_back({{"op", distance.op},
                    {"input", distance.input},
                    {"output", distance.output},
                    {"below", distance.below},
                    {"above", distance.above},
                    {"depends_on_data", distance.dependsOnData}});
  return rows;
}

Json functionsJson(const std::vector<run::FunctionCost>& functions) {
  Json rows = Json::array();
  for (const run::FunctionCost& function : functions)
    rows.push_back({{"name", report::readableFunction(function.name)},
                    {"cycles", function.cost.cycles},
                    {"instructions", function.cost.instructions}});
  return rows;
}

Json regionJson(const hardware::Board& board, const hardware::MemoryRegion& region, std::uint64_t arenaBytes) {
  const hardware::RamWaitStates waitStates = board.waitStatesOf(region);
  return {{"region", region.name},
          {"bytes", arenaBytes},
          {"room_bytes", region.bytes},
          {"wait_states", waitStates.reads},
          {"write_wait_states", waitStates.writes},
          {"line_bytes", region.lineBytes},
          {"cache_bytes", region.cacheBytes}};
}

Json boardJson(const hardware::Board& board, const std::optional<report::BoardFit>& fit) {
  Json json = {{"name", board.name},
               {"title", board.title},
               {"core", board.core},
               {"clock_mhz", board.clockMhz},
               {"flash_wait_states", board.flashWaitStates()},
               {"ram_bytes", board.ramBytes()},
               {"flash_bytes", board.flashBytes},
               {"reserved_ram_bytes", board.reservedRamBytes},
               {"reserved_flash_bytes", board.reservedFlashBytes},
               {"reserved_for", board.reservedFor}};
  if (!board.usualTflm.empty()) json["usual_tflm"] = board.usualTflm;
  if (!board.cLibrary.empty()) json["c_library"] = board.cLibrary;
  if (!board.fitted.empty()) json["fitted"] = board.fitted;
  if (!fit) return json;
  if (fit->milliseconds) {
    json["milliseconds"] = *fit->milliseconds;
    json["frames_per_second"] = fit->framesPerSecond();
  }
  json["arena_bytes"] = fit->arena;
  json["arena_room_bytes"] = fit->arenaCapacity;
  json["arena_room_left_bytes"] = fit->freeBytes();
  json["ram_left_bytes"] = fit->ramLeft;
  if (fit->flashKnown) json["flash_needed_bytes"] = fit->flashNeeded;
  if (fit->flashKnown) json["flash_left_bytes"] = fit->flashLeft;
  json["fits"] = fit->fits();
  return json;
}

Json accuracyJson(const report::Report& report) {
  Json json = {{"experimental", !report.accuracy.compared},
               {"text", report::describeAccuracy(report)},
               {"kernels", report::describeKernels(report)}};
  if (!report.compiler.empty()) json["compiler"] = report.compiler;
  for (const hardware::OperatorAccuracy& source : report.accuracy.operators) {
    Json errors = Json::array();
    for (const hardware::OperatorError& row : source.errors)
      errors.push_back({{"name", row.name}, {"low_percent", row.range.low}, {"high_percent", row.range.high}});
    json["operators"].push_back({{"what", source.what}, {"errors", std::move(errors)}});
  }
  return json;
}

Json costJson(std::uint64_t total, std::uint64_t kernels) {
  const double percent = total == 0 ? 0.0 : 100.0 * static_cast<double>(total - kernels) / static_cast<double>(total);
  return {{"total", total},
          {"kernels", kernels},
          {"interpreter", total - kernels},
          {"overhead_percent", std::round(percent * 1000.0) / 1000.0}};
}

bool isProfile(const Json& json) {
  return json.is_object() && json.value("schema", "") == kProfileSchema && json.contains("model") &&
         json["model"].is_object() && json["model"].contains("path") && json["model"]["path"].is_string();
}

std::optional<std::uint64_t> figureIn(const Json& json, const char* part, const char* name) {
  const auto found = json.find(part);
  if (found == json.end() || !found->is_object()) return std::nullopt;
  const auto number = found->find(name);
  return number == found->end() || !number->is_number_unsigned() ? std::nullopt
                                                                 : std::optional(number->get<std::uint64_t>());
}

std::string dumped(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::string dumpedLine(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

} // namespace arenascope::output
