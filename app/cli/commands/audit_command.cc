#include "app/cli/commands/audit_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/one_of.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/answers/audit_writer.h"
#include "service/use_case/resolve.h"
#include "service/use_case/use_cases.h"

namespace arenascope::cli {

namespace {

struct AuditOptions {
  RunOptions run;
  std::string failOn;
};

bool fails(const AuditOptions& options, const diagnosis::Audit& audit) {
  return options.failOn == "memory" ? diagnosis::hasMemoryFindings(audit)
                                    : options.failOn == "finding" && !audit.findings.empty();
}

int runAudit(const CLI::App& command, AuditOptions& options) {
  if (!options.run.models.empty())
    if (auto wrong = refuseForModel(command, options.run.models.front())) return complain(*wrong);
  const auto request = jobOf(options.run, service::auditRequest);
  if (!request) return complain(request.error());
  const auto audit = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::auditLibrary(*request, observer, control);
  });
  if (!audit) return complain(audit.error());
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(*audit); })) return complain(*failed);
  if (auto failed = writeIfAsked(options.run.csv, [&] { return output::toCsv(*audit); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(*audit, colour); });
  if (!printed) return complain(cannotPrint());
  return fails(options, *audit) ? kExitOverBudget : kExitDone;
}

} // namespace

void addAuditCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<AuditOptions>();
  CLI::App* command = app.add_subcommand("audit", service::findUseCase("audit")->summary);
  command->add_option("NAME", options->run.library, service::fieldOf("library").help)->required();
  addFields(*command, "audit", options->run, {"library"});
  addJsonOption(*command, options->run.json, "Write the findings as JSON");
  addCsvOption(*command, options->run, "Write one row of CSV for each finding");
  command
      ->add_option("--fail-on", options->failOn,
                   "Exit with status 3. memory: if a kernel leaves its buffers or crashes; finding: also if outputs "
                   "differ")
      ->check(oneOf({"memory", "finding"}))
      ->type_name("WHAT");
  command->footer(
      "Outputs are compared bit by bit. Kernels that round otherwise than the reference kernels differ by 1; "
      "floats can differ in their last bits.");
  command->callback([command, options, status] { *status = runAudit(*command, *options); });
}

} // namespace arenascope::cli
