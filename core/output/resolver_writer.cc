#include "core/output/resolver_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/report/text/resolver_methods.h"

namespace arenascope::output {

namespace {

// A comment line about flash; empty where the image's sizes are not known.
std::string flashComment(const report::Report& report) {
  if (!report.flash) return {};
  const report::FlashReport& flash = *report.flash;
  return "// With ArenaScope's kernels (" + report.kernels + ", " + report.target + ") these take " +
         grouped(flash.needed) + " bytes of flash, all operators together " + grouped(flash.all) + ".\n";
}

} // namespace

std::string toResolver(const report::Report& report) {
  const std::string model = std::filesystem::path(report.model.path).filename().string();
  const std::vector<std::string> names = report.model.operatorNames();
  std::string text = fmt::format(
      "// Operators that {} needs, SHA-256 {}\n{}#pragma once\n\n#include "
      "\"tensorflow/lite/micro/micro_mutable_op_resolver.h\"\n\nusing ModelOpResolver = "
      "tflite::MicroMutableOpResolver<{}>;\n\ninline TfLiteStatus RegisterModelOps(ModelOpResolver& resolver) {{\n",
      printable(model), report.model.sha256, flashComment(report), std::max<std::size_t>(names.size(), 1));
  for (const std::string& name : names) {
    const std::string method = report::resolverMethod(name);
    if (report::tflmLacks(name)) {
      text += "  // TFLM has no " + name + ": replace the operator in the network, or port its kernel\n";
      continue;
    }
    text += method.empty() ? "  // Your own kernel: resolver.AddCustom(\"" + printable(name) + "\", its registration)\n"
                           : "  TF_LITE_ENSURE_STATUS(resolver." + method + "());\n";
  }
  return text + "  return kTfLiteOk;\n}\n";
}

} // namespace arenascope::output
