// A model of one operator with inputs and expected outputs, calculated by hand, for tests of kernels.
#pragma once

#include <string>
#include <vector>

#include "core/model/builder/operator_model.h"
#include "resources/generator/model_builder.h"

namespace arenascope::test {

using namespace builder; // Values and what makes them

struct OperatorCase {
  std::string name; // letters, digits and _
  std::string op;
  std::vector<std::uint8_t> model;
  std::vector<std::vector<std::uint8_t>> inputs; // of the model
  std::vector<std::vector<std::uint8_t>> outputs;
};

// A model of one operator. Constants lie in the model; everything else is an input of it.
OperatorCase builtinCase(const std::string& name, schema::BuiltinOperator op, const std::vector<Values>& inputs,
                         const std::vector<Values>& outputs, const MakeOptions& options = {});
OperatorCase customCase(const std::string& name, const std::string& op, const std::vector<Values>& inputs,
                        const std::vector<Values>& outputs, const std::vector<std::uint8_t>& options = {});

// All cases, by family.
std::vector<OperatorCase> elementwiseCases();
std::vector<OperatorCase> movementCases();
std::vector<OperatorCase> layerCases();
std::vector<OperatorCase> controlCases();
std::vector<OperatorCase> customCases();

} // namespace arenascope::test
