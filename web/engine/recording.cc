// Without Git there is no history.
#include "service/history/recording.h"

namespace arenascope::service {

std::optional<Error> recordReport(const ProfileRequest& /*request*/, const Result<report::Report>& /*report*/,
                                  const RecordOptions& /*options*/) {
  return Error{Stage::kUsage, "--record needs the installed program: it calls Git"};
}

} // namespace arenascope::service
