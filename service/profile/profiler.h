// The whole job: load a model, run it as often as the answer needs, and put the report together.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/hardware/board.h"
#include "core/model/load/model_file.h"
#include "core/report/report.h"
#include "emulator/engine/runner.h"
#include "emulator/engine/target.h"
#include "emulator/protocol/boot_options.h"
#include "service/control/progress.h"
#include "service/store/result_cache.h"

namespace arenascope::service {

// Of the configuration: a board's core takes the place of the target; kernels may be empty: what the target runs with
// by default.
// Of a request whose model is a firmware image.
struct ImageOptions {
  protocol::BootOptions boot;
  std::optional<std::uint32_t> base; // where a .bin file begins in memory
  std::filesystem::path model;       // what the interpreter runs, where it is not in the image, or is to be another
};

struct ProfileRequest : report::RunConfiguration {
  ProfileRequest() { target = engine::kDefaultTarget; }

  std::filesystem::path model;          // or an image with an interpreter in it: see image_engine.h
  std::optional<model::ModelFile> file; // the same, loaded already
  std::uint64_t arenaBytes = 0;         // exactly so many; 0: find the smallest
  bool invoke = true;
  bool verify = false;                  // run all that is computed otherwise: the recording interpreter, 16 bytes less
  std::optional<int> resourceVariables; // room for so many; absent: for as many as the model names
  std::vector<std::vector<std::uint8_t>> inputs;
  std::shared_ptr<ResultCache> cache; // where results are kept; none: everything is run
  arenascope::Limits limits;
  ImageOptions image;
  bool distances = false;   // measure how close outputs may lie to inputs; not on the host
  bool guard = false;       // watch what kernels touch in the arena; not on the host
  bool keepOutputs = false; // bytes of every operator's outputs, in the report
};

// What of a request goes to the interpreter; room for so many resource variables. Neither recorded nor invoked.
firmware::InterpreterSettings interpreterSettings(const ProfileRequest& request, std::int32_t resourceVariables);
// The same of a whole run, for the inference or without it. The size of its arena is the caller's, and where the head
// of an arena in two regions ends.
engine::RunOptions runOptions(const ProfileRequest& request, std::int32_t resourceVariables, bool invoke);

// Called from the thread that runs the job.
struct ProfileObserver {
  // The allocation is known; inference is still to come.
  std::function<void(const report::Report&)> onAllocation;
  // What is being done, for a person, and how far it is (0 to 1; below 0 where that is unknown).
  std::function<void(const Progress& progress)> onProgress;
};

// Loads model and target first: what is wrong with these is an error without a report.
Result<report::Report> profileModel(const ProfileRequest& request, const ProfileObserver& observer,
                                    engine::RunControl& control);

} // namespace arenascope::service
