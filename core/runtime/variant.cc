#include "core/runtime/variant.h"

namespace arenascope::runtime {

std::size_t dataBytes = 0;

} // namespace arenascope::runtime
