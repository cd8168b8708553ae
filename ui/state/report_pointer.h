// The report as the views share it: they keep the old one until the new one is there.
#pragma once

#include <memory>

#include "core/report/report.h"

namespace arenascope::ui {

using ReportPointer = std::shared_ptr<const report::Report>;

} // namespace arenascope::ui
