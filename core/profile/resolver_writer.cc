#include "core/profile/resolver_writer.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>

#include "core/profile/accelerator.h"
#include "core/profile/number_text.h"
#include "tflite_generated.h"

namespace arenascope::profile {

namespace {

struct Method {
  const char* operatorName;
  const char* name;
};
// Those whose method is not their name in capitals at the beginning of each word.
constexpr Method kOwnNames[] = {{"BATCH_MATMUL", "AddBatchMatMul"},
                                {"CUMSUM", "AddCumSum"},
                                {"PADV2", "AddPadV2"},
                                {"UNIDIRECTIONAL_SEQUENCE_LSTM", "AddUnidirectionalSequenceLSTM"},
                                {"CIRCULAR_BUFFER", "AddCircularBuffer"},
                                {"TFLM_DECODE", "AddDecode"},
                                {"TFLite_Detection_PostProcess", "AddDetectionPostprocess"},
                                {kAcceleratorOperator, "AddEthosU"}};

bool isBuiltin(const std::string& name) {
  const char* const* names = schema::EnumNamesBuiltinOperator();
  for (; *names != nullptr; ++names)
    if (name == *names) return true;
  return false;
}

// "CONV_2D": "Conv2D"
std::string inWords(const std::string& name) {
  std::string words;
  bool first = true;
  for (const char c : name) {
    const auto letter = static_cast<unsigned char>(c);
    if (c != '_') words += static_cast<char>(first ? letter : static_cast<unsigned char>(std::tolower(letter)));
    first = c == '_' || std::isdigit(letter) != 0;
  }
  return words;
}

// A comment line about flash; empty where the image's sizes are not known.
std::string flashComment(const Report& report) {
  if (!report.flash) return {};
  const FlashReport& flash = *report.flash;
  return "// With ArenaScope's kernels (" + report.kernels + ", " + report.target + ") these take " +
         grouped(flash.needed) + " bytes of flash, all operators together " + grouped(flash.all) + ".\n";
}

} // namespace

std::string resolverMethod(const std::string& operatorName) {
  const auto* own = std::find_if(std::begin(kOwnNames), std::end(kOwnNames),
                                 [&](const Method& method) { return operatorName == method.operatorName; });
  if (own != std::end(kOwnNames)) return own->name;
  const std::string signal = "Signal";
  if (operatorName.starts_with(signal)) return "Add" + operatorName.substr(signal.size());
  return isBuiltin(operatorName) ? "Add" + inWords(operatorName) : std::string();
}

std::string toResolver(const Report& report) {
  const std::string model = std::filesystem::path(report.model.path).filename().string();
  const std::vector<std::string> names = report.model.operatorNames();
  std::string text = "// Operators that " + printable(model) + " needs, SHA-256 " + report.model.sha256 + "\n" +
                     flashComment(report) +
                     "#pragma once\n\n#include \"tensorflow/lite/micro/micro_mutable_op_resolver.h\"\n\n"
                     "using ModelOpResolver = tflite::MicroMutableOpResolver<" +
                     std::to_string(std::max<std::size_t>(names.size(), 1)) +
                     ">;\n\ninline TfLiteStatus RegisterModelOps(ModelOpResolver& resolver) {\n";
  for (const std::string& name : names) {
    const std::string method = resolverMethod(name);
    text += method.empty() ? "  // Your own kernel: resolver.AddCustom(\"" + printable(name) + "\", its registration)\n"
                           : "  TF_LITE_ENSURE_STATUS(resolver." + method + "());\n";
  }
  return text + "  return kTfLiteOk;\n}\n";
}

} // namespace arenascope::profile
