#include "app/cli/options/run_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/numbered_file.h"
#include "core/base/number_text.h"
#include "service/use_case/use_cases.h"

namespace arenascope::cli {

namespace {

using service::Count;
using service::Field;
using service::Taken;

// Names one of an open list, as months are.
CLI::Validator knownWord(const Field& field) {
  return {[&field](std::string& word) { return service::wrongWord(field, word); }, ""};
}

void checkNames(CLI::Option& option, const Taken& taken) {
  const Field& field = service::fieldOf(taken.field);
  if (taken.choices != nullptr || (field.choices != nullptr && field.check == nullptr))
    option.check(taken.choices != nullptr ? oneOf(taken.choices())
                                          : oneOf(field.choices(), [&field](const std::string& word) {
                                              return service::hintOf(field, word);
                                            }));
  else if (field.check != nullptr)
    option.check(knownWord(field));
}

std::string typeOf(const Taken& taken, const Field& field) {
  const bool list = taken.count != Count::kOne && std::string(field.unit).find("...") == std::string::npos;
  return list ? std::string(field.unit) + ",..." : field.unit;
}

CLI::Option* addModels(CLI::App& command, const Taken& taken, service::Request& request) {
  const char* name = command.get_name() == "batch" ? "MODELS" : "MODEL"; // of folders as well
  const std::string help = service::helpOf(taken);
  CLI::Option* option = taken.count == Count::kOne
                            ? command.add_option_function<std::string>(
                                  name, [&request](const std::string& model) { request.models = {model}; }, help)
                            : command.add_option(name, request.models, help);
  return uses(option, FileUse::kRead);
}

CLI::Option* addTexts(CLI::App& command, const Taken& taken, const Field& field, std::vector<std::string>& texts) {
  const std::string help = service::helpOf(taken);
  if (std::string(field.unit) == "MODEL") return nullptr;
  if (std::string(field.unit).find('=') != std::string::npos) {
    CLI::Option* option = command.add_option(optionOf(field), texts, help)->type_name(field.unit);
    if (std::string(field.unit).ends_with("...")) option->delimiter(',')->allow_extra_args(false);
    checkNames(*option, taken);
    return std::string(field.unit) == "I=FILE" ? uses(option, FileUse::kReadNumbered) : option;
  }
  CLI::Option* option = taken.count == Count::kOne
                            ? command.add_option_function<std::string>(
                                  optionOf(field), [&texts](const std::string& text) { texts = {text}; }, help)
                            : command.add_option(optionOf(field), texts, help)->delimiter(',')->allow_extra_args(false);
  checkNames(*option, taken);
  if (taken.count != Count::kOne || field.check != nullptr) option->type_name(typeOf(taken, field));
  return option;
}

WholeRange rangeOf(const Field& field) {
  constexpr double kMost = 1e18; // of what a field says: no limit but the number's own
  WholeRange range{.lowest = static_cast<std::uint64_t>(field.lowest),
                   .scaled = std::string(field.unit).find("K|M|G") != std::string::npos};
  if (field.highest < kMost) range.highest = static_cast<std::uint64_t>(field.highest);
  return range;
}

// Adds the option of a field; what its member is decides how.
struct AddOption {
  CLI::App& command;
  const Taken& taken;
  const Field& field;
  service::Request& request;

  CLI::Option* operator()(service::Flag flag) const {
    const bool given = !(service::Request().*flag);
    bool& value = request.*flag;
    return command.add_flag_callback(
        optionOf(field), [&value, given] { value = given; }, service::helpOf(taken));
  }
  CLI::Option* operator()(service::Text text) const {
    const std::string name = optionOf(field).empty() ? field.unit : optionOf(field);
    CLI::Option* option = command.add_option(name, request.*text, service::helpOf(taken));
    checkNames(*option, taken);
    if (field.choices == nullptr || field.check != nullptr) option->type_name(field.unit);
    if (std::string(field.unit) == "DIR") return uses(option, FileUse::kRead);
    return std::string(field.unit) == "FILE" ? uses(option, FileUse::kAppend) : option;
  }
  CLI::Option* operator()(service::Texts texts) const {
    return std::string(field.name) == "model" ? addModels(command, taken, request)
                                              : addTexts(command, taken, field, request.*texts);
  }
  CLI::Option* operator()(service::Whole whole) const {
    return addWhole(command, optionOf(field), request.*whole, rangeOf(field), service::helpOf(taken));
  }
  CLI::Option* operator()(service::Real real) const {
    return addReal(command, optionOf(field), request.*real, {field.lowest, field.highest}, service::helpOf(taken),
                   field.unit);
  }
};

// What an option needs or excludes, as far as the subcommand has it.
void relate(CLI::App& command, const Field& field) {
  CLI::Option* option = command.get_option_no_throw(optionOf(field));
  if (option == nullptr) return;
  if (*field.needs != '\0')
    if (CLI::Option* other = command.get_option_no_throw(optionOf(service::fieldOf(field.needs)))) option->needs(other);
  if (std::string(field.name) == "board")
    if (CLI::Option* target = command.get_option_no_throw("--target")) option->excludes(target);
}

} // namespace

void addFields(CLI::App& command, const char* useCase, service::Request& options, const std::vector<std::string>& own) {
  for (const Taken& taken : service::findUseCase(useCase)->takes) {
    const Field& field = service::fieldOf(taken.field);
    if (!isIn(taken, service::kCommandLine) || std::find(own.begin(), own.end(), field.name) != own.end()) continue;
    CLI::Option* option = std::visit(AddOption{command, taken, field, options}, field.member);
    if (*field.otherwise != '\0') option->default_str(taken.otherwise != nullptr ? taken.otherwise : field.otherwise);
    if (taken.required) option->required();
    if (!option->get_positional()) option->group(field.group);
  }
  for (const Taken& taken : service::findUseCase(useCase)->takes) relate(command, service::fieldOf(taken.field));
}

CLI::App* addUseCase(CLI::App& app, const char* name, service::Request& options, const std::vector<std::string>& own) {
  CLI::App* command = app.add_subcommand(name, service::findUseCase(name)->summary);
  addFields(*command, name, options, own);
  return command;
}

void addJsonOption(CLI::App& command, std::string& json, const std::string& help) {
  addOutput(command, "--json", json, help + "; - is standard output");
}

std::optional<Error> readInputs(RunOptions& options) {
  constexpr const char* kStandardInput = "-";
  const auto& models = options.models;
  if (std::find(models.begin(), models.end(), kStandardInput) != models.end() &&
      !options.contents.contains(kStandardInput)) {
    const std::string bytes(std::istreambuf_iterator<char>(std::cin), {});
    options.contents[kStandardInput].assign(bytes.begin(), bytes.end());
  }
  options.inputBytes.clear();
  for (const std::string& text : options.inputs) {
    Result<NumberedFile> file = readNumberedFile("--input", text);
    if (!file) return file.error();
    if (options.inputBytes.size() <= file->number) options.inputBytes.resize(file->number + 1);
    options.inputBytes[file->number] = std::move(file->bytes);
  }
  return std::nullopt;
}

int refuse(const RunOptions& run, const service::UseCase& useCase, const Error& error) {
  if (auto failed = writeIfAsked(run.json, [&] { return service::failedAnswer(useCase, run, error); }))
    return complain(*failed);
  return complain(error);
}

int complain(const Error& error) {
  if (error.message.empty()) return kExitFailed; // standard output was closed
  std::cerr << "arenascope: " << printable(error.message) << "\n";
  if (error.stage == Stage::kBudget) return kExitOverBudget;
  return error.stage == Stage::kUsage ? kExitUsage : kExitFailed;
}

int complain(const std::vector<Error>& errors) {
  int status = kExitDone;
  for (const Error& error : errors)
    if (const int own = complain(error); status == kExitDone || own != kExitOverBudget) status = own;
  return status;
}

int printed(const std::string& text) { return print(text) ? kExitDone : complain(cannotPrint()); }

void showProgress(const service::Progress& progress) {
  std::fprintf(stderr, "\r\x1b[K%s", service::describe(progress).c_str());
  std::fflush(stderr);
}

void clearProgress() { std::fputs("\r\x1b[K", stderr); }

} // namespace arenascope::cli
