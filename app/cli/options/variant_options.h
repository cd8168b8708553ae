// Targets and kernel sets that a changed model has to hold for: options of `plan` and `shrink`.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/options/run_options.h"
#include "service/optimize/planning.h"

namespace arenascope::cli {

struct VariantOptions {
  std::vector<std::string> targets = {service::ProfileRequest().target};
  std::vector<std::string> kernels; // empty: each target's default
};

// targetHelp: meaning of several targets. options must outlive parsing.
void addVariantOptions(CLI::App& command, VariantOptions& options, const std::string& targetHelp);
// All combinations: the first goes to the profile, others to `also`.
void setVariants(const VariantOptions& options, service::ProfileRequest& profile,
                 std::vector<service::PlanRequest::Variant>& also);

// Writes the error of a model that cannot be changed to the answer's destination. schema: of the JSON.
int refuse(const RunOptions& run, const std::filesystem::path& model, const Error& error, const char* schema);

} // namespace arenascope::cli
