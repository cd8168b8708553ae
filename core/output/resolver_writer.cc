#include "core/output/resolver_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/ops/operator_table.h"

namespace arenascope::profile {

namespace {

bool isBuiltin(const std::string& name) {
  const char* const* names = schema::EnumNamesBuiltinOperator();
  for (; *names != nullptr; ++names)
    if (name == *names) return true;
  return false;
}

// Of an operator without a kernel here, as those with one are mostly named: "CONV_2D" is "Conv2D".
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
  if (const ops::Operator* known = ops::findOperator(operatorName)) return known->method;
  return isBuiltin(operatorName) ? "Add" + inWords(operatorName) : std::string();
}

std::string toResolver(const Report& report) {
  const std::string model = std::filesystem::path(report.model.path).filename().string();
  const std::vector<std::string> names = report.model.operatorNames();
  std::string text = fmt::format(
      "// Operators that {} needs, SHA-256 {}\n{}#pragma once\n\n#include "
      "\"tensorflow/lite/micro/micro_mutable_op_resolver.h\"\n\nusing ModelOpResolver = "
      "tflite::MicroMutableOpResolver<{}>;\n\ninline TfLiteStatus RegisterModelOps(ModelOpResolver& resolver) {{\n",
      printable(model), report.model.sha256, flashComment(report), std::max<std::size_t>(names.size(), 1));
  for (const std::string& name : names) {
    const std::string method = resolverMethod(name);
    text += method.empty() ? "  // Your own kernel: resolver.AddCustom(\"" + printable(name) + "\", its registration)\n"
                           : "  TF_LITE_ENSURE_STATUS(resolver." + method + "());\n";
  }
  return text + "  return kTfLiteOk;\n}\n";
}

} // namespace arenascope::profile
