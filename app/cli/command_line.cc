#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>
#include <span>
#include <stdexcept>

#include "app/cli/command_spec.h"
#include "app/cli/commands.h"
#include "app/cli/help_topics.h"
#include "app/cli/options/exit_status.h"
#include "app/cli/results/output_files.h"
#include "app/cli/wrapped_help.h"
#include "core/base/likely_name.h"
#include "core/base/log.h"
#include "core/base/number_text.h"
#include "service/use_case/use_cases.h"

namespace arenascope::cli {

namespace {

struct WrongUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace

struct CommandLine::State {
  CLI::App app{"ArenaScope: size of a TensorFlow Lite Micro arena, its contents, and the cost of an inference",
               "arenascope"};
  int status = kExitDone;
  int verbose = 0;
  std::string logFile;

  // Before any subcommand runs.
  void startLog() const {
    const log::Level asked = verbose == 0   ? log::levelOfEnvironment().value_or(log::Level::kWarning)
                             : verbose == 1 ? log::Level::kInfo
                                            : log::Level::kDebug;
    if (const std::string problem = log::start({.onStandardError = asked, .file = logFile}); !problem.empty())
      throw std::runtime_error(problem);
  }
};

namespace {

// For an unknown option: the subcommands that have it; empty if none does.
std::string describeForeign(const CLI::App& app) {
  const std::vector<CLI::App*> asked = app.get_subcommands();
  for (const std::string& word : app.remaining(true)) {
    const std::string option = word.substr(0, word.find('='));
    std::vector<std::string> subcommands;
    for (const CommandSpec& subcommand : specOf(app))
      for (const OptionSpec& known : subcommand.options)
        if (std::find(known.names.begin(), known.names.end(), option) != known.names.end())
          subcommands.push_back(subcommand.name);
    if (!subcommands.empty() && !asked.empty())
      return asked.front()->get_name() + " does not take " + option + "; these do: " + joined(subcommands);
  }
  return "";
}

// For an unknown option: a similar one of the subcommand; empty if there is none.
std::string describeMisspelt(const CLI::App& app) {
  const std::vector<CLI::App*> asked = app.get_subcommands();
  if (asked.empty()) return "";
  std::vector<std::string> names;
  for (const CLI::App* taker : {static_cast<const CLI::App*>(asked.front()), &app})
    for (const CLI::Option* option : taker->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (const std::string& word : app.remaining(true)) {
    const std::string option = word.substr(0, word.find('='));
    if (!option.starts_with("-")) continue;
    if (const std::string likely = didYouMean(option, names); !likely.empty())
      return asked.front()->get_name() + " has no option " + option + likely;
  }
  return "";
}

// Where there is no subcommand `word`: a similar one, or all.
std::string describeUnknown(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!subcommand->get_group().empty()) names.push_back(subcommand->get_name()); // others are not for people
  const std::string text =
      "there is no subcommand " + (app.get_parent() == nullptr ? "" : app.get_name() + " ") + printable(word);
  if (service::findUseCase(word) != nullptr) // of another build, as npm's
    return text + " here: only the installed program has it; there are: " + joined(names);
  if (const std::string likely = didYouMean(word, names); !likely.empty()) return text + likely;
  if (word == "help") return text + "; did you mean arenascope --help?";
  if (word.find('.') != std::string::npos) return text + "; did you mean arenascope profile " + printable(word) + "?";
  return text + "; there are: " + joined(names);
}

bool takesInputs(const CLI::App& app) {
  const std::vector<const CLI::Option*> options = app.get_options();
  return std::any_of(options.begin(), options.end(),
                     [](const CLI::Option* option) { return option->get_positional(); });
}

// The first word that stands where a subcommand should; empty if one does, or nothing, or if it may be an input.
std::string wrongSubcommand(const CLI::App& app, std::span<char*> arguments) {
  const std::vector<const CLI::App*> subcommands = app.get_subcommands([](const CLI::App*) { return true; });
  if (subcommands.empty() || takesInputs(app)) return {};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string word = arguments[i];
    if (word.starts_with('-')) {
      const CLI::Option* option = app.get_option_no_throw(word);
      if (option == nullptr && !word.starts_with("-v")) return {}; // the parser says what is wrong
      if (option != nullptr && option->get_expected_min() > 0 && option->get_type_size() > 0) ++i;
      continue;
    }
    for (const CLI::App* subcommand : subcommands)
      if (subcommand->get_name() == word) return wrongSubcommand(*subcommand, arguments.subspan(i + 1));
    return describeUnknown(app, word);
  }
  return {};
}

// A variable of a shell that is not set gives an empty value, which would pass for the default.
void refuseEmpty(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const std::vector<std::string>& values = option->results();
    if (option->get_type_size() > 0 && std::find(values.begin(), values.end(), "") != values.end())
      throw WrongUsage(option->get_name() + " is empty: give a value, or leave it out");
  }
  for (const CLI::App* subcommand : app.get_subcommands()) refuseEmpty(*subcommand);
}

// Our own message if there is one, otherwise the parser's.
int complainOr(const std::string& known, const CLI::App& app, const CLI::ParseError& error) {
  if (known.empty())
    app.exit(error);
  else
    std::cerr << "arenascope: " << known << "\n";
  return kExitUsage;
}

} // namespace

CommandLine::CommandLine() : state_(std::make_unique<State>()) {
  // A closed reader (as `| head`) gives a write error instead of a signal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN); // likewise for files beyond the user's size limit
  CLI::App& app = state_->app;
  app.set_version_flag("--version", "arenascope " ARENASCOPE_VERSION);
  app.add_flag("-v,--verbose", state_->verbose,
               "Log images, boards and runs with sizes and times to standard error; -vv logs more. Without it, "
               "ARENASCOPE_LOG sets the level: debug, info, warning, error or off");
  uses(app.add_option("--log-file", state_->logFile, "Append the log of -vv, with times, to this file"),
       FileUse::kAppend)
      ->type_name("FILE");
  auto layout = std::make_shared<WrappedHelp>();
  layout->label("Positionals", "Arguments");
  app.formatter(layout);
  app.require_subcommand(1);
  app.fallthrough(); // global options may stand before or after the subcommand
  app.parse_complete_callback([this] {
    refuseEmpty(state_->app);
    if (const auto wrong = filesOverwritten(state_->app)) throw WrongUsage(wrong->message);
    state_->startLog();
  });
  addCommands(app, &state_->status);
  // Last, since subcommands would take it over.
  app.footer("`arenascope SUBCOMMAND --help` lists all options, `arenascope --help topics` the documentation.");
}

CommandLine::~CommandLine() = default;

int CommandLine::run(int argc, char** argv) {
  CLI::App& app = state_->app;
  state_->status = kExitDone;
  if (const auto topic = requestedTopic(argc, argv)) return printTopic(app, *topic);
  if (const std::string wrong = wrongSubcommand(app, std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
      !wrong.empty()) {
    std::cerr << "arenascope: " << wrong << "\n";
    return kExitUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) { // --help, --version
    return app.exit(asked);
  } catch (const CLI::ExtrasError& error) {
    const std::string foreign = describeForeign(app);
    return complainOr(foreign.empty() ? describeMisspelt(app) : foreign, app, error);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return kExitUsage;
  } catch (const WrongUsage& error) {
    std::cerr << "arenascope: " << error.what() << "\n";
    return kExitUsage;
  } catch (const std::exception& error) {
    std::cerr << "arenascope: " << error.what() << "\n";
    return kExitFailed;
  }
  return state_->status;
}

} // namespace arenascope::cli
