// How close an operator's output may lie to one of its inputs: measured by watching the kernel read and write.
//
// An output may lie over bytes of an input that will not be read any more. Whether that holds for a distance d of the
// output's beginning from the input's depends on when each byte of the input is read last, and when each byte of the
// output is written first: a byte that is written at w lands on w + d of the input. As long as that is below
// everything still to be read, or above all of it, nothing is lost.
#pragma once

#include <cstdint>
#include <vector>

#include "core/interpreter/trace/event.h"
#include "core/model/graph/model_info.h"
#include "core/run/safe_distance.h"

namespace arenascope::instrumentation {

// One run. Only operators of the main graph that call no subgraph are measured.
class OverlapProfiler {
public:
  explicit OverlapProfiler(const model::ModelInfo& model) : model_(model) {}

  // Every event of the run: where tensors lie.
  void onEvent(const trace::Event& event);
  // A kernel begins; what it reads and writes until it ends is its own.
  void begin(const trace::Position& position);
  void access(std::uint64_t address, std::uint32_t bytes, bool write);
  void end();
  bool isWatching() const { return watching_; }

  std::vector<run::SafeDistance> take() { return std::move(found_); }

private:
  struct Watched { // a tensor of the operator
    TensorId tensor;
    std::uint64_t begin = 0;
    std::vector<std::uint64_t> lastRead; // by byte; 0: never. Accesses are counted from 1
    std::vector<std::uint64_t> firstWrite;
  };

  void addTensors(const std::vector<TensorId>& tensors, std::vector<Watched>& watched) const;
  run::SafeDistance distanceOf(const Watched& input, const Watched& output) const;

  const model::ModelInfo& model_;
  struct Placed {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<Placed> placed_; // of the main graph's tensors
  bool watching_ = false;
  OperatorId op_{0};
  std::vector<Watched> inputs_;
  std::vector<Watched> outputs_;
  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::vector<run::SafeDistance> found_;
};

} // namespace arenascope::instrumentation
