#include "app/cli/overhead_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/exit_status.h"
#include "app/cli/run_options.h"
#include "core/profile/overhead_writer.h"
#include "emulator/session/target.h"

namespace arenascope::cli {

using profile::Report;
using session::ProfileRequest;

namespace {

struct Options {
  std::vector<std::filesystem::path> models;
  std::string target = ProfileRequest().target;
  std::string kernels;
  std::string json;
};

int run(const Options& options) {
  std::vector<ProfileRequest> requests;
  for (const std::filesystem::path& model : options.models) {
    ProfileRequest request;
    request.model = model;
    request.target = options.target;
    request.kernels = options.kernels;
    request.cache = session::userCache();
    requests.push_back(std::move(request));
  }
  const std::vector<Report> reports = profileWithProgress(requests);
  int status = kExitDone;
  for (const Report& report : reports)
    if (report.error) status = complain({report.error->stage, report.model.path + ": " + report.error->message});
  if (auto failed = writeIfAsked(options.json, [&] { return profile::overheadJson(reports); }))
    return complain(*failed);
  const bool printed = printJsonOr(
      options.json, [&] { return profile::overheadJson(reports); },
      [&](bool colour) { return profile::overheadText(reports, colour); });
  return printed ? status : complain(cannotPrint());
}

} // namespace

void addOverheadCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("overhead", "What the interpreter adds to the calculation, for several models side by side");
  command->add_option("MODEL", options->models, "One model or several")->required();
  addTargetOption(*command, options->target, "What the models run on");
  addKernelsOption(*command, options->kernels);
  command->add_option("--json", options->json, "The table as JSON; - is standard output")->type_name("FILE");
  command->callback([options, status] { *status = run(*options); });
}

} // namespace arenascope::cli
