#include "service/store/evidence_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/base/log.h"
#include "core/devtree/checkout.h"

namespace arenascope::service {

namespace {

std::vector<hardware::Evidence> load() {
  std::vector<hardware::Evidence> all;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(evidenceFolder(), code)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream stream(entry.path());
    const std::string json{std::istreambuf_iterator<char>(stream), {}};
    Result<hardware::Evidence> evidence = hardware::parseEvidence(entry.path().stem().string(), json);
    if (evidence)
      all.push_back(std::move(*evidence));
    else
      log::warning(evidence.error().message);
  }
  std::sort(all.begin(), all.end(),
            [](const hardware::Evidence& a, const hardware::Evidence& b) { return a.name < b.name; });
  return all;
}

} // namespace

std::filesystem::path evidenceFolder() { return devtree::dataFolder("evidence"); }

std::span<const hardware::Evidence> allEvidence() {
  static const std::vector<hardware::Evidence> kAll = load();
  return kAll;
}

hardware::Accuracy accuracyOf(const report::RunConfiguration& settings, bool ourKernels) {
  return hardware::accuracyOf(allEvidence(), settings.target, settings.board ? settings.board->name : "",
                              ourKernels ? settings.kernels : "");
}

} // namespace arenascope::service
