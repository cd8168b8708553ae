#include "service/diagnose/doctor.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "service/profile/engines.h"
#include "service/profile/kernel_sets.h"
#include "service/profile/profiler.h"
#include "service/profile/requested_target.h"
#include "service/store/boards.h"
#include "service/store/evidence_files.h"
#include "service/store/samples.h"

namespace arenascope::service {

namespace {

constexpr const char* kSample = "sine.tflite";

std::string partOf(const engine::Target& target, const std::string& kernels) { return target.name + ", " + kernels; }

Finding examineTarget(const engine::Target& target, const std::string& kernels) {
  Finding finding{.part = partOf(target, kernels), .text = {}};
  ProfileRequest request;
  request.model = sampleFolder() / kSample;
  request.target = target.name;
  request.kernels = kernels;
  engine::RunControl control;
  const auto report = profileModel(request, {}, control);
  if (report && report->ok()) {
    finding.text = "runs a sample model: " + grouped(report->arena->minimum) + " bytes of arena" +
                   (report->cost ? ", " + grouped(report->cost->total.cycles) + " cycles" : "");
    return finding;
  }
  finding.health = Health::kBroken;
  finding.text = report ? report->error->message : report.error().message;
  return finding;
}

// Requirements of other engines.
std::vector<Finding> examineEngines() {
  std::vector<Finding> findings;
  const std::span<const engine::Engine* const> all = engines();
  for (auto each = all.rbegin(); each != all.rend(); ++each)
    for (Finding& finding : (*each)->examine()) findings.push_back(std::move(finding));
  return findings;
}

Finding examineCache() {
  Finding finding{.part = "cached results", .text = {}};
  const auto cache = userCache();
  if (cache == nullptr)
    return {finding.part, Health::kLimited, "neither XDG_CACHE_HOME nor HOME is set, so results are not cached"};
  std::error_code code;
  std::filesystem::create_directories(cache->folder(), code);
  if (access(cache->folder().c_str(), W_OK) != 0)
    return {finding.part, Health::kLimited,
            cache->folder().string() + " cannot be written to, so results are not cached"};
  const ResultCache::Usage usage = cache->usage();
  finding.text = grouped(usage.entries) + " results, " + humanBytes(usage.bytes) + " of at most " +
                 humanBytes(cache->limitBytes()) + ", in " + cache->folder().string();
  return finding;
}

void examineBoards(std::vector<Finding>& findings) {
  std::vector<Error> problems;
  const std::vector<hardware::Board> all = loadBoards(problems);
  const std::size_t boards = all.size();
  for (const Error& problem : problems) findings.push_back({"boards", Health::kLimited, problem.message});
  if (boards == 0)
    findings.push_back({"boards", Health::kLimited, "none: --board has no choices"});
  else
    findings.push_back({"boards", Health::kWorks, grouped(boards) + " can be chosen"});
  for (const hardware::Board& board : all) {
    const engine::Target& target = *engine::findTarget(board.core);
    if (std::string why = whyOtherLevel(target, kernelSets(target).front(), &board); !why.empty())
      findings.push_back({board.name, Health::kLimited, std::move(why)});
  }
}

// Data on the error of cycles.
void examineEvidence(std::vector<Finding>& findings) {
  if (allEvidence().empty())
    findings.push_back(
        {"evidence", Health::kLimited,
         "there is none in " + evidenceFolder().string() + ": reports do not state the accuracy of cycles"});
}

Finding examineComputer() {
  constexpr std::uint64_t kEnough = std::uint64_t{1} << 30; // sufficient for any network that fits a microcontroller
  std::ifstream stream("/proc/meminfo");
  std::string name;
  std::uint64_t kib = 0;
  for (std::string rest; stream >> name >> kib && name != "MemAvailable:";) std::getline(stream, rest);
  const std::string cores = grouped(processorCores()) + " processor cores, ";
  if (name != "MemAvailable:") return {"computer", Health::kWorks, cores + "memory unknown"};
  const std::uint64_t bytes = kib * 1024;
  return {"computer", bytes < kEnough ? Health::kLimited : Health::kWorks,
          cores + humanBytes(bytes) + " of memory available" + (bytes < kEnough ? ": large networks may not fit" : "")};
}

} // namespace

std::vector<Finding> examine() {
  std::vector<Finding> findings = examineEngines();
  for (const engine::Target& target : engine::targets())
    for (const std::string& kernels : {engine::ownKernelSets(target).front(), engine::ownKernelSets(target).back()})
      if (findings.empty() || findings.back().part != partOf(target, kernels))
        findings.push_back(examineTarget(target, kernels));
  findings.push_back(examineCache());
  examineBoards(findings);
  examineEvidence(findings);
  findings.push_back(examineComputer());
  return findings;
}

} // namespace arenascope::service
