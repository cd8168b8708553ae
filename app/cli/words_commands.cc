#include "app/cli/words_commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/cli/completions.h"
#include "app/cli/exit_status.h"
#include "app/cli/manual_page.h"
#include "app/cli/run_options.h"

namespace arenascope::cli {

namespace {

int runCompletion(const std::vector<VerbWords>& verbs, const std::string& shell) {
  const std::string text = shell == "bash"  ? bashCompletion(verbs)
                           : shell == "zsh" ? zshCompletion(verbs)
                                            : fishCompletion(verbs);
  return print(text) ? kExitDone : complain(cannotPrint());
}

int writePages(const std::vector<VerbWords>& verbs, const std::filesystem::path& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return complain({Stage::kExport, "folder " + folder.string() + " cannot be made: " + code.message()});
  if (auto failed = writeFile(folder / "arenascope.1", manualPage(verbs))) return complain(*failed);
  for (const VerbWords& verb : verbs)
    if (auto failed = writeFile(folder / ("arenascope-" + verb.name + ".1"), manualPage(verb)))
      return complain(*failed);
  return kExitDone;
}

int runManual(const std::vector<VerbWords>& verbs, const std::string& verb, const std::string& folder) {
  if (!folder.empty()) return writePages(verbs, folder);
  const auto found =
      std::find_if(verbs.begin(), verbs.end(), [&](const VerbWords& words) { return words.name == verb; });
  if (!verb.empty() && found == verbs.end()) return complain({Stage::kUsage, "there is no verb " + verb});
  return print(verb.empty() ? manualPage(verbs) : manualPage(*found)) ? kExitDone : complain(cannotPrint());
}

} // namespace

void addCompletionCommand(CLI::App& app, int* status) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "A script that completes arenascope's words in a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "bash: source <(arenascope completion bash). zsh: arenascope completion zsh > _arenascope, in a folder "
      "of $fpath. fish: arenascope completion fish | source. The Debian package installs all three.");
  command->callback([&app, shell, status] { *status = runCompletion(wordsOf(app), *shell); });
}

void addManualCommand(CLI::App& app, int* status) {
  struct Options {
    std::string verb;
    std::string folder;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("manual", "The manual page, of a verb where one is named, as roff for man");
  command->add_option("VERB", options->verb, "A verb");
  command->add_option("--write", options->folder, "All pages as files in this folder")->type_name("FOLDER");
  command->callback([&app, options, status] { *status = runManual(wordsOf(app), options->verb, options->folder); });
}

} // namespace arenascope::cli
