#include "service/profile/prepared_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "service/profile/engines.h"
#include "service/profile/kernel_sets.h"
#include "service/profile/preview.h"
#include "service/profile/requested_target.h"
#include "service/profile/runner_factory.h"

namespace arenascope::service {

namespace {

Result<bool> checkInputs(const engine::LoadedModel& model, const ProfileRequest& request) {
  const model::SubgraphInfo& main = model.info.subgraphs.front();
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    if (request.inputs[i].empty()) continue;
    if (i >= main.inputs.size())
      return Error{Stage::kUsage,
                   fmt::format("input {} is given, but the model has {} (counted from 0)", i, main.inputs.size())};
    const model::TensorInfo& tensor = main.tensors[static_cast<std::size_t>(main.inputs[i])];
    if (tensor.bytes != request.inputs[i].size())
      return Error{Stage::kInput, fmt::format("input {} ({}, {} {}) takes {}; {} are given", i, tensor.name,
                                              tensor.type, model::shapeText(tensor.shape), countedBytes(tensor.bytes),
                                              grouped(request.inputs[i].size()))};
  }
  return true;
}

// Other interpreters' calls are not ours.
std::optional<Error> wrongDecompressionMemory(const ProfileRequest& request, bool isAdded) {
  if (request.decompressionBytes == 0) return std::nullopt;
  if (isAdded)
    return Error{Stage::kTarget, "kernel set " + request.kernels +
                                     " is an added library: only built-in kernel sets support decompression memory"};
  if (request.tflm != report::kCurrentTflm)
    return Error{Stage::kTarget, "decompression memory is known of the current TFLM only, not of " + request.tflm};
  return std::nullopt;
}

// What is not known of a revision, and a model has.
std::optional<Error> unknownOf(const model::ModelInfo& model, const tflm::Variant& variant) {
  if (variant.isBefore(tflm::kOnePlan) && model.subgraphs.size() > 1)
    return Error{Stage::kTarget, fmt::format("before March 2022 each subgraph had a separate plan, which ArenaScope "
                                             "does not know: this model has {} subgraphs",
                                             model.subgraphs.size())};
  const std::vector<std::string> operators = model.operatorNames();
  if (variant.isBefore(tflm::kOneLstm) &&
      std::find(operators.begin(), operators.end(), "UNIDIRECTIONAL_SEQUENCE_LSTM") != operators.end())
    return Error{
        Stage::kTarget,
        "before February 2023 UNIDIRECTIONAL_SEQUENCE_LSTM had another kernel, whose memory ArenaScope does not know"};
  return std::nullopt;
}

} // namespace

namespace {

Result<model::ModelFile> givenModel(const ProfileRequest& request) {
  if (request.file) return *request.file;
  // Only a user's own kernels know what they can do.
  const auto kernels = findAddedKernels(request.kernels) ? model::Kernels::kThirdParty : model::Kernels::kOurs;
  return imageOfModel(request.model) || isFirmwareImage(request.model)
             ? imageEngine().modelIn(request, kernels)
             : model::ModelFile::load(request.model, request.limits, kernels);
}

} // namespace

Result<model::ModelFile> modelOf(const ProfileRequest& request) {
  const Result<model::ModelFile> file = givenModel(request);
  return file ? previewOf(*file, request) : file;
}

Result<PreparedRun> prepareRun(const ProfileRequest& request) {
  const Result<const engine::Target*> target = requestedTarget(request.board ? request.board->core : request.target);
  if (target) preforkRunner(**target);
  const std::optional<engine::AddedKernels> added = findAddedKernels(request.kernels);
  const Result<model::ModelFile> file = modelOf(request);
  if (!file) return file.error();
  engine::LoadedModel model{*file, model::readModelInfo(*file)};
  if (const Result<bool> inputs = checkInputs(model, request); !inputs) return inputs.error();
  if (request.arenaBytes > request.limits.arenaBytes)
    return Error{Stage::kCreate, fmt::format("an arena of {} bytes is too large: {}", request.arenaBytes,
                                             limitAdvice(&arenascope::Limits::arenaBytes, request.limits))};
  if (!target) return target.error();
  if (request.guard && (*target)->isHost())
    return Error{Stage::kTarget,
                 "target " + (*target)->name + " cannot check accesses of kernels: choose an emulated one"};
  if (added && (request.regions || request.placement))
    return Error{Stage::kTarget, "kernel set " + added->name +
                                     " is an added library: only built-in kernel sets support wait states of RAM"};
  if (const auto wrong = wrongDecompressionMemory(request, added.has_value())) return *wrong;
  const Result<std::string> kernels =
      requestedKernels(**target, request.kernels, request.board ? &*request.board : nullptr);
  if (!kernels) return kernels.error();
  ProfileRequest resolved = request;
  resolved.target = (*target)->name;
  resolved.kernels = *kernels;
  const Result<tflm::Variant> variant = requestedVariant(**target, resolved);
  if (!variant) return variant.error();
  if (const auto unknown = unknownOf(model.info, *variant)) return *unknown;
  if (variant->isBefore(tflm::kEitherCode)) model::leaveOutUnseenCalls(model.info);
  Result<std::unique_ptr<engine::Runner>> runner = makeRunner(**target, resolved, request.cache);
  if (!runner) return runner.error();
  return PreparedRun{std::move(resolved), std::move(model), *target, std::move(*runner), added ? added->library : ""};
}

} // namespace arenascope::service
