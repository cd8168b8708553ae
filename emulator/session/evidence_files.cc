#include "emulator/session/evidence_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/base/log.h"
#include "core/devtree/checkout.h"

namespace arenascope::session {

namespace {

std::vector<profile::Evidence> load() {
  std::vector<profile::Evidence> all;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(evidenceFolder(), code)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream stream(entry.path());
    const std::string json{std::istreambuf_iterator<char>(stream), {}};
    Result<profile::Evidence> evidence = profile::parseEvidence(entry.path().stem().string(), json);
    if (evidence)
      all.push_back(std::move(*evidence));
    else
      log::warning(evidence.error().message);
  }
  std::sort(all.begin(), all.end(),
            [](const profile::Evidence& a, const profile::Evidence& b) { return a.name < b.name; });
  return all;
}

} // namespace

std::filesystem::path evidenceFolder() { return devtree::dataFolder("evidence"); }

std::span<const profile::Evidence> allEvidence() {
  static const std::vector<profile::Evidence> kAll = load();
  return kAll;
}

profile::Accuracy accuracyOf(const profile::RunConfiguration& settings, bool ourKernels) {
  return profile::accuracyOf(allEvidence(), settings.target, settings.board ? settings.board->name : "",
                             ourKernels ? settings.kernels : "");
}

} // namespace arenascope::session
