#include "app/cli/options/variant_options.h"

#include "core/output/json_writer.h"

namespace arenascope::cli {

void addVariantOptions(CLI::App& command, VariantOptions& options, const std::string& targetHelp) {
  command.add_option("--target", options.targets, targetHelp)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(knownTargets())
      ->capture_default_str()
      ->type_name("NAME,...");
  command.add_option("--kernels", options.kernels, "Kernel sets (default: each target's default)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(kernelSetNames())
      ->type_name("NAME,...");
}

void setVariants(const VariantOptions& options, service::ProfileRequest& profile,
                 std::vector<service::PlanRequest::Variant>& also) {
  const std::vector<std::string> kernels = options.kernels.empty() ? std::vector<std::string>{""} : options.kernels;
  for (const std::string& target : options.targets)
    for (const std::string& set : kernels) also.push_back({target, set});
  profile.target = also.front().target;
  profile.kernels = also.front().kernels;
  also.erase(also.begin());
}

int refuse(const RunOptions& run, const std::filesystem::path& model, const Error& error, const char* schema) {
  const auto json = [&] { return output::failedJson(model.string(), error, schema); };
  if (auto failed = writeIfAsked(run.json, json)) return complain(*failed);
  return complain(error);
}

} // namespace arenascope::cli
