// The whole profile: loads a model, runs it as often as necessary, and creates the report.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/hardware/board.h"
#include "core/model/load/model_file.h"
#include "core/model/rewrite/resize/architecture.h"
#include "core/report/report.h"
#include "emulator/engine/runner.h"
#include "emulator/engine/target.h"
#include "emulator/protocol/boot_options.h"
#include "service/control/progress.h"
#include "service/store/result_cache.h"

namespace arenascope::service {

// In the configuration a board's core replaces the target; empty kernels mean the target's
// default.
// For a request with a firmware image.
struct ImageOptions {
  protocol::BootOptions boot;
  std::optional<std::uint32_t> base; // address of a .bin file
  std::filesystem::path model;       // the interpreter's model if it is not in the image, or a replacement
};

struct ProfileRequest : report::RunConfiguration {
  ProfileRequest() { target = engine::kDefaultTarget; }

  std::filesystem::path model;          // or an image with an interpreter: see image_engine.h
  std::optional<model::ModelFile> file; // the same, already loaded
  std::uint64_t arenaBytes = 0;         // exactly this size in bytes; 0: find the smallest
  bool invoke = true;
  bool verify = false;                  // also run what is otherwise computed: the recording interpreter, 16 bytes less
  std::optional<int> resourceVariables; // slots; absent: as many as the model names
  std::vector<std::vector<std::uint8_t>> inputs;
  std::shared_ptr<ResultCache> cache; // for results; null: run everything
  arenascope::Limits limits;
  ImageOptions image;
  resize::Architecture architecture; // run the model with other sizes of its inputs, or another width
  // Run the model as the converter would quantize it: a name of core/model/quantize/numbers.h; empty: as it is.
  std::string quantize;
  std::filesystem::path calibration; // a folder with real inputs for this (real_inputs.h); empty: random ones
  bool distances = false;            // measure how far outputs may overlap inputs; not on the host
  bool guard = false;                // check accesses of kernels to the arena; not on the host
  bool keepOutputs = false;          // bytes of every operator's outputs, in the report
};

// Options of a request for the interpreter, with that many variable slots. Neither recorded nor invoked.
firmware::InterpreterSettings interpreterSettings(const ProfileRequest& request, std::int32_t resourceVariables);
// The same for a whole run, with or without the inference. The caller sets the arena's size, and the end of the head
// for an arena in two regions.
engine::RunOptions runOptions(const ProfileRequest& request, std::int32_t resourceVariables, bool invoke);

// Called from the thread that runs the job.
struct ProfileObserver {
  // The allocation is finished; the inference follows.
  std::function<void(const report::Report&)> onAllocation;
  // The current step, for a person, and its progress (0 to 1; negative: unknown).
  std::function<void(const Progress& progress)> onProgress;
};

// Loads model and target first: their faults are errors without a report.
Result<report::Report> profileModel(const ProfileRequest& request, const ProfileObserver& observer,
                                    engine::RunControl& control);

} // namespace arenascope::service
