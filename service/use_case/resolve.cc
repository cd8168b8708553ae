#include "service/use_case/resolve.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/written_numbers.h"
#include "emulator/engine/target.h"
#include "service/profile/image_engine.h"
#include "service/profile/kernel_sets.h"
#include "service/store/boards.h"
#include "service/use_case/field.h"

namespace arenascope::service {

namespace {

std::string firstOf(const std::vector<std::string>& names, const std::string& otherwise = "") {
  return names.empty() ? otherwise : names.front();
}

// The board with what the request changes of it.
hardware::Board adjusted(hardware::Board board, const Request& request) {
  board.clockMhz = request.clockMhz.value_or(board.clockMhz);
  board.switchOffCaches(request.caches == "data" || request.caches == "none",
                        request.caches == "code" || request.caches == "none");
  board.reservedRamBytes = request.reservedRam.value_or(board.reservedRamBytes);
  board.reservedFlashBytes = request.reservedFlash.value_or(board.reservedFlashBytes);
  return board;
}

std::optional<Error> chooseRegions(const Request& request, ProfileRequest& profile) {
  const std::string& persistent =
      request.persistentRegion.empty() ? request.nonPersistentRegion : request.persistentRegion;
  const std::string& other = request.nonPersistentRegion.empty() ? persistent : request.nonPersistentRegion;
  if (persistent.empty()) return std::nullopt;
  const auto low = profile.board->region(other);
  if (!low) return low.error();
  const auto high = profile.board->region(persistent);
  if (!high) return high.error();
  profile.regions = hardware::ArenaRegions{.nonPersistent = *low, .persistent = *high};
  return std::nullopt;
}

std::optional<Error> choosePlacement(const Request& request, ProfileRequest& profile) {
  if (request.place.empty()) return std::nullopt;
  const Result<hardware::Placement> placement = hardware::parsePlacement(*profile.board, request.place);
  if (!placement) return placement.error();
  if (placement->arena && profile.regions)
    return Error{Stage::kUsage, "--place arena= is for one arena, --persistent-region and --non-persistent-region for "
                                "two: give one of them"};
  profile.placement = *placement;
  return std::nullopt;
}

std::optional<Error> chooseTarget(const Request& request, ProfileRequest& profile) {
  if (!request.board.empty()) {
    const Result<hardware::Board> board = findBoard(request.board);
    if (!board) return board.error();
    profile.board = adjusted(*board, request);
    profile.target = board->core;
    if (auto wrong = chooseRegions(request, profile)) return wrong;
    return choosePlacement(request, profile);
  }
  profile.target = firstOf(request.targets, profile.target);
  if (request.targets.empty()) // an image's own
    if (const std::string core = coreOfImage(profile.model); !core.empty()) profile.target = core;
  return std::nullopt;
}

std::optional<Error> chooseModel(const Request& request, const std::string& model, ProfileRequest& profile) {
  profile.model = model;
  const auto contents = request.contents.find(model);
  if (contents == request.contents.end()) return std::nullopt;
  const Result<model::ModelFile> file = model::ModelFile::fromBytes(contents->second, model, profile.limits);
  if (!file) return file.error();
  profile.file = *file;
  return std::nullopt;
}

std::optional<Error> readPower(const Request& request, ProfileRequest& profile) {
  const auto lacking = [](const char* given, const char* needed) {
    return Error{Stage::kUsage, fmt::format("{} needs {}", given, needed)};
  };
  if (request.periodMs && !request.powerMw) return lacking("--period", "--power-mw");
  if (request.sleepPowerMw && !request.periodMs) return lacking("--sleep-power-mw", "--period");
  if (request.batteryMwh && !request.periodMs) return lacking("--battery-mwh", "--period");
  if (request.powerMw)
    profile.power = hardware::PowerUse{.activeMilliwatts = *request.powerMw,
                                       .sleepMilliwatts = request.sleepPowerMw.value_or(0.0),
                                       .periodMs = request.periodMs,
                                       .batteryMwh = request.batteryMwh};
  return std::nullopt;
}

Result<ProfileRequest> requestFor(const Request& request, const std::string& model) {
  ProfileRequest profile;
  for (const std::string& limit : request.limits)
    if (auto wrong = setLimit(profile.limits, limit)) return *wrong;
  if (auto failed = chooseModel(request, model, profile)) return *failed;
  if (auto failed = chooseTarget(request, profile)) return *failed;
  if (auto wrong = readPower(request, profile)) return *wrong;
  profile.kernels = firstOf(request.kernels);
  profile.tflm = firstOf(request.tflm, profile.tflm);
  profile.separateVariables = request.separateVariables;
  for (const std::string& size : request.resizeInputs) {
    const auto parsed = resize::parseInputSize(size);
    if (!parsed) return Error{Stage::kUsage, wrongWord(fieldOf("resize_inputs"), size)};
    profile.architecture.inputs.push_back(*parsed);
  }
  profile.architecture.width = request.width.value_or(1);
  profile.quantize = request.quantize;
  profile.calibration = request.calibrate;
  profile.decompressionBytes = static_cast<std::uint32_t>(request.decompressionMemory.value_or(0));
  profile.planner = report::plannerOf(request.planner).value_or(report::Planner::kGreedy);
  profile.invoke = request.invoke;
  profile.verify = request.verify;
  profile.guard = request.guard;
  profile.distances = request.overlap;
  profile.keepOutputs = request.keepTensors;
  profile.arenaBytes = request.arenaSize.value_or(0);
  if (request.resourceVariables) profile.resourceVariables = static_cast<int>(*request.resourceVariables);
  profile.inputs = request.inputBytes;
  if (request.cache) profile.cache = userCache();
  return profile;
}

// One of several by its name; an empty name leaves what is there.
template <typename Value, std::size_t kCount>
void choose(const std::string& name, Value& value, const std::array<Value, kCount>& all, const char* (*nameOf)(Value)) {
  for (const Value each : all)
    if (name == nameOf(each)) value = each;
}

// The profile of a changed model, and the other variants that it must hold for. Searches have their own planner, and
// measure distances themselves.
Result<ProfileRequest> variantsOf(const Request& request, std::vector<PlanRequest::Variant>& also) {
  Request plain = request;
  plain.planner.clear();
  plain.overlap = false;
  Result<ProfileRequest> profile = profileRequest(plain);
  if (!profile) return profile.error();
  const std::vector<std::string> targets = request.targets.empty() ? std::vector{profile->target} : request.targets;
  const std::vector<std::string> kernels = request.kernels.empty() ? std::vector<std::string>{""} : request.kernels;
  for (const std::string& target : targets)
    for (const std::string& set : kernels) also.push_back({target, set});
  also.erase(also.begin());
  return profile;
}

// As many of a target's kernel sets as can be compared, with the last one, the reference kernels.
std::vector<std::string> firstSets(std::vector<std::string> sets) {
  if (sets.size() > kMostCompared) sets.erase(sets.begin() + (kMostCompared - 1), sets.end() - 1);
  return sets;
}

// "FIRST:LAST", in bytes.
std::optional<Error> readSizes(const std::string& text, SweepRequest& sweep) {
  if (text.empty()) return std::nullopt;
  const std::size_t colon = text.find(':');
  const auto first = scaledNumber(std::string_view(text).substr(0, colon));
  const auto last = colon == std::string::npos ? std::nullopt : scaledNumber(std::string_view(text).substr(colon + 1));
  if (!first || !last || *first > *last || *last == 0)
    return Error{Stage::kUsage,
                 "--sizes takes two numbers of bytes, for example 1000:2000 or 1K:2K, not \"" + text + "\""};
  sweep.first = *first;
  sweep.last = *last;
  return std::nullopt;
}

} // namespace

Result<ProfileRequest> profileRequest(const Request& request) { return requestFor(request, firstOf(request.models)); }

Result<std::vector<ProfileRequest>> profileRequests(const Request& request) {
  std::vector<ProfileRequest> profiles;
  for (const std::string& model : request.models) {
    Result<ProfileRequest> profile = requestFor(request, model);
    if (!profile) return profile.error();
    profiles.push_back(std::move(*profile));
  }
  return profiles;
}

Result<std::vector<ProfileRequest>> comparedRequests(const Request& request) {
  const auto orDefault = [](const std::vector<std::string>& names) {
    return names.empty() ? std::vector<std::string>{""} : names;
  };
  const std::vector<std::string> targets = orDefault(request.targets);
  const std::vector<std::string> revisions = orDefault(request.tflm);
  std::vector<std::string> kernels = orDefault(request.kernels);
  if (request.kernels.empty() && request.models.size() == 1 && targets.size() == 1 && revisions.size() == 1) {
    const Result<ProfileRequest> only = profileRequest(request);
    if (!only) return only.error();
    if (const engine::Target* target = engine::findTarget(only->target))
      kernels = firstSets(engine::ownKernelSets(*target));
  }
  std::vector<ProfileRequest> profiles;
  for (const std::string& model : request.models)
    for (const std::string& target : targets)
      for (const std::string& set : kernels)
        for (const std::string& revision : revisions) {
          Request one = request;
          one.targets = target.empty() ? std::vector<std::string>() : std::vector{target};
          one.kernels = {set};
          one.tflm = revision.empty() ? std::vector<std::string>() : std::vector{revision};
          Result<ProfileRequest> profile = requestFor(one, model);
          if (!profile) return profile.error();
          profiles.push_back(std::move(*profile));
        }
  if (profiles.size() > kMostCompared)
    return Error{Stage::kUsage,
                 fmt::format("these are {} reports; at most {} can be compared", profiles.size(), kMostCompared)};
  return profiles;
}

Result<std::vector<ProfileRequest>> boardRequests(const Request& request, const std::vector<hardware::Board>& boards) {
  const Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  const std::string core = isFirmwareImage(profile->model) ? coreOfImage(profile->model) : "";
  std::vector<ProfileRequest> profiles;
  for (const hardware::Board& board : boards) {
    if (!core.empty() && board.core != core) continue; // an image only runs on its own processor
    ProfileRequest on = *profile;
    on.board = adjusted(board, request);
    on.target = board.core;
    on.kernels = kernelsFor(board.core, firstOf(request.kernels));
    profiles.push_back(std::move(on));
  }
  if (profiles.empty())
    return Error{Stage::kTarget, profile->model.string() + " is built for " + core + ": no board has this processor"};
  return profiles;
}

Result<PlanRequest> planRequest(const Request& request) {
  PlanRequest plan;
  Result<ProfileRequest> profile = variantsOf(request, plan.also);
  if (!profile) return profile.error();
  plan.profile = std::move(*profile);
  choose(request.planner, plan.planner, optimization::kMethods, optimization::methodName);
  choose(request.order, plan.order, optimization::kOrderings, optimization::orderingName);
  plan.overlap = request.overlap;
  plan.seconds = request.seconds;
  return plan;
}

Result<ShrinkRequest> shrinkRequest(const Request& request) {
  ShrinkRequest shrink;
  Result<ProfileRequest> profile = variantsOf(request, shrink.also);
  if (!profile) return profile.error();
  shrink.profile = std::move(*profile);
  shrink.budget = request.budget;
  shrink.mostGrowth = request.mostGrowth;
  shrink.psram = request.psram;
  shrink.psramRegion = request.psramRegion;
  shrink.seconds = request.seconds;
  const auto has = [&](const char* name) {
    return std::find(request.means.begin(), request.means.end(), name) != request.means.end();
  };
  if (!request.means.empty()) shrink.means = {has("order"), true, has("overlap"), has("strips"), has("padding")};
  return shrink;
}

Result<CompressRequest> compressRequest(const Request& request) {
  const Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  return CompressRequest{.profile = *profile, .mostGrowth = request.mostGrowth};
}

Result<PlaceRequest> placeRequest(const Request& request) {
  const Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  return PlaceRequest{*profile};
}

Result<AdviceRequest> adviceRequest(const Request& request) {
  Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  AdviceRequest advice;
  advice.profile = std::move(*profile);
  advice.seconds = request.seconds;
  advice.deadline = request.deadlineMs;
  advice.fit = request.fit;
  return advice;
}

Result<ExplainRequest> explainRequest(const Request& request) {
  Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  ExplainRequest explain;
  explain.profile = std::move(*profile);
  explain.profile.arenaBytes = 0;
  explain.alone = !request.targets.empty() || !request.board.empty() || !request.kernels.empty();
  explain.arenaBytes = request.arenaSize;
  explain.text = request.message;
  return explain;
}

Result<VersionsRequest> versionsRequest(const Request& request) {
  Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  return VersionsRequest{std::move(*profile), request.tflm.empty()};
}

Result<AuditRequest> auditRequest(const Request& request) {
  const Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  AuditRequest audit;
  audit.library = request.library;
  audit.model = profile->model;
  audit.file = profile->file;
  audit.shapes = static_cast<std::uint32_t>(request.shapes.value_or(kAuditedShapes));
  audit.seconds = request.seconds;
  audit.limits = profile->limits;
  return audit;
}

Result<SweepRequest> sweepRequest(const Request& request) {
  SweepRequest sweep;
  if (auto wrong = readSizes(request.sizes, sweep)) return *wrong;
  Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  sweep.profile = std::move(*profile);
  sweep.step = request.step.value_or(sweep.step);
  return sweep;
}

Result<CalibrateRequest> calibrateRequest(const Request& request) {
  Result<ProfileRequest> profile = profileRequest(request);
  if (!profile) return profile.error();
  CalibrateRequest calibrate;
  calibrate.profile = std::move(*profile);
  calibrate.log = request.log;
  calibrate.logName = request.logName.empty() ? "the log" : request.logName;
  return calibrate;
}

} // namespace arenascope::service
