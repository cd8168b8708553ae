// The targets and kernel sets that a changed model must hold for: options of `plan` and `shrink`.
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
  std::vector<std::string> kernels; // empty: what each target runs with by default
};

// targetHelp: what several of them mean. The options outlive the parsing.
void addVariantOptions(CLI::App& command, VariantOptions& options, const std::string& targetHelp);
// Every kernel set on every target: the first is the profile's, the others follow.
void setVariants(const VariantOptions& options, service::ProfileRequest& profile,
                 std::vector<service::PlanRequest::Variant>& also);

// A model that cannot be changed: its error goes where the answer was asked for. schema: of the JSON.
int refuse(const RunOptions& run, const std::filesystem::path& model, const Error& error, const char* schema);

} // namespace arenascope::cli
