#include "core/diagnosis/audit.h"

#include <algorithm>
#include <set>

namespace arenascope::diagnosis {

const char* findingName(FindingKind kind) {
  switch (kind) {
  case FindingKind::kOverrun: return "overrun";
  case FindingKind::kReadBeyond: return "read beyond";
  case FindingKind::kDiffers: return "difference";
  default: return "crash";
  }
}

std::vector<FindingGroup> groupsOf(const Audit& audit) {
  std::vector<FindingGroup> groups;
  std::vector<std::set<std::string>> shapes;
  for (const AuditFinding& finding : audit.findings) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const FindingGroup& group) {
      return group.example->op == finding.op && group.example->kind == finding.kind;
    });
    const auto at = static_cast<std::size_t>(found - groups.begin());
    if (found == groups.end()) {
      groups.push_back({.example = &finding});
      shapes.emplace_back();
    }
    FindingGroup& group = groups[at];
    shapes[at].insert(finding.shape);
    group.shapes = static_cast<std::uint32_t>(shapes[at].size());
    group.mostBytes = std::max(group.mostBytes, finding.bytes);
    group.largestDifference = std::max(group.largestDifference, finding.largestDifference);
    if (finding.shape.size() < group.example->shape.size()) group.example = &finding;
  }
  return groups;
}

bool hasMemoryFindings(const Audit& audit) {
  return std::any_of(audit.findings.begin(), audit.findings.end(),
                     [](const AuditFinding& finding) { return finding.kind != FindingKind::kDiffers; });
}

} // namespace arenascope::diagnosis
