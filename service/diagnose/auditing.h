// Runs an added library's kernels with many shapes, checks each access to memory, and compares their outputs with those
// of the reference kernels.
#pragma once

#include <optional>

#include "core/diagnosis/audit.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

inline constexpr std::uint32_t kAuditedShapes = 24;

struct AuditRequest {
  std::string library;                   // name of the kernel set
  std::filesystem::path model;           // empty: all operators; otherwise those of the model, first as they are in it
  std::optional<model::ModelFile> file;  // the model, if it is in memory
  std::uint32_t shapes = kAuditedShapes; // of each operator
  std::optional<double> seconds;         // then it ends with what it has
  arenascope::Limits limits;             // of each run
};

// Fails if there is no such library, or the model cannot be loaded or has no operator that can be run alone.
Result<diagnosis::Audit> auditLibrary(const AuditRequest& request, const ProfileObserver& observer,
                                      engine::RunControl& control);

} // namespace arenascope::service
