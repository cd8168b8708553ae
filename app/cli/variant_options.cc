#include "app/cli/variant_options.h"

#include <cmath>

#include "core/plan/plan_report.h"

namespace arenascope::cli {

void addVariantOptions(CLI::App& command, VariantOptions& options, const std::string& targetHelp) {
  command.add_option("--target", options.targets, targetHelp)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(session::targetNames()))
      ->capture_default_str()
      ->type_name("NAME,...");
  command.add_option("--kernels", options.kernels, "Kernel sets; by default what each target runs with")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(kernelSetNames())
      ->type_name("NAME,...");
}

void setVariants(const VariantOptions& options, session::ProfileRequest& profile,
                 std::vector<session::PlanRequest::Variant>& also) {
  const std::vector<std::string> kernels = options.kernels.empty() ? std::vector<std::string>{""} : options.kernels;
  for (const std::string& target : options.targets)
    for (const std::string& set : kernels) also.push_back({target, set});
  profile.target = also.front().target;
  profile.kernels = also.front().kernels;
  also.erase(also.begin());
}

void addTimeLimit(CLI::App& command, std::optional<double>& seconds, const std::string& help) {
  const CLI::Range most(0.0, 86'400.0);
  command.add_option("--time-limit", seconds, help)
      ->check([most](const std::string& text) {
        double number = 0;
        if (CLI::detail::lexical_cast(text, number) && std::isnan(number)) return text + ": not a number";
        return most(text);
      })
      ->type_name("S");
}

int refuse(const RunOptions& run, const std::filesystem::path& model, const Error& error, const char* schema) {
  const auto json = [&] { return plan::failedJson(model.string(), error, schema); };
  if (auto failed = writeIfAsked(run.json, json)) return complain(*failed);
  return complain(error);
}

} // namespace arenascope::cli
