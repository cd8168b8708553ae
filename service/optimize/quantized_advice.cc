#include "service/optimize/quantized_advice.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "service/profile/prepared_run.h"

namespace arenascope::service {

using optimization::AdviceKind;
using optimization::Suggestion;
using report::Report;

namespace {

std::string describeQuantized(const Report& before, const Report& after) {
  const std::uint64_t floats = before.arena->recommended;
  const std::uint64_t integers = after.arena->recommended;
  std::string text = fmt::format("kTensorArenaSize = {} instead of {}", grouped(integers), grouped(floats));
  if (integers > 0 && integers < floats)
    text +=
        fmt::format(" ({} times smaller)", threeDigits(static_cast<double>(floats) / static_cast<double>(integers)));
  if (after.cost && before.cost)
    text +=
        fmt::format(", {} cycles instead of {}", grouped(after.cost->total.cycles), grouped(before.cost->total.cycles));
  text += fmt::format(", a model of {} bytes instead of {}. These are the figures of the model that TensorFlow's "
                      "converter makes; its outputs are approximations (--calibrate measures them).",
                      grouped(after.model.bytes), grouped(before.model.bytes));
  if (const auto& note = after.model.quantized; note && !note->inFloat.empty())
    text += fmt::format(" {} in float.",
                        counted(note->inFloat.size(), "operator") + (note->inFloat.size() == 1 ? " stays" : " stay"));
  return text;
}

} // namespace

bool hasFloatActivations(const model::ModelInfo& model) {
  const auto& tensors = model.subgraphs.front().tensors;
  const bool isQuantized = std::any_of(tensors.begin(), tensors.end(), [](const model::TensorInfo& each) {
    return each.constantBytes == 0 && !each.quantization.empty();
  });
  return !isQuantized && std::any_of(tensors.begin(), tensors.end(), [](const model::TensorInfo& each) {
    return each.constantBytes == 0 && each.type == "float32";
  });
}

void adviseQuantization(optimization::AdviceReport& answer, const ProfileRequest& request, const model::ModelFile& file,
                        const std::string& command, engine::RunControl& control) {
  ProfileRequest quantized = request;
  quantized.file = file;
  quantized.inputs.clear(); // those are floats
  quantized.quantize = "int8";
  const Result<model::ModelFile> written = modelOf(quantized);
  const Result<Report> after = written ? profileModel(quantized, {}, control) : Result<Report>(written.error());
  if (!after || !after->arena) {
    answer.nothing.push_back({AdviceKind::kQuantize, (after ? *after->error : after.error()).message});
    return;
  }
  const bool isFaster =
      after->cost && answer.before.cost && after->cost->total.cycles < answer.before.cost->total.cycles;
  if (after->arena->recommended >= answer.before.arena->recommended && !isFaster) {
    answer.nothing.push_back({AdviceKind::kQuantize, describeQuantized(answer.before, *after)});
    return;
  }
  Suggestion suggestion;
  suggestion.kind = AdviceKind::kQuantize;
  suggestion.title = adviceTitle(AdviceKind::kQuantize);
  suggestion.reason = describeQuantized(answer.before, *after);
  suggestion.command = command;
  suggestion.savedBytes = static_cast<std::int64_t>(answer.before.arena->recommended) -
                          static_cast<std::int64_t>(after->arena->recommended);
  suggestion.after = *after;
  suggestion.model.assign(written->bytes().begin(), written->bytes().end());
  answer.suggestions.push_back(std::move(suggestion));
}

} // namespace arenascope::service
