#include "service/diagnose/operator_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/interpreter/ops/operator_table.h"
#include "core/model/builder/operator_families.h"
#include "core/model/load/read_model_info.h"
#include "core/model/rewrite/operator_probe.h"
#include "core/model/rewrite/strip_writer.h"

namespace arenascope::service {

namespace {

constexpr std::uint32_t kAddresses = 16;

std::vector<builder::OperatorFamily> allFamilies() {
  std::vector<builder::OperatorFamily> all;
  for (const auto& families : {builder::layerFamilies(), builder::plainFamilies()})
    all.insert(all.end(), families.begin(), families.end());
  return all;
}

std::string tensorText(const model::TensorInfo& tensor) {
  return tensor.type + " " + (tensor.shape.empty() ? "scalar" : model::shapeText(tensor.shape));
}

std::string textOf(const model::SubgraphInfo& graph) {
  const model::OperatorInfo& op = graph.operators.front();
  std::string text;
  for (const auto& [tensors, between] : {std::pair(&op.inputs, ""), std::pair(&op.outputs, " -> ")}) {
    text += between;
    bool first = true;
    for (const TensorId tensor : *tensors) {
      if (!tensor.isThere()) continue;
      text += (first ? "" : ", ") + tensorText(graph.tensors[tensor.position()]);
      first = false;
    }
  }
  for (const model::OperatorOption& option : op.options) text += fmt::format("; {} {}", option.name, option.value);
  return text;
}

// Nothing where the bytes are no valid model, or one that our own kernels would not take.
std::optional<AuditCase> caseOf(std::span<const std::uint8_t> bytes, const std::string& name, std::int32_t modelOp,
                                std::uint32_t number) {
  const Result<model::ModelFile> file = model::ModelFile::fromBytes(bytes, name);
  if (!file) return std::nullopt;
  AuditCase made{.model = {*file, model::readModelInfo(*file)}, .shape = {}, .modelOp = modelOp, .misalignments = {}};
  made.shape = textOf(made.model.info.subgraphs.front());
  made.misalignments = {number % kAddresses};
  return made;
}

bool runsAlone(const model::OperatorInfo& op) {
  return op.calls.empty() && !op.accelerated && !op.outputs.empty() && !ops::hasTrait(op.name, ops::kNamesResource);
}

OperatorShapes& shapesOf(std::vector<OperatorShapes>& all, const std::string& name) {
  for (OperatorShapes& each : all)
    if (each.name == name) return each;
  all.push_back({.name = name, .cases = {}, .known = false});
  return all.back();
}

void addOwn(const engine::LoadedModel& model, std::vector<OperatorShapes>& all) {
  const model::SubgraphInfo& main = model.info.subgraphs.front();
  for (std::size_t i = 0; i < main.operators.size(); ++i) {
    if (!runsAlone(main.operators[i])) continue;
    const auto number = static_cast<std::int32_t>(i);
    const std::vector<std::uint8_t> bytes =
        rewrite::withGraph(model.file.bytes(), rewrite::onlyOperators(main, std::span(&number, 1)));
    if (auto made =
            caseOf(bytes, fmt::format("{} operator {}", model.info.path, i), number, static_cast<std::uint32_t>(i)))
      shapesOf(all, main.operators[i].name).cases.push_back(std::move(*made));
  }
}

void addFamily(const builder::OperatorFamily& family, std::uint32_t shapes, OperatorShapes& to) {
  to.known = true;
  bool first = true;
  for (std::uint32_t i = 0; i < shapes; ++i) {
    builder::Random random = builder::randomFor(i);
    const std::string name = fmt::format("{} {}", family.op, i);
    auto made = caseOf(family.make(name, random, builder::Scope::kAll), name, -1, i);
    if (!made) continue;
    // One of them wherever the arena can begin.
    if (std::exchange(first, false)) {
      made->misalignments.resize(kAddresses);
      std::iota(made->misalignments.begin(), made->misalignments.end(), 0U);
    }
    to.cases.push_back(std::move(*made));
  }
}

} // namespace

std::vector<OperatorShapes> shapesFor(const engine::LoadedModel* model, std::uint32_t shapes) {
  std::vector<OperatorShapes> all;
  if (model != nullptr) {
    addOwn(*model, all);
    for (const std::string& name : model->info.operatorNames()) (void)shapesOf(all, name);
  }
  for (const builder::OperatorFamily& family : allFamilies()) {
    const bool wanted = model == nullptr || std::any_of(all.begin(), all.end(), [&](const OperatorShapes& each) {
                          return each.name == family.op;
                        });
    if (wanted) addFamily(family, shapes, shapesOf(all, family.op));
  }
  return all;
}

std::vector<std::string> operatorsWithoutShapes() {
  const std::vector<builder::OperatorFamily> families = allFamilies();
  std::vector<std::string> names;
  for (const ops::Operator& op : ops::kOperators)
    if (std::none_of(families.begin(), families.end(),
                     [&](const builder::OperatorFamily& family) { return op.name() == family.op; }))
      names.emplace_back(op.name());
  return names;
}

} // namespace arenascope::service
