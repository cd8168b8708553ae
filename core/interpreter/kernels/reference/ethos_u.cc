// ethos-u: work of the Ethos-U accelerator, one command stream for everything compiled for it. Only its memory is
// simulated; there is no accelerator to run it.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/custom.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // the OpData of this kernel
  std::int32_t commandBytes;
  int addresses; // scratch buffers: address and size of each tensor
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

// Outputs are not written; readers of the run recognize the operator by name and report this.
Status invoke(Context& /*context*/, Node& /*node*/) { return Status::kOk; }

} // namespace

constinit const Registration kEthosU = custom("ethos-u", initData<Data>, prepare, invoke);

} // namespace arenascope::kernels::reference
