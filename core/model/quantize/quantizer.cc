#include "core/model/quantize/quantizer.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/model/quantize/lstm_inputs.h"
#include "core/model/quantize/operator_rules.h"
#include "core/model/quantize/scales.h"
#include "core/model/quantize/variables.h"

namespace arenascope::quantize {

namespace {

bool touchesFloat(const DraftGraph& graph, const DraftOperator& op) {
  const auto isFloat = [&](std::int32_t tensor) { return tensor >= 0 && graph.at(tensor).isFloat(); };
  return std::any_of(op.inputs.begin(), op.inputs.end(), isFloat) ||
         std::any_of(op.outputs.begin(), op.outputs.end(), isFloat);
}

std::string nameOf(const DraftOperator& op) {
  return op.code == schema::BuiltinOperator_CUSTOM ? op.customName : schema::EnumNameBuiltinOperator(op.code);
}

class Quantizer {
public:
  Quantizer(const Draft& model, Numbers numbers, const Ranges& ranges)
      : model_(model), numbers_(numbers), isQuantized_(decide()), scales_(model, isQuantized_, ranges, numbers),
        ranges_(ranges) {
    result_.draft = model;
  }

  Result<QuantizedModel> run() {
    if (result_.quantizedOperators == 0) // see decide()
      return Error{Stage::kInput, "no operator of the model has an integer form: nothing can be quantized"};
    findForms();
    graph().operators.clear();
    writeInputs();
    for (std::size_t i = 0; i < model_.main().operators.size(); ++i) writeOperator(i);
    writeOutputs();
    quantizeVariables();
    return std::move(result_);
  }

private:
  const DraftGraph& old() const { return model_.main(); }
  DraftGraph& graph() { return result_.draft.main(); }

  std::vector<bool> decide() {
    const bool plainVariables = areVariablesPlain(model_);
    std::vector<bool> isQuantized;
    for (const DraftOperator& op : old().operators) {
      isQuantized.push_back(false);
      if (!touchesFloat(old(), op)) continue;
      std::string reason = reasonForFloat(old(), op, numbers_);
      if (reason.empty() && ruleOf(op.code)->kind == RuleKind::kVariable && !plainVariables)
        reason = "a subgraph computes a variable";
      isQuantized.back() = reason.empty();
      if (reason.empty())
        ++result_.quantizedOperators;
      else
        result_.inFloat.push_back({op.original, nameOf(op), reason});
    }
    return isQuantized;
  }

  bool isActivation(std::int32_t tensor) const {
    return tensor >= 0 && old().at(tensor).isFloat() && !old().at(tensor).isConstant() && !old().at(tensor).isVariable;
  }

  // Which activations are integers where they are computed, and which are read in the other form as well.
  void findForms() {
    for (std::size_t i = 0; i < old().operators.size(); ++i)
      for (const std::int32_t input : old().operators[i].inputs)
        if (isActivation(input)) (isQuantized_[i] ? readAsIntegers_ : readAsFloats_).insert(input);
    std::set<std::int32_t> computed;
    for (std::size_t i = 0; i < old().operators.size(); ++i)
      for (const std::int32_t output : old().operators[i].outputs) {
        computed.insert(output);
        if (isQuantized_[i] && ruleOf(old().operators[i].code)->kind != RuleKind::kInputs && isActivation(output))
          integers_.insert(output);
      }
    for (const std::set<std::int32_t>* read : {&readAsIntegers_, &readAsFloats_})
      for (const std::int32_t tensor : *read)
        if (!computed.contains(tensor)) given_.insert(tensor);
    for (const std::int32_t tensor : given_)
      if (readAsIntegers_.contains(tensor)) integers_.insert(tensor);
    for (const std::int32_t tensor : integers_) setScale(tensor, scales_.of(tensor));
  }

  void setScale(std::int32_t tensor, const Scale& scale) {
    graph().at(tensor).type = scale.type;
    graph().at(tensor).quantization = quantizationOf(scale);
  }
  Scale scaleIn(std::int32_t tensor) {
    const DraftTensor& each = graph().at(tensor);
    return {each.type, each.quantization.scales[0], static_cast<std::int32_t>(each.quantization.zeroPoints[0])};
  }

  std::int32_t addLike(std::int32_t tensor, const std::string& ending, const std::optional<Scale>& scale) {
    DraftTensor other{.name = old().at(tensor).name + ending, .shape = old().at(tensor).shape};
    if (scale) {
      other.type = scale->type;
      other.quantization = quantizationOf(*scale);
    }
    return graph().add(std::move(other));
  }
  void convert(schema::BuiltinOperator code, std::int32_t from, std::int32_t to) {
    graph().operators.push_back({.code = code, .version = 2, .inputs = {from}, .outputs = {to}});
  }

  // The other form of an activation, behind its operator.
  void writeOtherForm(std::int32_t tensor) {
    if (!isActivation(tensor) || otherForm_.contains(tensor)) return;
    if (integers_.contains(tensor) && readAsFloats_.contains(tensor)) {
      otherForm_[tensor] = addLike(tensor, "_float", std::nullopt);
      convert(schema::BuiltinOperator_DEQUANTIZE, tensor, otherForm_[tensor]);
    } else if (!integers_.contains(tensor) && readAsIntegers_.contains(tensor)) {
      otherForm_[tensor] = addLike(tensor, "_integers", scales_.of(tensor));
      convert(schema::BuiltinOperator_QUANTIZE, tensor, otherForm_[tensor]);
    }
  }
  std::int32_t formOf(std::int32_t tensor, bool asIntegers) const {
    return integers_.contains(tensor) == asIntegers ? tensor : otherForm_.at(tensor);
  }

  // Float inputs are new tensors, and the old ones their integers.
  void writeInputs() {
    for (std::int32_t& input : graph().inputs) {
      const std::int32_t tensor = input;
      if (numbers_ == Numbers::kInt8FloatIo && integers_.contains(tensor)) {
        input = addLike(tensor, "_float", std::nullopt);
        convert(schema::BuiltinOperator_QUANTIZE, input, tensor);
        otherForm_[tensor] = input;
      }
    }
    for (const std::int32_t tensor : given_) writeOtherForm(tensor);
  }

  void writeOutputs() {
    if (numbers_ != Numbers::kInt8FloatIo) return;
    for (std::int32_t& output : graph().outputs) {
      if (!integers_.contains(output)) continue;
      if (!otherForm_.contains(output)) {
        otherForm_[output] = addLike(output, "_float", std::nullopt);
        convert(schema::BuiltinOperator_DEQUANTIZE, output, otherForm_[output]);
      }
      output = otherForm_[output];
    }
  }

  void writeOperator(std::size_t number) {
    DraftOperator op = old().operators[number];
    if (isQuantized_[number]) {
      const OperatorRule& rule = *ruleOf(op.code);
      op.version = std::max(op.version, rule.version);
      for (std::int32_t& input : op.inputs)
        if (isActivation(input)) input = formOf(input, true);
      if (rule.kind == RuleKind::kWeights)
        quantizeWeights(op, rule);
      else if (rule.kind == RuleKind::kLstm)
        quantizeLstm(op);
      else
        quantizeOperands(op, old().operators[number].inputs, rule);
    } else {
      for (std::int32_t& input : op.inputs)
        if (isActivation(input)) input = formOf(input, false);
    }
    const std::vector<std::int32_t> outputs = op.outputs;
    graph().operators.push_back(std::move(op));
    for (const std::int32_t output : outputs) writeOtherForm(output);
  }

  bool isFloatConstant(std::int32_t tensor) const {
    return tensor >= 0 && old().at(tensor).isFloat() && old().at(tensor).isConstant();
  }
  // A constant takes the place of the float one, unless something else reads that otherwise.
  std::int32_t place(std::int32_t tensor, DraftTensor constant) {
    std::vector<std::int32_t>& places = placed_[tensor];
    for (const std::int32_t known : places)
      if (const DraftTensor& each = graph().at(known); each.type == constant.type && each.data == constant.data &&
                                                       each.quantization.scales == constant.quantization.scales)
        return known;
    const bool isFree = places.empty() && !isReadAsFloat(tensor);
    if (isFree) {
      graph().at(tensor) = std::move(constant);
      places.push_back(tensor);
    } else {
      places.push_back(graph().add(std::move(constant)));
    }
    return places.back();
  }
  bool isReadAsFloat(std::int32_t tensor) const {
    const auto& outputs = old().outputs;
    if (std::find(outputs.begin(), outputs.end(), tensor) != outputs.end()) return true;
    for (std::size_t i = 0; i < old().operators.size(); ++i)
      if (const auto& inputs = old().operators[i].inputs;
          !isQuantized_[i] && std::find(inputs.begin(), inputs.end(), tensor) != inputs.end())
        return true;
    return false;
  }

  schema::TensorType biasType() const {
    return numbers_ == Numbers::kInt16x8 ? schema::TensorType_INT64 : schema::TensorType_INT32;
  }

  // Weights and, if there is one, their bias, at these inputs of the operator.
  void quantizePair(DraftOperator& op, std::size_t weights, std::size_t bias, std::int32_t channels, float inputScale) {
    const bool hasBias = bias < op.inputs.size() && isFloatConstant(op.inputs[bias]);
    const std::vector<float> values = hasBias ? numbersOf<float>(old().at(op.inputs[bias])) : std::vector<float>();
    op.inputs[weights] =
        place(op.inputs[weights], quantizedWeights(old().at(op.inputs[weights]), channels, values, inputScale));
    if (!hasBias) return;
    const std::vector<float>& scales = graph().at(op.inputs[weights]).quantization.scales;
    op.inputs[bias] = place(op.inputs[bias], quantizedBias(old().at(op.inputs[bias]), scales, inputScale, biasType()));
  }

  void quantizeWeights(DraftOperator& op, const OperatorRule& rule) {
    const std::size_t bias = op.code == schema::BuiltinOperator_TRANSPOSE_CONV ? 3 : 2;
    quantizePair(op, static_cast<std::size_t>(rule.weights), bias, rule.channels,
                 scaleIn(op.inputs[static_cast<std::size_t>(rule.data)]).scale);
  }

  void quantizeLstm(DraftOperator& op) {
    const float inputScale = scaleIn(op.inputs[0]).scale;
    for (std::size_t gate = 0; gate < kLstmGates; ++gate) {
      quantizePair(op, kLstmInputWeights + gate, kLstmBiases + gate, -1, inputScale);
      const std::int32_t recurrent = op.inputs[kLstmRecurrentWeights + gate];
      op.inputs[kLstmRecurrentWeights + gate] = place(recurrent, quantizedWeights(old().at(recurrent), -1, {}, 0));
    }
    const Scale hidden = scales_.of(op.outputs[0]);
    setScale(op.inputs[kLstmHiddenState], hidden);
    const auto cell = static_cast<std::size_t>(op.inputs[kLstmCellState]);
    setScale(op.inputs[kLstmCellState], cellScaleOf(cell < ranges_.size() ? ranges_[cell].value_or(Range()) : Range()));
    // Names as the converter has them; only the last one has a scale.
    op.intermediates.clear();
    for (const char* name : {"input_to_input_intermediate", "input_to_forget_intermediate",
                             "input_to_cell_intermediate", "input_to_output_intermediate"})
      op.intermediates.push_back(graph().add({.name = name, .shape = {0}}));
    op.intermediates.push_back(graph().add({.name = "effective_hidden_scale_intermediate",
                                            .type = schema::TensorType_INT8,
                                            .shape = {0},
                                            .quantization = quantizationOf(hidden)}));
  }

  // Constants beside activations; activations whose scale the operator does not take are requantized before it.
  void quantizeOperands(DraftOperator& op, const std::vector<std::int32_t>& originals, const OperatorRule& rule) {
    std::optional<Scale> wanted;
    if (rule.kind == RuleKind::kSame)
      for (const std::int32_t output : op.outputs)
        if (isActivation(output)) wanted = scales_.of(output);
    if (op.code == schema::BuiltinOperator_ASSIGN_VARIABLE)
      wanted = scales_.ofVariable(variableOf(old(), op), Scale{activationType(numbers_)});
    for (std::size_t i = 0; i < op.inputs.size(); ++i) {
      const std::int32_t original = originals[i];
      if (isFloatConstant(original)) {
        const Scale own = scaleOf(rangeOf(numbersOf<float>(old().at(original))), activationType(numbers_));
        op.inputs[i] = place(original, withScale(old().at(original), wanted.value_or(own)));
      } else if (wanted && isActivation(original) && scaleIn(op.inputs[i]) != *wanted) {
        const std::int32_t again = addLike(original, "_requantized", *wanted);
        convert(schema::BuiltinOperator_QUANTIZE, op.inputs[i], again);
        op.inputs[i] = again;
      }
    }
  }

  // Initial values of variables, in the subgraphs that CALL_ONCE runs.
  void quantizeVariables() {
    if (!areVariablesPlain(model_)) return;
    for (std::size_t g = 1; g < result_.draft.graphs.size(); ++g) {
      DraftGraph& initial = result_.draft.graphs[g];
      for (const DraftOperator& op : model_.graphs[g].operators) {
        if (op.code != schema::BuiltinOperator_ASSIGN_VARIABLE) continue;
        const DraftTensor& constant = model_.graphs[g].at(op.inputs[1]);
        if (!constant.isFloat()) continue;
        const Scale scale = scales_.ofVariable(variableOf(model_.graphs[g], op), Scale{activationType(numbers_)});
        initial.at(op.inputs[1]) = withScale(constant, scale);
      }
    }
  }

  const Draft& model_;
  Numbers numbers_;
  QuantizedModel result_;
  std::vector<bool> isQuantized_; // by operator
  Scales scales_;
  const Ranges& ranges_;
  std::set<std::int32_t> integers_; // activations
  std::set<std::int32_t> given_;    // activations that no operator computes: inputs
  std::set<std::int32_t> readAsIntegers_;
  std::set<std::int32_t> readAsFloats_;
  std::map<std::int32_t, std::int32_t> otherForm_;           // of an activation
  std::map<std::int32_t, std::vector<std::int32_t>> placed_; // constants in place of a float one
};

} // namespace

const char* numbersName(Numbers numbers) {
  constexpr std::array kNames = {"int8", "int16x8", "int8-float-io"};
  return kNames[static_cast<std::size_t>(numbers)];
}

std::optional<Numbers> numbersNamed(std::string_view name) {
  for (const Numbers each : kAllNumbers)
    if (name == numbersName(each)) return each;
  return std::nullopt;
}

Result<QuantizedModel> quantized(const Draft& model, Numbers numbers, const Ranges& ranges) {
  return Quantizer(model, numbers, ranges).run();
}

} // namespace arenascope::quantize
