// The whole job: load a model, run it as often as the answer needs, and put the report together.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/analysis/board.h"
#include "core/analysis/report.h"
#include "emulator/session/progress.h"
#include "emulator/session/result_cache.h"
#include "emulator/targets/runner.h"
#include "emulator/targets/target.h"

namespace arenascope::session {

struct ProfileRequest {
  std::filesystem::path model;
  std::optional<profile::ModelFile> file; // the same, loaded already
  std::string target = "cortex-m4";
  std::string kernels; // empty: what the target runs with by default
  std::string planner = profile::kGreedyPlanner;
  std::uint64_t arenaBytes = 0; // exactly so many; 0: find the smallest
  bool invoke = true;
  std::optional<int> resourceVariables; // room for so many; absent: for as many as the model names
  std::vector<std::vector<std::uint8_t>> inputs;
  std::shared_ptr<ResultCache> cache; // where results are kept; none: everything is run
  profile::Limits limits;
  bool guard = false;                           // watch what kernels touch in the arena; not on the host
  bool keepOutputs = false;                     // bytes of every operator's outputs, in the report
  std::optional<profile::ArenaRegions> regions; // of the board, that the arena's sections lie in
  std::optional<profile::Board> board;          // its core is the target then, and its flash makes the processor wait
};

// Called from the thread that runs the job.
struct ProfileObserver {
  // The allocation is known; inference is still to come.
  std::function<void(const profile::Report&)> onAllocation;
  // What is being done, for a person, and how far it is (0 to 1; below 0 where that is unknown).
  std::function<void(const Progress& progress)> onProgress;
};

// Loads model and target first: what is wrong with these is an error without a report.
Result<profile::Report> profileModel(const ProfileRequest& request, const ProfileObserver& observer,
                                     RunControl& control);

} // namespace arenascope::session
