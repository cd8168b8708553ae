#include "service/calibrate/calibrating.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/counted.h"
#include "emulator/engine/target.h"
#include "service/profile/kernel_sets.h"
#include "service/store/boards.h"

namespace arenascope::service {

using calibration::Attempt;
using calibration::Calibration;
using calibration::Measurement;
using hardware::Board;
using report::Report;

namespace {

constexpr std::size_t kFewestRows = 3; // minimum for fitting memory: fewer would fit anything
constexpr double kExplained = 2.0;     // percent error at which no other explanation is tried
constexpr double kWorthIt = 0.9;       // maximum of the new error relative to the file's
constexpr double kSlowestClock = 16.0; // relative to the board's: its oscillator without a PLL
constexpr double kFastestClock = 0.4;
constexpr std::uint32_t kMostRamWaitStates = 2;
constexpr std::uint32_t kCachedStep = 4; // cycles per line

struct Trial {
  std::string what;
  std::string kernels;
  Board board;
};

class Calibrating {
public:
  Calibrating(const CalibrateRequest& request, const ProfileObserver& observer, engine::RunControl& control)
      : request_(request), observer_(observer), control_(control) {}

  Result<Calibration> run() {
    Result<Report> base = profiled({"", request_.profile.kernels, *request_.profile.board});
    if (!base) return base.error();
    if (base->error) return *base->error;
    if (!base->cost)
      return Error{Stage::kTarget, "there are no cycles of " + base->target + " with kernel set " + base->kernels};
    const Result<calibration::DeviceLog> log = calibration::readDeviceLog(request_.log, base->model.operatorNames());
    if (!log) return log.error();
    Result<Measurement> measurement = Measurement::match(*log, *base);
    if (!measurement) return measurement.error();
    measurement_.emplace(std::move(*measurement));
    result_.knowsTime = measurement_->knowsTime();
    anyClock_ = !result_.knowsTime;
    result_.inferences = measurement_->inferences();
    result_.arenaUsed = log->arenaUsed;
    result_.log = request_.logName;
    result_.rows = measurement_->rows(*base);
    result_.asFile = fmt::format("as the board's file has it, {}", base->kernels);
    asFile_ = {result_.asFile, base->kernels, *request_.profile.board};
    result_.report = std::move(*base);
    if (auto failed = tryAll()) return *failed;
    if (auto failed = fit()) return *failed;
    return std::move(result_);
  }

private:
  Result<Report> profiled(const Trial& trial) {
    ProfileRequest request = request_.profile;
    request.board = trial.board;
    request.kernels = trial.kernels;
    ProfileObserver quiet;
    if (observer_.onProgress)
      observer_.onProgress({.step = trial.what.empty() ? "running the model" : "trying " + trial.what});
    return profileModel(request, quiet, control_);
  }

  bool enough() const { return request_.enough != nullptr && *request_.enough; }

  // Error of a trial: less is better.
  double scoreOf(const Attempt& attempt) const { return anyClock_ ? attempt.scaled.error : attempt.error; }

  // Nothing if the kernel set does not run here; an error if cancelled.
  Result<std::optional<Attempt>> tried(const Trial& trial, std::vector<calibration::CalibratedRow>* rows = nullptr) {
    const Result<Report> report = profiled(trial);
    if (control_.cancelled) return control_.stopped();
    if (!report || report->error || !report->cost) return std::optional<Attempt>();
    const std::vector<calibration::CalibratedRow> its = measurement_->rows(*report);
    if (rows != nullptr) *rows = its;
    return std::optional(Attempt{
        .what = trial.what, .error = errorOf(its), .scaled = scaledErrorOf(its), .cycles = report->cost->total.cycles});
  }

  auto isBetter() const {
    return [this](const Attempt& a, const Attempt& b) { return scoreOf(a) < scoreOf(b); };
  }

  std::optional<Error> tryAll() {
    if (auto failed = tryEach({asFile_})) return failed;
    if (result_.attempts.empty())
      return Error{Stage::kInvoke, "the model ran once with the board's file, but not again"};
    base_ = result_.attempts.front();
    std::vector<Trial> trials;
    std::vector<Trial> atOtherLevels;
    for (const std::string& set : kernelSets(*engine::findTarget(result_.report.target)))
      if (set != asFile_.kernels)
        (engine::levelOf(set) == engine::kUsualLevel ? trials : atOtherLevels)
            .push_back({set + " kernels", set, asFile_.board});
    for (Trial& trial : memoryTrials(asFile_)) trials.push_back(std::move(trial));
    if (auto failed = tryEach(trials)) return failed;
    if (result_.knowsTime) addClock();
    // Last, since their images may have to be built.
    const auto best = std::min_element(result_.attempts.begin(), result_.attempts.end(), isBetter());
    if (scoreOf(*best) > kExplained && mayBeAClock())
      if (auto failed = tryEach(atOtherLevels)) return failed;
    std::stable_sort(result_.attempts.begin(), result_.attempts.end(), isBetter());
    return std::nullopt;
  }

  std::optional<Error> tryEach(const std::vector<Trial>& trials) {
    for (const Trial& trial : trials) {
      if (enough() && !result_.attempts.empty()) break;
      const auto attempt = tried(trial);
      if (!attempt) return attempt.error();
      if (!*attempt) continue;
      result_.attempts.push_back(**attempt);
      // Memory is fitted with the best kernels.
      if (trial.kernels != asFile_.kernels && (!bestKernels_ || scoreOf(**attempt) < scoreOf(bestKernels_->second)))
        bestKernels_ = {trial, **attempt};
    }
    return std::nullopt;
  }

  // A single time would fit some clock in any case, and clocks of chips are not that far from their board's.
  // Optimization levels do not explain such a factor either.
  bool mayBeAClock() const {
    return !result_.isOneTime() && base_.scaled.factor < kSlowestClock && base_.scaled.factor > kFastestClock;
  }

  void addClock() {
    if (!mayBeAClock()) return;
    const std::string megahertz = fmt::format("{:.4g}", asFile_.board.clockMhz / base_.scaled.factor);
    if (megahertz == fmt::format("{:.4g}", asFile_.board.clockMhz)) return; // equal within a log's precision
    Attempt clock = base_;
    clock.what = fmt::format("a clock of {} MHz instead of {:g}", megahertz, asFile_.board.clockMhz);
    clock.error = base_.scaled.error;
    clockWhat_ = clock.what;
    result_.attempts.push_back(clock);
  }

  // Other memory timing, one change at a time.
  static std::vector<Trial> memoryTrials(const Trial& from) {
    std::vector<Trial> trials;
    const auto add = [&](const std::string& what, auto change) {
      Trial trial{what, from.kernels, from.board};
      change(trial.board);
      trials.push_back(std::move(trial));
    };
    const std::uint32_t now = from.board.flashWaitStates();
    std::set<std::uint32_t> flash{0, now + 1, now + 2, 2 * now + 1};
    if (now > 0) flash.insert(now - 1);
    if (now > 1) flash.insert(now - 2);
    flash.erase(now);
    for (const std::uint32_t states : flash)
      add("flash with " + counted(states, "wait state"), [&](Board& board) { board.setFlashWaitStates(states); });
    const hardware::MemoryRegion& region = from.board.ram.front();
    const std::uint32_t step = region.cacheBytes == 0 ? 1 : kCachedStep;
    const hardware::RamWaitStates waitStates = from.board.waitStatesOf(region);
    for (std::uint32_t reads = 0; reads <= kMostRamWaitStates * step * (step == 1 ? 1 : 2); reads += step)
      if (reads != waitStates.reads)
        add(region.name + " with " + counted(reads, "wait state") + " on reads",
            [&](Board& board) { board.setRamWaitStates(reads, waitStates.writes); });
    if (step == 1 && waitStates.writes == 0)
      add(region.name + " with 1 wait state on writes",
          [&](Board& board) { board.setRamWaitStates(waitStates.reads, 1); });
    if (now > 0)
      add(from.board.flashPrefetch ? "flash without prefetch" : "flash with prefetch",
          [](Board& board) { board.flashPrefetch = !board.flashPrefetch; });
    if (from.board.flashCache.codeBytes > 0)
      add("without the cache for code", [](Board& board) { board.switchOffCaches(true, false); });
    if (from.board.flashCache.dataBytes > 0 || from.board.flashCache.shared || region.cacheBytes > 0)
      add("without the cache for data", [](Board& board) { board.switchOffCaches(false, true); });
    return trials;
  }

  // Step by step to the memory timing that fits the operators best.
  std::optional<Error> fit() {
    // Otherwise fitting would add thousands of wait states for a difference that no clock explains.
    if (result_.rows.size() < kFewestRows || !mayBeAClock()) return std::nullopt;
    // Memory does not compensate for another clock.
    anyClock_ = anyClock_ || (!clockWhat_.empty() && result_.attempts.front().what == clockWhat_);
    if (scoreOf(base_) <= kExplained) return std::nullopt;
    Trial now = asFile_;
    double score = scoreOf(base_);
    if (bestKernels_ && scoreOf(bestKernels_->second) < score) {
      now = bestKernels_->first;
      score = scoreOf(bestKernels_->second);
    }
    bool better = false;
    for (bool going = true; going && !enough();) {
      going = false;
      Trial next = now;
      for (Trial& trial : memoryTrials(now)) {
        std::vector<calibration::CalibratedRow> rows;
        const auto attempt = tried(trial, &rows);
        if (!attempt) return attempt.error();
        if (!*attempt || scoreOf(**attempt) >= score) continue;
        score = scoreOf(**attempt);
        result_.fittedRows = std::move(rows);
        next = std::move(trial);
        going = true;
      }
      now = std::move(next);
      better = better || going;
    }
    if (!better || score > kWorthIt * scoreOf(base_)) {
      result_.fittedRows.clear();
      return std::nullopt;
    }
    result_.fitted = std::move(now.board);
    result_.fittedKernels = now.kernels + " kernels";
    return std::nullopt;
  }

  const CalibrateRequest& request_;
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  std::optional<Measurement> measurement_;
  Trial asFile_;
  Attempt base_;
  std::string clockWhat_; // name of the attempt with another clock
  bool anyClock_ = false; // the clock is unknown, or not the board's
  std::optional<std::pair<Trial, Attempt>> bestKernels_;
  Calibration result_;
};

} // namespace

Result<Calibration> calibrate(const CalibrateRequest& request, const ProfileObserver& observer,
                              engine::RunControl& control) {
  if (!request.profile.board) return Error{Stage::kUsage, "a device's log is compared with a board: choose one"};
  return Calibrating(request, observer, control).run();
}

Result<std::filesystem::path> saveFittedBoard(const Calibration& calibration, const std::string& name) {
  const std::string& board = calibration.report.board->name;
  if (name != board && boardJson(name))
    if (const Result<Board> there = findBoard(name); !there || there->fitted.empty())
      return Error{Stage::kBoard,
                   "the board " + name +
                       " exists and has not been fitted to a log: it is left unchanged; choose another name"};
  const Result<std::string> json = boardJson(board);
  if (!json) return json.error();
  const std::string fitted =
      fmt::format("{} ({}, {}): {:.1f} % off, {:.1f} % before", calibration.log, report::modelName(calibration.report),
                  calibration.fittedKernels, errorOf(calibration.fittedRows), errorOf(calibration.rows));
  const Result<std::string> changed = hardware::withMemoryTiming(*json, *calibration.fitted, fitted);
  if (!changed) return changed.error();
  return saveBoard(name, *changed);
}

} // namespace arenascope::service
