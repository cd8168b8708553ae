#include "service/optimize/input_size.h"

#include <fmt/format.h>

#include <algorithm>

namespace arenascope::service {

namespace {

constexpr std::int32_t kWidthStep = 8;

Error noSize(std::string why) { return {Stage::kPlan, std::move(why)}; }

} // namespace

Result<std::optional<SmallerInput>> largestInputThatFits(const ProfileRequest& request, const model::ModelFile& file,
                                                         std::uint64_t bytes, const std::function<bool()>& stopped,
                                                         engine::RunControl& control) {
  const std::optional<resize::Image> image = resize::imageOf(quantize::readDraft(file.bytes()));
  if (!image) return noSize("the model has no image as its only input of four dimensions");
  const auto sizeAt = [&](std::int32_t step) {
    const std::int32_t width = step * kWidthStep;
    return resize::InputSize{image->input, {std::max(1, image->height * width / image->width), width}};
  };
  const auto profiled = [&](std::int32_t step, bool invoke) {
    ProfileRequest smaller = request;
    smaller.file = file;
    smaller.inputs.clear(); // those are of the model's size
    smaller.architecture = {.inputs = {sizeAt(step)}, .width = 1};
    smaller.invoke = invoke;
    return profileModel(smaller, {}, control);
  };
  std::int32_t fits = 0;
  std::int32_t tooLarge = (image->width + kWidthStep - 1) / kWidthStep;
  std::string refusal;
  while (fits + 1 < tooLarge) {
    if (stopped()) return std::optional<SmallerInput>();
    const std::int32_t step = fits + (tooLarge - fits) / 2;
    const Result<report::Report> report = profiled(step, false);
    if (!report) refusal = report.error().message;
    (report && report->arena && report->arena->recommended <= bytes ? fits : tooLarge) = step;
  }
  if (fits == 0) return noSize(refusal.empty() ? "no smaller image fits" : refusal);
  const Result<report::Report> report = profiled(fits, request.invoke);
  if (!report) return report.error();
  if (!report->arena) return report->error.value_or(noSize("the model's memory is unknown"));
  const std::vector<std::int32_t> lengths = sizeAt(fits).lengths;
  return std::optional(SmallerInput{fmt::format("{}x{}", lengths[0], lengths[1]), *report});
}

} // namespace arenascope::service
