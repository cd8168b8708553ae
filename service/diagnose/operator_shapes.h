// Shapes for an audit: models of one operator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/engine/runner.h"

namespace arenascope::service {

// A model of one operator, and where its arena begins.
struct AuditCase {
  engine::LoadedModel model;
  std::string shape;         // its tensors and options, as text
  std::int32_t modelOp = -1; // the given model's operator that it is
  std::vector<std::uint32_t> misalignments;
};

struct OperatorShapes {
  std::string name;
  std::vector<AuditCase> cases;
  bool known = false; // there are more shapes of it than a model's own
};

// `shapes` of each operator; of those in the model first as they are there, where they can run alone. model: null for
// all operators that shapes are known for.
std::vector<OperatorShapes> shapesFor(const engine::LoadedModel* model, std::uint32_t shapes);
// Operators of the table that have none.
std::vector<std::string> operatorsWithoutShapes();

} // namespace arenascope::service
