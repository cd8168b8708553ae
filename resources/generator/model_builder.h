// The writer of models, for the generator of our sample models and for tests.
#pragma once

#include "core/model/builder/model_builder.h"

namespace arenascope::generator {

using namespace builder;

} // namespace arenascope::generator
