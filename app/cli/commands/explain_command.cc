#include "app/cli/commands/explain_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <iterator>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "core/output/answers/explanation_writer.h"
#include "service/diagnose/explaining.h"

namespace arenascope::cli {

namespace {

constexpr std::size_t kMostInput = std::size_t{1} << 20; // of standard input, far more than needed

struct ExplainOptions {
  service::ExplainRequest request;
  std::vector<std::string> message;
  RunOptions run;
  CLI::Option* target = nullptr;
};

std::string readStandardInput() {
  std::string text;
  for (std::istreambuf_iterator<char> at(std::cin), end; at != end && text.size() < kMostInput; ++at) text += *at;
  return text;
}

std::string textOf(const std::vector<std::string>& message) {
  if (message.size() == 1 && message.front() == "-") return readStandardInput();
  std::string text;
  for (const std::string& word : message) text += (text.empty() ? "" : " ") + word;
  return text;
}

int runExplain(ExplainOptions& options) {
  if (auto failed = applyRunOptions(options.run, options.request.profile)) return complain(*failed);
  options.request.alone = options.target->count() > 0 || !options.request.profile.kernels.empty();
  options.request.text = textOf(options.message);
  options.request.arenaBytes = options.run.arenaBytes;
  options.request.profile.arenaBytes = 0;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  service::BatchControl control(service::explainedRuns());
  const auto explained = service::explainText(options.request, terminal ? showProgress : nullptr, control);
  if (terminal) clearProgress();
  if (!explained) return complain(explained.error());
  const auto json = [&] { return output::toJson(explained->explanation, explained->reports); };
  if (auto failed = writeIfAsked(options.run.json, json)) return complain(*failed);
  const bool printed =
      printText([&](bool colour) { return output::toText(explained->explanation, explained->reports, colour); });
  if (!printed) return complain(cannotPrint());
  if (explained->refused) return complain(*explained->refused);
  if (explained->explanation.understood()) return kExitDone;
  return complain({Stage::kMessage, "no message of TensorFlow Lite Micro has been recognised: paste whole lines of the "
                                    "device's output, or give - and the log on standard input"});
}

} // namespace

void addExplainCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand(
      "explain",
      "Explain a message that TensorFlow Lite Micro printed on a device, for this model, and suggest a remedy");
  addModelArgument(*command, options->request.profile.model)->required();
  command->add_option("MESSAGE", options->message, "The device's output, in quotes; - is standard input")->required();
  options->target = addTargetOption(*command, options->request.profile.target,
                                    "Try only this one (default: all that differ in memory)");
  addKernelsOption(*command, options->request.profile.kernels);
  addRevisionOptions(*command, options->request.profile);
  addResourceVariables(*command, options->run,
                       "Assume N resource variable slots in the firmware (default: as many as the model names)");
  addArenaSize(*command, options->run, "Size of the device's arena, if known");
  addJsonOption(*command, options->run.json, "Write the explanation as JSON; - is standard output");
  addLimitOptions(*command, options->run);
  command->callback([options, status] { *status = runExplain(*options); });
}

} // namespace arenascope::cli
