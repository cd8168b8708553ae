// Used by other kernel sets: operators for types that these lack kernels for. The node has been prepared; its data
// starts with the struct that both sets share.
#pragma once

#include "core/interpreter/kernels/checks.h"

namespace arenascope::kernels::reference {

void convFloat(Context& context, const Node& node);
// 8-bit inputs, 4-bit filters read in place.
void convInt4(Context& context, const Node& node);

void depthwiseConvFloat(Context& context, const Node& node);
void depthwiseConvInt4(Context& context, const Node& node);
void depthwiseConvInt16(Context& context, const Node& node);

void fullyConnectedFloat(Context& context, const Node& node);
void fullyConnectedInt4(Context& context, const Node& node);

Status averagePoolFloat(Context& context, const Node& node);
Status maxPoolFloat(Context& context, const Node& node);

void batchMatmulFloat(Context& context, const Node& node);
void transposeConvFloat(Context& context, const Node& node);
void transposeConvInt16(Context& context, const Node& node);
void softmaxFloat(Context& context, const Node& node);
void svdfFloat(Context& context, const Node& node);
void lstmFloat(Context& context, const Node& node);

} // namespace arenascope::kernels::reference
