#include "service/store/trace_codec.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace arenascope::service {

using Document = nlohmann::json;
using run::Cost;
using run::FunctionCost;
using run::OperatorRun;
using run::RunTrace;
using trace::Event;

namespace {

Document bytesOf(const std::vector<std::uint8_t>& bytes) { return Document::binary(bytes); }
void read(const Document& json, std::vector<std::uint8_t>& bytes) { bytes = json.get_binary(); }

// Plain records as they lie in memory: the same build reads and writes them.
Document bytesOf(const std::vector<Event>& events) {
  std::vector<std::uint8_t> bytes(events.size() * sizeof(Event));
  if (!events.empty()) std::memcpy(bytes.data(), events.data(), bytes.size());
  return Document::binary(std::move(bytes));
}
void read(const Document& json, std::vector<Event>& events) {
  const std::vector<std::uint8_t>& bytes = json.get_binary();
  if (bytes.size() % sizeof(Event) != 0) throw std::invalid_argument("events");
  events.resize(bytes.size() / sizeof(Event));
  if (!bytes.empty()) std::memcpy(events.data(), bytes.data(), bytes.size());
}

Document costJson(const Cost& cost) { return {cost.instructions, cost.cycles}; }
Cost costOf(const Document& json) { return {json.at(0).get<std::uint64_t>(), json.at(1).get<std::uint64_t>()}; }

Document functionsJson(const std::vector<FunctionCost>& functions) {
  Document rows = Document::array();
  for (const FunctionCost& function : functions) rows.push_back({function.name, costJson(function.cost)});
  return rows;
}
std::vector<FunctionCost> functionsOf(const Document& json) {
  std::vector<FunctionCost> functions;
  for (const Document& row : json) functions.push_back({row.at(0).get<std::string>(), costOf(row.at(1))});
  return functions;
}

Document operatorJson(const OperatorRun& run) {
  Document outputs = Document::array();
  for (const run::TensorBytes& output : run.outputs)
    outputs.push_back({output.tensor, output.bytes, output.hash, Document::binary(output.data)});
  return {run.subgraph, run.op, run.depth, costJson(run.cost), functionsJson(run.functions), std::move(outputs)};
}
OperatorRun operatorOf(const Document& json) {
  OperatorRun run{.subgraph = json.at(0).get<SubgraphId>(),
                  .op = json.at(1).get<OperatorId>(),
                  .depth = json.at(2),
                  .cost = costOf(json.at(3)),
                  .functions = functionsOf(json.at(4)),
                  .outputs = {}};
  for (const Document& output : json.at(5))
    run.outputs.push_back({.tensor = output.at(0).get<TensorId>(),
                           .bytes = output.at(1),
                           .hash = output.at(2),
                           .data = output.at(3).get_binary()});
  return run;
}

Document tensorsJson(const std::vector<std::vector<std::uint8_t>>& tensors) {
  Document rows = Document::array();
  for (const auto& bytes : tensors) rows.push_back(bytesOf(bytes));
  return rows;
}
std::vector<std::vector<std::uint8_t>> tensorsOf(const Document& json) {
  std::vector<std::vector<std::uint8_t>> tensors(json.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) read(json[i], tensors[i]);
  return tensors;
}

Document distanceJson(const run::SafeDistance& distance) {
  const auto& [subgraph, op, input, output, below, above, accesses, dependsOnData] = distance;
  return {subgraph, op, input, output, below, above, accesses, dependsOnData};
}
run::SafeDistance distanceOf(const Document& json) {
  return {.subgraph = json.at(0).get<SubgraphId>(),
          .op = json.at(1).get<OperatorId>(),
          .input = json.at(2).get<TensorId>(),
          .output = json.at(3).get<TensorId>(),
          .below = json.at(4),
          .above = json.at(5),
          .accesses = json.at(6),
          .dependsOnData = json.at(7)};
}

RunTrace traceOf(const Document& json) {
  RunTrace trace;
  trace.arenaBytes = json.at("arena");
  read(json.at("allocations"), trace.allocations);
  read(json.at("planned"), trace.planned);
  for (const Document& row : json.at("recorded"))
    trace.recorded.push_back({.used = row.at(0), .requested = row.at(1), .count = row.at(2)});
  std::vector<Event> lost;
  read(json.at("lost"), lost);
  if (!lost.empty()) trace.lost = lost.front();
  if (json.contains("use"))
    trace.use = run::ArenaUse{.used = json["use"].at(0), .head = json["use"].at(1), .tail = json["use"].at(2)};
  trace.decompressedBytes = json.at("decompressed");
  for (const Document& row : json.at("operators")) trace.operators.push_back(operatorOf(row));
  trace.inputs = tensorsOf(json.at("inputs"));
  trace.outputs = tensorsOf(json.at("outputs"));
  trace.invoke = costOf(json.at("invoke"));
  trace.kernels = costOf(json.at("kernels"));
  trace.interpreterFunctions = functionsOf(json.at("interpreter"));
  for (const Document& row : json.at("distances")) trace.distances.push_back(distanceOf(row));
  for (const Document& row : json.at("placed")) trace.placed.push_back({.bytes = row.at(0), .waits = row.at(1)});
  if (json.contains("guarded")) trace.guardedAccesses = json["guarded"];
  if (json.contains("stack")) {
    const Document& stack = json["stack"];
    trace.stack.emplace();
    for (std::size_t i = 0; i < run::kStackStages; ++i) trace.stack->bytes[i] = stack.at(i);
    trace.stack->deepest.subgraph = stack.at(run::kStackStages);
    trace.stack->deepest.op = stack.at(run::kStackStages + 1);
  }
  trace.invoked = json.at("invoked");
  trace.stoppedEarly = json.at("stopped");
  if (json.contains("error")) {
    const Document& error = json["error"];
    trace.error = Error{.stage = stageOf(error.at(0).get<std::string>()),
                        .message = error.at(1),
                        .subgraph = error.at(2),
                        .op = error.at(3)};
  }
  return trace;
}

} // namespace

std::vector<std::uint8_t> encodeTrace(const RunTrace& trace) {
  Document json;
  json["arena"] = trace.arenaBytes;
  json["allocations"] = bytesOf(trace.allocations);
  json["planned"] = bytesOf(trace.planned);
  json["recorded"] = Document::array();
  for (const run::RecordedTotals& row : trace.recorded)
    json["recorded"].push_back({row.used, row.requested, row.count});
  json["lost"] = bytesOf(trace.lost ? std::vector<Event>{*trace.lost} : std::vector<Event>());
  if (trace.use) json["use"] = {trace.use->used, trace.use->head, trace.use->tail};
  json["decompressed"] = trace.decompressedBytes;
  json["operators"] = Document::array();
  for (const OperatorRun& run : trace.operators) json["operators"].push_back(operatorJson(run));
  json["inputs"] = tensorsJson(trace.inputs);
  json["outputs"] = tensorsJson(trace.outputs);
  json["invoke"] = costJson(trace.invoke);
  json["kernels"] = costJson(trace.kernels);
  json["interpreter"] = functionsJson(trace.interpreterFunctions);
  json["distances"] = Document::array();
  for (const run::SafeDistance& distance : trace.distances) json["distances"].push_back(distanceJson(distance));
  json["placed"] = Document::array();
  for (const run::PlacedUse& part : trace.placed) json["placed"].push_back({part.bytes, part.waits});
  if (trace.guardedAccesses) json["guarded"] = *trace.guardedAccesses;
  if (trace.stack) {
    Document& stack = json["stack"] = Document(trace.stack->bytes);
    stack.push_back(trace.stack->deepest.subgraph);
    stack.push_back(trace.stack->deepest.op);
  }
  json["invoked"] = trace.invoked;
  json["stopped"] = trace.stoppedEarly;
  if (trace.error)
    json["error"] = {stageName(trace.error->stage), trace.error->message, trace.error->subgraph, trace.error->op};
  return Document::to_cbor(json);
}

std::optional<RunTrace> decodeTrace(std::span<const std::uint8_t> bytes) {
  try {
    return traceOf(Document::from_cbor(bytes));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

} // namespace arenascope::service
