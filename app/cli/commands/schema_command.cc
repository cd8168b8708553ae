#include "app/cli/commands/subcommands.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "core/output/json_parts.h"
#include "service/use_case/answer_schema.h"

namespace arenascope::cli {

void addSchemaCommand(CLI::App& app, int* status) {
  auto subcommand = std::make_shared<std::string>();
  std::vector<std::string> subcommands;
  for (const service::UseCase& useCase : service::useCases()) subcommands.emplace_back(useCase.name);
  CLI::App* command =
      app.add_subcommand("schema", "Print the JSON Schema of a subcommand's --json; for batch, of a line");
  command->add_option("SUBCOMMAND", *subcommand, "The subcommand")->required()->check(oneOf(subcommands));
  command->callback([subcommand, status] {
    const service::UseCase& useCase = *service::findUseCase(*subcommand == "batch" ? "profile" : *subcommand);
    *status = printed(output::dumped(service::answerSchema(useCase)));
  });
}

} // namespace arenascope::cli
