// ethos-u: work of the Ethos-U accelerator, one command stream for all that was compiled for it. Its memory is
// accounted for; there is no accelerator here to run it.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/custom.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // the OpData of this kernel
  std::int32_t commandBytes;
  int addresses; // scratch buffers: where each tensor lies, and how long it is
  int sizes;
};
static_assert(sizeof(Data) == bySize(12, 12));

Status prepare(Context& context, Node& node) {
  if (node.inputs->size < 1 || node.customInitialDataBytes == 0)
    return context.fail(Message() << "the operator has no command stream or no options");
  auto& data = userData<Data>(node);
  const auto tensors = static_cast<std::size_t>(node.inputs->size + node.outputs->size);
  ARENASCOPE_TRY(context.requestScratch(tensors * sizeof(std::uint64_t), &data.addresses));
  ARENASCOPE_TRY(context.requestScratch(tensors * sizeof(std::size_t), &data.sizes));
  const TempTensor commands = context.input(node, 0);
  if (!commands) return missing(context, "command stream");
  data.commandBytes = static_cast<std::int32_t>(commands->bytes);
  return Status::kOk;
}

// What it would have written stays as it is; whoever reads the run knows the operator's name and says so.
Status invoke(Context& /*context*/, Node& /*node*/) { return Status::kOk; }

} // namespace

constinit const Registration kEthosU = custom("ethos-u", initData<Data>, prepare, invoke);

} // namespace arenascope::kernels::reference
