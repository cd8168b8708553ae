// Operators that a resolver lacks: whether TFLM has them, since when, and what replaces those that it has not.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/model_places.h"
#include "core/interpreter/ops/operator_codes.h"
#include "core/interpreter/ops/operator_table.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/report/text/resolver_methods.h"

namespace arenascope::diagnosis {

using model::ModelInfo;
using model::OperatorInfo;
using model::SubgraphInfo;

namespace {

struct Replacement {
  std::string_view name;
  std::string_view with;
};
constexpr Replacement kReplacements[] = {
#define REPLACED(operator, with) {operator, with },
#include "core/diagnosis/missing_operators.def"
#undef REPLACED
};

std::string replacementOf(std::string_view name) {
  for (const Replacement& replacement : kReplacements)
    if (replacement.name == name) return fmt::format("Instead: {}.", replacement.with);
  return "Replace it in the network, compute it in the application, or port its kernel and register it as a custom "
         "operator.";
}

// What registers it, with a revision that has it.
std::string howToRegister(const std::string& name, const std::string& method, const std::string& tflm) {
  const tflm::Date date = tflm::dateOf(tflm);
  const tflm::Added* added = tflm::findAdded(method);
  if (added != nullptr && date != 0 && date < added->date)
    return fmt::format(
        "TFLM {} does not have {}: it was added in {}, with {}(). Update the library, or replace the operator.", tflm,
        name, monthText(tflm::monthIn(added->date)), method);
  return "call resolver." + method + "().";
}

// What adds those operators: TFLM has methods for some custom ones.
std::string customMethods(const ModelInfo& model, const std::vector<Place>& places) {
  std::vector<std::string> calls;
  bool ethos = false;
  for (const Place& place : places) {
    const std::string& name = operatorAt(model, place).name;
    const std::string method = report::resolverMethod(name);
    const std::string call =
        method.empty() ? fmt::format("resolver.AddCustom(\"{}\", ...)", name) : "resolver." + method + "()";
    if (std::find(calls.begin(), calls.end(), call) == calls.end()) calls.push_back(call);
    ethos = ethos || name == "ethos-u";
  }
  return "call " + joined(calls) +
         (ethos ? ", in a TFLM that was built with Ethos-U's driver (CO_PROCESSOR=ethos_u). Without the driver it adds "
                  "nothing: the model from before Vela runs on the processor alone"
                : "");
}

// "TOPK_V2" for "TopkV2"; empty if there is no such operator.
std::string operatorOfMethod(const std::string& method) {
  const auto letters = [](std::string_view name) {
    std::string small = lowered(std::string(name));
    std::erase(small, '_');
    return small;
  };
  return std::string(ops::findName([&](std::string_view name) {
    return letters(name) == letters(method) || report::resolverMethod(std::string(name)) == "Add" + method;
  }));
}

// What the message's version means; empty for the first, which no resolver refuses.
std::string versionText(const TflmMessage& message, const ModelInfo& model, const std::vector<Place>& places) {
  if (message.version.value_or(0) < 2) return {};
  std::string text = fmt::format(
      "Version {0} has not been a reason since the middle of 2020: resolvers no longer compare versions, whatever the "
      "message says. An older library takes only the versions that AddBuiltin() names: give it \"1, {0}\" as last "
      "arguments, or update the library.",
      *message.version);
  const bool other = !places.empty() && std::none_of(places.begin(), places.end(), [&](const Place& place) {
    return operatorAt(model, place).version == static_cast<std::int64_t>(*message.version);
  });
  if (other)
    text += fmt::format(" The model given here has version {}: the device has another file.",
                        operatorAt(model, places.front()).version);
  return text;
}

} // namespace

std::vector<std::string> missingMethodDetail(const TflmMessage& message, const std::vector<report::Report>& reports) {
  TflmMessage named = message;
  named.name = operatorOfMethod(message.name);
  if (named.name.empty()) return {"TFLM has no operator of that name in any revision."};
  std::vector<std::string> sentences = missingOperatorDetail(named, reports);
  if (!report::tflmLacks(named.name))
    sentences.push_back("TFLM has it now: the library is older, or " + report::resolverMethod(named.name) +
                        "() has another spelling there. Update the library.");
  return sentences;
}

std::vector<std::string> missingOperatorDetail(const TflmMessage& message, const std::vector<report::Report>& reports) {
  const ModelInfo& model = reports.front().model;
  const std::string& tflm = reports.front().tflm;
  const std::string& name = message.name;
  std::vector<std::string> sentences;
  const auto flex =
      placesOf(model, [](const SubgraphInfo&, const OperatorInfo& op) { return op.name.starts_with("Flex"); });
  if (name == "CUSTOM" && !flex.empty())
    return {"The model has operators of TensorFlow itself: " + listed(model, flex) +
            ". TFLM has no kernels for them: convert without SELECT_TF_OPS."};
  if (name == "CUSTOM") {
    const auto custom =
        placesOf(model, [](const SubgraphInfo&, const OperatorInfo& op) { return op.builtinCode == ops::kCustomCode; });
    return {custom.empty() ? "It is a custom operator: register it with AddCustom()."
                           : "It is " + listed(model, custom) + ": " + customMethods(model, custom) + "."};
  }
  const auto places = placesNamed(model, {name});
  const std::string method = report::resolverMethod(name);
  const bool lacking = report::tflmLacks(name);
  if (places.empty()) sentences.emplace_back("This model has no such operator: it is not the model on the device.");
  if (lacking) {
    if (!places.empty()) sentences.push_back("The model has it as " + listed(model, places) + ".");
    sentences.push_back("No revision of TFLM has a kernel for " + name +
                        ", and its resolver no function that adds one: AllOpsResolver does not help either.");
    sentences.push_back(replacementOf(name));
    return sentences;
  }
  if (!places.empty())
    sentences.push_back(fmt::format(
        "The model has it as {}: {} It needs MicroMutableOpResolver<{}> in all; `arenascope profile MODEL --resolver "
        "FILE` writes it.",
        listed(model, places),
        method.empty() ? "register it with AddCustom(\"" + name + "\", ...)." : howToRegister(name, method, tflm),
        model.operatorNames().size()));
  if (std::string version = versionText(message, model, places); !version.empty())
    sentences.push_back(std::move(version));
  if (const tflm::Added* added = tflm::findAdded(method); added != nullptr && tflm::dateOf(tflm) >= added->date)
    sentences.push_back(fmt::format("TFLM has {} since {}: in an older library neither {}() nor AllOpsResolver has it.",
                                    name, monthText(tflm::monthIn(added->date)), method));
  return sentences;
}

} // namespace arenascope::diagnosis
