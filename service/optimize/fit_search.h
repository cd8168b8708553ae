// The smallest change with which a model fits an arena of a given size, after single changes have been tried.
#pragma once

#include <functional>
#include <string>

#include "core/model/load/model_file.h"
#include "service/optimize/advising.h"

namespace arenascope::service {

// How the search is run, and what its commands begin with.
struct FitSearch {
  const AdviceRequest& request;
  const model::ModelFile& file; // the unchanged model
  std::vector<std::string> otherKernels;
  std::function<bool()> ended;
  std::function<void(const std::string& step)> tell;
  // `arenascope profile`, and `plan` or `shrink`, with a kernel set and further options.
  std::function<std::string(const std::string& kernels, const std::string& options)> profileCommand;
  std::function<std::string(const char* subcommand, const std::string& kernels, const std::string& options)>
      writeCommand;
  engine::RunControl& control;
};

// Adds to `answer`, which has its single changes: two arenas in two regions of the board; then, from the least effort
// on until one fits, two changes together, fewer channels, and these of the quantized model. Each has been run. If none
// fits, the one that misses `fit` by least is added.
void searchFit(optimization::AdviceReport& answer, const FitSearch& search);

} // namespace arenascope::service
