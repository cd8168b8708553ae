// What is known of a model without running it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/model/graph/operator_option.h"
#include "core/model/graph/overlap_note.h"
#include "core/model/graph/view.h"

namespace arenascope::model {

inline constexpr std::int32_t kLargestBuiltinCode = 209; // that the schema has

struct TensorInfo {
  std::string name;
  std::string type; // lower case, as in reports: "int8"
  std::vector<std::int32_t> shape;
  std::uint64_t bytes = 0;         // in memory; a 4-bit number takes a byte
  std::uint64_t constantBytes = 0; // in the model
  std::string quantization;        // "scale 0.0235, zero point -128"; empty: none
  bool isVariable = false;
  bool isAcceleratorMemory = false; // what an Ethos-U shares out itself; it covers other tensors
};

struct OperatorInfo {
  std::string name;             // "CONV_2D"; a custom operator's own name
  std::int32_t builtinCode = 0; // as a registration has it; also what files before schema version 3a say
  std::int32_t version = 1;     // of the operator's definition
  std::vector<OperatorOption> options;
  bool accelerated = false;     // an Ethos-U's work: accounted for in the arena, not run
  std::vector<TensorId> inputs; // -1: absent
  std::vector<TensorId> outputs;
  std::uint64_t macs = 0;        // multiply-accumulates of one run, where the operator has such
  std::uint64_t weightBytes = 0; // constant bytes that it reads
  std::vector<SubgraphId> calls; // subgraphs that it runs
  PlannerStep time; // when it runs, as the planner counts: operators one by one, called subgraphs in between; the
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

  std::int32_t resourceVariables = 0; // different ones that the model's VAR_HANDLE operators name
  std::string accelerator;            // that its operators were compiled for, where there is one and they say so
  std::optional<OverlapNote> overlap; // what its plan lets lie over what, where it says so
  std::string planOverlap; // where the model's offline plan puts one tensor over another still; empty: nowhere

  std::vector<View> views; // by tensor of the main graph: what it is part of

  // Different operators of all subgraphs, as they come.
  std::vector<std::string> operatorNames() const;
  std::size_t operatorCount() const;
  bool accelerated() const; // has an operator that is
  std::size_t tensorCount() const;
  // A tensor by its number across all subgraphs, as the planner counts; nullptr beyond the last.
  const TensorInfo* tensorByPlanIndex(std::size_t index) const;
};

// "1x32x32x3"
std::string shapeText(const std::vector<std::int32_t>& shape);

} // namespace arenascope::model
