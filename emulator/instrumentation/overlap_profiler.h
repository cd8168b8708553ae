// Smallest distances between an operator's output and one of its inputs, measured from the kernel's reads and writes.
//
// An output may lie over bytes of an input that have been read for the last time. Whether this holds at a distance d of
// the output's start from the input's depends on the last read of each byte of the input and on the first write of each
// byte of the output: a byte written at offset w lands at w + d of the input. As long as this is below all bytes still
// to be read, or above all of them, nothing is lost.
#pragma once

#include <cstdint>
#include <vector>

#include "core/interpreter/trace/event.h"
#include "core/model/graph/model_info.h"
#include "core/run/safe_distance.h"

namespace arenascope::instrumentation {

// For one run. Measures operators of the main graph that call no subgraph.
class OverlapProfiler {
public:
  explicit OverlapProfiler(const model::ModelInfo& model) : model_(model) {}

  // Takes every event of the run, for the tensors' addresses.
  void onEvent(const trace::Event& event);
  // A kernel begins; all its accesses until the end belong to it.
  void begin(const trace::Position& position);
  void access(std::uint64_t address, std::uint32_t bytes, bool write);
  void end();
  bool isWatching() const { return watching_; }

  std::vector<run::SafeDistance> take() { return std::move(found_); }

private:
  struct Watched { // a tensor of the operator
    TensorId tensor;
    std::uint64_t begin = 0;
    std::vector<std::uint64_t> lastRead; // by byte, as a running number of the access from 1; 0: never
    std::vector<std::uint64_t> firstWrite;
  };

  void addTensors(const std::vector<TensorId>& tensors, std::vector<Watched>& watched) const;
  run::SafeDistance distanceOf(const Watched& input, const Watched& output) const;

  const model::ModelInfo& model_;
  struct Placed {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<Placed> placed_; // the main graph's tensors
  bool watching_ = false;
  OperatorId op_{0};
  std::vector<Watched> inputs_;
  std::vector<Watched> outputs_;
  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::vector<run::SafeDistance> found_;
};

} // namespace arenascope::instrumentation
