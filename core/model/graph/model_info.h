// Properties of a model that are known without running it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/model/graph/architecture_note.h"
#include "core/model/graph/operator_option.h"
#include "core/model/graph/overlap_note.h"
#include "core/model/graph/quantization_note.h"
#include "core/model/graph/view.h"

namespace arenascope::model {

inline constexpr std::int32_t kLargestBuiltinCode = 209; // of the schema

struct TensorInfo {
  std::string name;
  std::string type; // lower case, as in reports: "int8"
  std::vector<std::int32_t> shape;
  std::uint64_t bytes = 0;         // in memory; a 4-bit number takes a byte
  std::uint64_t constantBytes = 0; // in the model
  std::string quantization;        // "scale 0.0235, zero point -128"; empty: none
  bool isVariable = false;
  bool isAcceleratorMemory = false; // memory that an Ethos-U manages; it overlaps other tensors
};

struct OperatorInfo {
  std::string name;             // "CONV_2D"; a custom operator's own name
  std::int32_t builtinCode = 0; // as in a registration; also the code in files before schema version 3a
  bool oldCode = false;         // which stands in the file's older field alone, as writers before 2020 had it
  std::int32_t version = 1;     // of the operator's definition
  std::vector<OperatorOption> options;
  bool accelerated = false;     // run by an Ethos-U: counted in the arena, not run
  std::vector<TensorId> inputs; // -1: absent
  std::vector<TensorId> outputs;
  std::uint64_t macs = 0;        // multiply-accumulates of one run; 0 if it has none
  std::uint64_t weightBytes = 0; // constant bytes that it reads
  std::vector<SubgraphId> calls; // subgraphs that it runs
  PlannerStep time; // time of its run in planner steps: operators one by one, called subgraphs in between; the
                    // last time for an operator of a subgraph that is called more than once
};

struct SubgraphInfo {
  std::string name;
  std::vector<TensorInfo> tensors;
  std::vector<OperatorInfo> operators;
  std::vector<TensorId> inputs;
  std::vector<TensorId> outputs;
};

struct ModelInfo {
  std::string path;
  std::uint64_t bytes = 0;
  std::string sha256;
  std::uint32_t version = 0;
  std::string description;
  std::uint64_t weightBytes = 0; // all constant tensors, shared buffers once
  std::vector<SubgraphInfo> subgraphs;

  std::int32_t resourceVariables = 0; // number of different variables of the model's VAR_HANDLE operators
  std::string accelerator; // the one that its operators were compiled for; empty if there is none, or it is not named
  std::optional<OverlapNote> overlap;           // pairs that its plan lets overlap, if it names them
  std::optional<QuantizationNote> quantized;    // by ArenaScope
  std::optional<ArchitectureNote> architecture; // with shapes that ArenaScope has changed
  std::string planOverlap; // tensors that the model's offline plan still puts over each other; empty: none

  std::vector<View> views; // by tensor of the main graph: the tensor that contains it

  // Different operators of all subgraphs, in order of first use.
  std::vector<std::string> operatorNames() const;
  std::size_t operatorCount() const;
  bool accelerated() const; // has such an operator
  std::size_t tensorCount() const;
  // A tensor by its number across all subgraphs, as the planner counts; nullptr beyond the last.
  const TensorInfo* tensorByPlanIndex(std::size_t index) const;
};

// "1x32x32x3"
std::string shapeText(const std::vector<std::int32_t>& shape);

} // namespace arenascope::model
