#include "app/cli/commands/compress_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/version_options.h"
#include "core/output/answers/compression_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

namespace {

struct CompressOptions {
  RunOptions run;
  output::VersionFiles files;
};

int runCompress(CompressOptions& options) {
  const auto request = jobOf(options.run, service::compressRequest);
  if (!request) return complain(request.error());
  const auto result = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::compressModel(*request, observer, control);
  });
  if (!result) return refuse(options.run, request->profile.model, result.error(), output::kCompressionSchema);
  const optimization::CompressionReport& report = *result;
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(report); })) return complain(*failed);
  if (auto failed = writeVersionAndSay(options.files, report.gains() ? *report.after : report.before, report.model))
    return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(report, colour); });
  return printed ? kExitDone : complain(cannotPrint());
}

} // namespace

void addCompressCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<CompressOptions>();
  CLI::App* command = addUseCase(app, "compress", options->run);
  addJsonOption(*command, options->run.json);
  addVersionOptions(*command, options->files, "Write the compressed model; with nothing to gain, the unchanged one",
                    "Write a C++ header with its kTensorArenaSize");
  command->footer("A constant is held by a table of up to 128 values (for all, or for each channel), by Huffman codes, "
                  "or without its zeros: the smallest, without loss. DECODE writes the values into the arena before "
                  "each operator that reads them. TFLM has it since October 2025; --resolver writes all operators "
                  "that the compressed model needs.");
  command->callback([options, status] { *status = runCompress(*options); });
}

} // namespace arenascope::cli
