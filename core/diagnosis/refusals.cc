// Why a model is refused, by the operator that a message comes from.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/message_texts.h"
#include "core/diagnosis/model_places.h"
#include "core/diagnosis/text_pattern.h"

namespace arenascope::diagnosis {

using model::ModelInfo;
using model::OperatorInfo;
using model::SubgraphInfo;
using model::TensorInfo;

namespace {

constexpr std::size_t kDescribed = 3; // operators with a list of their tensors

// Names of operators, not of a part of TFLM.
bool areOperators(const std::vector<std::string>& names) {
  return !names.empty() && std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::isupper(c) != 0; }) ||
           name == "ethos-u";
  });
}

std::optional<Place> placeOfNode(const TflmMessage* node, const ModelInfo& model) {
  if (node == nullptr || !node->number) return std::nullopt;
  for (std::size_t s = 0; s < model.subgraphs.size(); ++s) {
    const auto& operators = model.subgraphs[s].operators;
    if (*node->number < operators.size() && operators[*node->number].name == node->name)
      return Place{s, static_cast<std::size_t>(*node->number)};
  }
  return std::nullopt;
}

// Types that a message names: "INT16", "kTfLiteInt8" or a number have become words.
std::vector<std::string> typesIn(const TflmMessage& message) {
  std::vector<std::string> types;
  for (const std::string& value : message.values)
    if (isTypeName(value)) types.push_back(lowered(value));
  return types;
}

bool hasType(const ModelInfo& model, const Place& place, const std::string& type) {
  const OperatorInfo& op = operatorAt(model, place);
  const auto is = [&](TensorId index) {
    const TensorInfo* tensor = tensorOf(model, place, index);
    return tensor != nullptr && tensor->type == type;
  };
  return std::any_of(op.inputs.begin(), op.inputs.end(), is) || std::any_of(op.outputs.begin(), op.outputs.end(), is);
}

std::string whoMakes(const ModelInfo& model, const Place& place, TensorId tensor) {
  const auto& operators = model.subgraphs[place.subgraph].operators;
  for (std::size_t i = 0; i < operators.size(); ++i)
    if (std::find(operators[i].outputs.begin(), operators[i].outputs.end(), tensor) != operators[i].outputs.end())
      return "computed by " + nameOf(model, {place.subgraph, i});
  return "an input of the model";
}

class Refusal {
public:
  Refusal(const TflmMessage& message, const TflmMessage* node, const ModelInfo& model)
      : message_(message), model_(model) {
    std::vector<std::string> names = splitAt(message.row->from, '|');
    if (!areOperators(names)) names = operatorsOfFile(message.file);
    if (const std::optional<Place> place = placeOfNode(node, model))
      places_ = {*place};
    else if (node != nullptr)
      elsewhere_ = node->name;
    else if (!names.empty())
      places_ = placesNamed(model, names);
    if (node == nullptr && places_.empty()) names_ = names;
  }

  std::vector<std::string> detail() {
    if (!elsewhere_.empty())
      add("This model has another operator than " + elsewhere_ + " at that place: it is not the model on the device.");
    else if (places_.empty() && !names_.empty())
      add("This model has no " + joined(names_) + ": it is not the model on the device.");
    else
      look();
    return std::move(sentences_);
  }

private:
  void add(std::string sentence) { sentences_.push_back(std::move(sentence)); }

  void look() {
    switch (message_.row->look.at) {
    case LookAt::kTypes: return types();
    case LookAt::kHybrids: return hybrids();
    case LookAt::kRanks:
    case LookAt::kShapes: return describe(false);
    case LookAt::kScales: return describe(true);
    case LookAt::kInput: return inputs();
    case LookAt::kInputs: return modelInputs();
    case LookAt::kVariables: return variables();
    case LookAt::kNothing: break;
    }
    if (!places_.empty()) add("It is " + listed(model_, places_) + ".");
  }

  void describe(bool quantization) {
    for (std::size_t i = 0; i < std::min(kDescribed, places_.size()); ++i)
      add("In this model " + nameOf(model_, places_[i]) + " has " + tensorsOf(model_, places_[i], quantization) + ".");
    if (places_.size() > kDescribed) add(fmt::format("It has {} more such operators.", places_.size() - kDescribed));
  }

  // Those that have the type, where there are some.
  void types() {
    const std::vector<std::string> types = typesIn(message_);
    if (places_.empty() && types.empty()) return;
    const auto has = [&](const Place& place) {
      return std::all_of(types.begin(), types.end(),
                         [&](const std::string& type) { return hasType(model_, place, type); });
    };
    std::vector<Place> with =
        places_.empty() ? placesOf(model_, [](const SubgraphInfo&, const OperatorInfo&) { return true; }) : places_;
    std::erase_if(with, [&](const Place& place) { return !has(place); });
    const std::string named = joined(types);
    if (places_.empty()) {
      add(with.empty() ? "This model has no operator with " + named + " tensors: it is not the model on the device."
                       : "Operators with " + named + " tensors: " + listed(model_, with) + ".");
      return;
    }
    if (!with.empty()) places_ = with;
    describe(message_.kind == MessageKind::kCheck);
    if (with.empty())
      add("None of these has the types in the device's message (" + named +
          "): the model on the device has other types, or the device does not read the model.");
  }

  void hybrids() {
    std::vector<Place> hybrids = placesOf(model_, isHybrid);
    if (!places_.empty())
      std::erase_if(hybrids, [&](const Place& place) {
        return std::none_of(places_.begin(), places_.end(),
                            [&](const Place& one) { return one.subgraph == place.subgraph && one.op == place.op; });
      });
    if (!hybrids.empty()) return add("It is " + listed(model_, hybrids) + ".");
    const std::vector<Place> mixed = placesOf(model_, [](const SubgraphInfo& subgraph, const OperatorInfo& op) {
      if (op.inputs.size() < 2 || op.inputs[0] < 0 || op.inputs[1] < 0 || op.weightBytes == 0) return false;
      return subgraph.tensors[static_cast<std::size_t>(op.inputs[0])].type == "int16" &&
             subgraph.tensors[static_cast<std::size_t>(op.inputs[1])].type == "int8";
    });
    if (mixed.empty()) return add("This model has no such operator.");
    add("It is " + listed(model_, mixed) +
        ", with 16-bit activations and 8-bit weights: early revisions refuse any operator whose input and weights "
        "differ in type. Use a later revision, or 8-bit activations.");
  }

  void inputs() {
    for (const Place& place : places_) {
      const OperatorInfo& op = operatorAt(model_, place);
      for (std::size_t i = 0; i < op.inputs.size(); ++i) {
        const TensorInfo* tensor = tensorOf(model_, place, op.inputs[i]);
        const int wanted = message_.row->look.input;
        if (tensor == nullptr || (wanted >= 0 && wanted != static_cast<int>(i)) || tensor->constantBytes > 0) continue;
        if (wanted < 0 && tensor->type != "int32") continue; // an axis is
        add(fmt::format("In this model it is input {} ({}) of {}, {}.", i, tensor->name, nameOf(model_, place),
                        whoMakes(model_, place, op.inputs[i])));
      }
    }
    if (sentences_.empty()) add("In this model it is a constant: the device has another model.");
  }

  void modelInputs() {
    const SubgraphInfo& main = model_.subgraphs.front();
    const auto text = [&](const char* what, const std::vector<TensorId>& tensors) {
      std::vector<std::string> texts;
      for (const TensorId index : tensors) {
        const TensorInfo& tensor = main.tensors[static_cast<std::size_t>(index)];
        texts.push_back(
            fmt::format("{} {} ({})", tensor.type, model::shapeText(tensor.shape), countedBytes(tensor.bytes)));
      }
      return fmt::format("{}: {}", counted(tensors.size(), what), joined(texts));
    };
    add("This model has " + text("input", main.inputs) + "; " + text("output", main.outputs) + ".");
  }

  void variables() {
    const std::int32_t count = model_.resourceVariables;
    if (count == 0) return add("This model names no resource variable: it is not the model on the device.");
    add(fmt::format("This model names {}: call MicroResourceVariables::Create(allocator, {}) with the interpreter's "
                    "MicroAllocator, and pass the result to the MicroInterpreter's constructor.",
                    count, count));
  }

  const TflmMessage& message_;
  const ModelInfo& model_;
  std::vector<Place> places_;
  std::vector<std::string> names_; // of operators that it should have and has not
  std::string elsewhere_;
  std::vector<std::string> sentences_;
};

} // namespace

std::vector<std::string> refusalDetail(const TflmMessage& message, const TflmMessage* node, const ModelInfo& model) {
  std::vector<std::string> sentences = Refusal(message, node, model).detail();
  if (message.kind == MessageKind::kCheck)
    if (std::string hint = checkHint(message); !hint.empty()) sentences.push_back(std::move(hint));
  if (*message.row->advice != '\0') sentences.emplace_back(message.row->advice);
  return sentences;
}

} // namespace arenascope::diagnosis
