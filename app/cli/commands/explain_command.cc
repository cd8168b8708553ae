#include "app/cli/commands/explain_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <iterator>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "core/output/answers/explanation_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

namespace {

constexpr std::size_t kMostInput = std::size_t{1} << 20; // of standard input, far more than needed

struct ExplainOptions {
  std::vector<std::string> message;
  RunOptions run;
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
  options.run.message = textOf(options.message);
  const auto request = jobOf(options.run, service::explainRequest);
  if (!request) return complain(request.error());
  const bool terminal = showsProgress();
  service::BatchControl control(service::explainedRuns());
  const auto explained = service::explainText(*request, terminal ? showProgress : nullptr, control);
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
  CLI::App* command = addUseCase(app, "explain", options->run, {"message"});
  command->add_option("MESSAGE", options->message, "The device's output, in quotes; - is standard input")->required();
  addJsonOption(*command, options->run.json, "Write the explanation as JSON");
  command->callback([options, status] { *status = runExplain(*options); });
}

} // namespace arenascope::cli
