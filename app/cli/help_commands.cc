#include "app/cli/help_commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include "app/cli/completions.h"
#include "app/cli/documentation_writer.h"
#include "app/cli/manual_page.h"
#include "app/cli/options/exit_status.h"
#include "app/cli/options/one_of.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reference_tables.h"

namespace arenascope::cli {

namespace {

int runCompletion(const CommandSpec& program, const std::string& shell) {
  const std::string text = shell == "bash"  ? bashCompletion(program)
                           : shell == "zsh" ? zshCompletion(program)
                                            : fishCompletion(program);
  return print(text) ? kExitDone : complain(cannotPrint());
}

int writePages(const std::vector<CommandSpec>& subcommands, const std::filesystem::path& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return complain({Stage::kExport, "folder " + folder.string() + " cannot be created: " + code.message()});
  if (auto failed = writeFile(folder / "arenascope.1", manualPage(subcommands))) return complain(*failed);
  for (const CommandSpec& subcommand : subcommands)
    if (auto failed = writeFile(folder / ("arenascope-" + subcommand.name + ".1"), manualPage(subcommand)))
      return complain(*failed);
  return kExitDone;
}

struct ManualOptions {
  std::string subcommand;
  std::string folder;
  std::string docs;
  std::string table;
};

int runManual(const CLI::App& app, const ManualOptions& options) {
  const std::vector<CommandSpec> subcommands = specOf(app);
  if (!options.table.empty()) return print(referenceTable(options.table, app)) ? kExitDone : complain(cannotPrint());
  if (!options.docs.empty()) {
    const auto failed = writeDocumentation(options.docs, options.folder, app);
    return failed ? complain(*failed) : kExitDone;
  }
  if (!options.folder.empty()) return writePages(subcommands, options.folder);
  const std::string& subcommand = options.subcommand;
  const auto found = std::find_if(subcommands.begin(), subcommands.end(),
                                  [&](const CommandSpec& spec) { return spec.name == subcommand; });
  return print(subcommand.empty() ? manualPage(subcommands) : manualPage(*found)) ? kExitDone : complain(cannotPrint());
}

} // namespace

void addCompletionCommand(CLI::App& app, int* status) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes arenascope's subcommands and options in a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(oneOf({"bash", "zsh", "fish"}));
  command->footer(
      "bash: source <(arenascope completion bash). zsh: arenascope completion zsh > _arenascope, in a folder "
      "of $fpath. fish: arenascope completion fish | source. The Debian package installs all three.");
  command->callback([&app, shell, status] { *status = runCompletion(programSpec(app), *shell); });
}

void addManualCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<ManualOptions>();
  CLI::App* command = app.add_subcommand("manual", "Print the manual page, or that of a subcommand, as roff for man");
  std::vector<std::string> names;
  for (const CLI::App* subcommand : std::as_const(app).get_subcommands(std::function<bool(const CLI::App*)>()))
    names.push_back(subcommand->get_name());
  command->add_option("SUBCOMMAND", options->subcommand, "A subcommand")->check(oneOf(names));
  command->add_option("--write", options->folder, "Write all pages to files in this folder")
      ->type_name("FOLDER")
      ->group(kFilesGroup);
  command
      ->add_option("--docs", options->docs,
                   "Write the documentation instead: the pages of this folder, with the reference's tables")
      ->needs("--write")
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER")
      ->group(kFilesGroup);
  command->add_option("--table", options->table, "Print a table of the reference as Markdown")
      ->check(oneOf(referenceTables()));
  command->callback([&app, options, status] { *status = runManual(app, *options); });
}

} // namespace arenascope::cli
