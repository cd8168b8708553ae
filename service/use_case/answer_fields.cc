#include "service/use_case/answer_fields.h"

#include <iterator>
#include <vector>

namespace arenascope::service {

namespace {

// clang-format off: a row is a line.
constexpr AnswerField kModelFields[] = {
    {"path", "text", "file name, or the given path with --whole-path"},
    {"bytes", "whole", "size of the file"},
    {"sha256", "text", "SHA-256 of the file"},
    {"version", "whole", "version of the file's schema"},
    {"description", "text", "description in the file"},
    {"subgraphs", "whole", "number of subgraphs"},
    {"operators", "whole", "number of operators in all subgraphs"},
    {"tensors", "whole", "number of tensors in all subgraphs"},
    {"weight_bytes", "whole", "bytes of constant tensors"},
    {"accelerator", "any", "commands that an accelerator's compiler has put into the model"},
    {"architecture", "=architecture", "how ArenaScope has changed its shapes; its outputs mean nothing"},
    {"quantized", "=quantized", "how ArenaScope has quantized it; without real inputs its outputs mean nothing"},
};
constexpr AnswerField kArchitectureFields[] = {
    {"changes", "texts", "changes of inputs, layers, operators and outputs"},
    {"random_constants", "whole", "constants of another shape, with random values"},
};
constexpr AnswerField kQuantizedFields[] = {
    {"numbers", "text", "int8, int16x8 or int8-float-io"},
    {"real_inputs", "whole", "real inputs that its ranges come from; 0: random ones"},
    {"in_float", "[in_float", "operators that stay in float"},
    {"accuracy", "[output_accuracy", "float outputs beside those of the float model, over all real inputs"},
};
constexpr AnswerField kInFloatFields[] = {
    {"index", "whole", "index in the main graph of the float model"},
    {"name", "text", "name of the operator"},
    {"reason", "text", "reason for staying in float"},
};
constexpr AnswerField kOutputAccuracyFields[] = {
    {"output", "whole", "index of the output"},
    {"mean_difference", "number", "mean difference of an element"},
    {"largest_difference", "number", "largest difference of an element"},
    {"float_range", "number", "range of the float model's elements"},
    {"agreements", "whole", "real inputs for which the same element is the largest"},
};
constexpr AnswerField kErrorFields[] = {
    {"stage", "text", "step that failed: load, validate, target, allocate, invoke ..."},
    {"message", "text", "explanation for a person"},
    {"subgraph", "whole", "subgraph of the operator at fault; -1: none"},
    {"op", "whole", "index of that operator in its subgraph; -1: none"},
};
// What any document has instead of its own fields, or beside them, where there is no answer.
constexpr AnswerField kFailureFields[] = {
    {"status", "text", "failed"},
    {"error", "=error", "reason of the failure"},
    {"model", "=model", "model that failed; its path alone if it cannot be read"},
};
constexpr AnswerField kArenaFields[] = {
    {"used_bytes", "whole", "value of arena_used_bytes() after set-up"},
    {"head_bytes", "whole", "planned buffers: tensors and scratch memory"},
    {"tail_bytes", "whole", "persistent data: structs, kernel data, variables"},
    {"temp_peak_bytes", "whole", "peak of temporary memory during set-up"},
    {"minimum_bytes", "whole", "smallest arena that works, a multiple of 16"},
    {"minimum_proven", "yes", "the model has run at the minimum, and 16 bytes less are not enough"},
    {"recommended_bytes", "whole", "value for kTensorArenaSize"},
    {"any_address", "yes", "recommended_bytes are enough at any address of the array"},
    {"construction_order", "wholes", "order of the models in a shared arena that needs least memory"},
    {"apart_bytes", "whole", "sum of separate arenas, for models that share one"},
    {"split_arenas", "=split_arenas", "sizes of two arenas instead of one"},
};
constexpr AnswerField kSplitArenasFields[] = {
    {"persistent_bytes", "whole", "arena of persistent memory"},
    {"non_persistent_bytes", "whole", "arena of tensors and scratch buffers"},
};
constexpr AnswerField kAccuracyFields[] = {
    {"experimental", "yes", "no device has been compared with this core"},
    {"text", "text", "explanation for a person"},
    {"kernels", "text", "kernels on the measured devices"},
    {"compiler", "text", "compiler on the measured devices"},
    {"operators", "anys", "error by kind of operator"},
};
constexpr AnswerField kCostFields[] = {
    {"total", "whole", "of one inference"},
    {"kernels", "whole", "part inside operators"},
    {"interpreter", "whole", "part outside operators"},
    {"overhead_percent", "number", "interpreter, in percent of kernels"},
};
constexpr AnswerField kFunctionFields[] = {
    {"name", "text", "name in the source"},
    {"cycles", "whole", "cycles in the function, without its callees"},
    {"instructions", "whole", "instructions in the function, without its callees"},
};
constexpr AnswerField kBoardFields[] = {
    {"name", "text", "name for --board"},
    {"title", "text", "name for people"},
    {"core", "text", "target of the board's processor"},
    {"clock_mhz", "number", "CPU clock"},
    {"flash_wait_states", "whole", "wait states of a read from flash"},
    {"ram_bytes", "whole", "RAM of all regions"},
    {"flash_bytes", "whole", "size of the flash"},
    {"reserved_ram_bytes", "whole", "RAM reserved for the platform"},
    {"reserved_flash_bytes", "whole", "flash reserved for the platform"},
    {"reserved_for", "text", "platform of the reserved memory"},
    {"usual_tflm", "text", "usual revision of TFLM on this board"},
    {"c_library", "text", "C library that replaces functions of newlib"},
    {"fitted", "text", "data that the memory timing has been fitted to"},
    {"milliseconds", "number", "time of one inference"},
    {"frames_per_second", "number", "inferences per second"},
    {"arena_bytes", "whole", "arena that the model needs"},
    {"arena_room_bytes", "whole", "largest array that fits the RAM"},
    {"arena_room_left_bytes", "whole", "rest of that array; negative if the model does not fit"},
    {"ram_left_bytes", "whole", "free RAM in all regions"},
    {"flash_needed_bytes", "whole", "flash of model, kernels and interpreter"},
    {"flash_left_bytes", "whole", "free flash; negative if the model does not fit"},
    {"fits", "yes", "arena and flash fit"},
    {"status", "text", "ok or failed"},
    {"error", "=error", "error of the run on this board"},
    {"cycles", "whole", "cycles of one inference"},
    {"accuracy", "=accuracy", "accuracy of the cycles"},
    {"notes", "texts", "notes for a person"},
    {"hazards", "[hazard", "known faults that the model triggers there"},
    {"kernels", "text", "kernel set, if it differs from the first row's"},
};
constexpr AnswerField kRegionFields[] = {
    {"region", "text", "name of the region"},
    {"bytes", "whole", "size of the arena in the region"},
    {"room_bytes", "whole", "size of the region"},
    {"wait_states", "whole", "wait states of a read"},
    {"write_wait_states", "whole", "wait states of a write"},
    {"line_bytes", "whole", "line of the cache in front of the region"},
    {"cache_bytes", "whole", "size of that cache; 0: none"},
};
constexpr AnswerField kPlacedRegionFields[] = {
    {"part", "text", "weights, code or arena"},
    {"region", "text", "name of the region, or flash"},
    {"bytes", "whole", "size of the part"},
    {"room_bytes", "whole", "size of the region"},
    {"wait_states", "whole", "wait states of a read"},
    {"write_wait_states", "whole", "wait states of a write"},
    {"line_bytes", "whole", "line of the cache in front of the region"},
    {"cache_bytes", "whole", "size of that cache; 0: none"},
};
constexpr AnswerField kPlacementFields[] = {
    {"parts", "[placed_region", "parts that were placed"},
    {"fits", "yes", "all parts fit their regions"},
};
constexpr AnswerField kRegionsFields[] = {
    {"non_persistent", "=region", "region of tensors and scratch buffers"},
    {"persistent", "=region", "region of persistent memory"},
    {"fits", "yes", "both arenas fit"},
};
constexpr AnswerField kStackFields[] = {
    {"create_bytes", "whole", "stack of the interpreter's constructor, below its caller"},
    {"allocate_bytes", "whole", "stack of AllocateTensors(), below its caller"},
    {"invoke_bytes", "whole", "stack of Invoke(), below its caller"},
    {"subgraph", "whole", "subgraph of the operator with the deepest stack; -1: none"},
    {"op", "whole", "index of that operator"},
};
constexpr AnswerField kTailPartFields[] = {
    {"category", "text", "purpose of the blocks"},
    {"subgraph", "whole", "subgraph of the operator; -1: none"},
    {"op", "whole", "index of the operator; -1: none"},
    {"bytes", "whole", "bytes of all blocks"},
    {"blocks", "whole", "number of blocks"},
};
constexpr AnswerField kTailFields[] = {
    {"parts", "[tail_part", "parts by category and operator"},
    {"savings", "anys", "possible savings"},
};
constexpr AnswerField kAllocationFields[] = {
    {"section", "text", "head, tail or temp"},
    {"bytes", "whole", "requested bytes"},
    {"alignment", "whole", "alignment of the block"},
    {"offset", "whole", "from the arena's start; in the tail from its end"},
    {"phase", "text", "phase of the set-up"},
    {"subgraph", "whole", "subgraph of the operator; -1: none"},
    {"op", "whole", "index of the operator; -1: none"},
};
constexpr AnswerField kBufferFields[] = {
    {"index", "whole", "number in the planner's order"},
    {"kind", "text", "tensor or scratch"},
    {"use", "text", "input, output, activation ..."},
    {"name", "text", "name of the tensor, or of the scratch buffer's operator"},
    {"bytes", "whole", "size of the buffer"},
    {"first_op", "whole", "first operator that needs it; inputs start at 0"},
    {"last_op", "whole", "last operator that needs it"},
    {"offset", "whole", "offset from the arena's start"},
    {"offline_offset", "whole", "offset in the model's metadata; -1: none"},
};
constexpr AnswerField kOpOutputFields[] = {
    {"tensor", "whole", "index of the tensor"},
    {"bytes", "whole", "size of the tensor"},
    {"fnv1a64", "text", "hash of its bytes"},
};
constexpr AnswerField kOpsFields[] = {
    {"subgraph", "whole", "subgraph of the operator"},
    {"index", "whole", "index in the subgraph"},
    {"name", "text", "kind of operator, such as CONV_2D"},
    {"cycles", "whole", "cycles in one inference"},
    {"instructions", "whole", "instructions in one inference"},
    {"functions", "[function", "cycles and instructions by function"},
    {"macs", "whole", "number of MAC operations"},
    {"live_bytes", "whole", "bytes of the head in use while it runs"},
    {"outputs", "[op_output", "output tensors"},
    {"weight_bytes", "whole", "bytes of its constant tensors"},
    {"change", "text", "change from the first report"},
};
constexpr AnswerField kResolverOperatorFields[] = {
    {"name", "text", "kind of operator"},
    {"method", "text", "method of MicroMutableOpResolver"},
    {"flash_bytes", "whole", "flash of its code"},
};
constexpr AnswerField kResolverFields[] = {
    {"operators", "[resolver_operator", "operators to register"},
    {"flash_bytes", "whole", "flash of their code"},
    {"all_flash_bytes", "whole", "flash with AllOpsResolver"},
    {"saved_flash_bytes", "whole", "difference of the two"},
    {"interpreter_flash_bytes", "whole", "flash of the interpreter"},
};
constexpr AnswerField kIoFields[] = {
    {"name", "text", "name of the tensor"},   {"type", "text", "element type: int8, float32 ..."},
    {"shape", "wholes", "dimensions"},        {"bytes", "whole", "size of the tensor"},
    {"fnv1a64", "text", "hash of its bytes"}, {"hex", "text", "its bytes, up to 4,096"},
};
constexpr AnswerField kDistanceFields[] = {
    {"op", "whole", "index of the operator in its subgraph"},
    {"input", "whole", "number of the input"},
    {"output", "whole", "number of the output"},
    {"below", "whole", "bytes that the output may start before the input"},
    {"above", "whole", "bytes that the output may start after the input"},
    {"depends_on_data", "yes", "the distance depends on the tensors' values"},
};
constexpr AnswerField kGuardFields[] = {
    {"accesses", "whole", "checked accesses of kernels to the arena"},
    {"violations", "whole", "accesses outside the kernel's own memory"},
    {"kernels", "text", "checked kernels"},
    {"compiled_for", "text", "core that the kernels are compiled for"},
    {"not_watched", "text", "operators that were not checked"},
};
constexpr AnswerField kRamPartFields[] = {
    {"use", "text", "arena, data, bss, heap, stack, reserved or free"},
    {"name", "text", "name of the section or object"},
    {"address", "whole", "first address"},
    {"bytes", "whole", "size"},
    {"yields", "yes", "it shrinks as the arena grows"},
};
constexpr AnswerField kRamArenaFields[] = {
    {"given_bytes", "whole", "size in the image"},
    {"largest_bytes", "whole", "largest size that still links and leaves the stack that was seen"},
    {"needed_bytes", "whole", "smallest size that works"},
    {"give_back_bytes", "whole", "given_bytes less needed_bytes; 0: none"},
    {"asked_bytes", "whole", "size of --arena-size"},
    {"asked_fits", "yes", "RAM has room for this size"},
};
constexpr AnswerField kRamStackFields[] = {
    {"reserved_bytes", "whole", "by the linker script or an object; 0: none is"},
    {"seen_bytes", "whole", "deepest while the interpreter worked, from the stack's start, without interrupts"},
};
constexpr AnswerField kRamObjectFields[] = {
    {"name", "text", "symbol, as in the source"},
    {"address", "whole", "first address"},
    {"bytes", "whole", "size"},
};
constexpr AnswerField kRamFields[] = {
    {"address", "whole", "first address of the memory with the arena"},
    {"bytes", "whole", "size of this memory"},
    {"end_known_by", "text", "source of its end"},
    {"parts", "[ram_part", "all of it by address, without gaps"},
    {"arena", "=ram_arena", "sizes of the arena"},
    {"stack", "=ram_stack", "sizes of the interpreter's stack"},
    {"objects", "[ram_object", "variables by size, if the image has symbols"},
    {"sentences", "texts", "summary for a person"},
};
constexpr AnswerField kEnergyFields[] = {
    {"millijoules", "number", "estimate for one inference, from the given power"},
    {"average_milliwatts", "number", "over a period, if one is given"},
    {"battery_days", "number", "on the given battery"},
    {"text", "text", "summary for a person"},
};
constexpr AnswerField kFirmwareFields[] = {
    {"core", "text", "core that the image is built for"},
    {"entry", "any", "address of the entry point"},
    {"arena_address", "any", "address of the arena in the image"},
    {"arena_bytes", "whole", "size of the image's arena"},
    {"model_address", "any", "address of the model in the image"},
    {"console", "text", "text that the image has printed"},
    {"found_by", "any", "method by which each figure was found"},
    {"unused_operators", "any", "registered operators that no model needs"},
    {"polled_registers", "any", "registers that the image polls for another value"},
    {"notes", "texts", "notes for a person"},
    {"ram", "=ram", "everything that wants RAM in the image, of an ELF file"},
};
constexpr AnswerField kHazardFields[] = {
    {"kind", "text", "kind of fault"},
    {"library", "text", "library with the fault"},
    {"versions", "text", "versions with the fault"},
    {"subgraph", "whole", "subgraph of the operator"},
    {"op", "whole", "index of the operator"},
    {"name", "text", "kind of operator"},
    {"asked_bytes", "whole", "scratch memory that the kernel requests"},
    {"written_bytes", "whole", "scratch memory that the kernel writes"},
    {"text", "text", "explanation for a person"},
    {"instead", "text", "version or kernels without the fault"},
};
constexpr AnswerField kKernelEvidenceFields[] = {
    {"kind", "text", "source of the kernels' memory: measured, read or assumed"},
    {"text", "text", "explanation for a person"},
    {"newer", "any", "newer versions of the library, oldest first"},
};
constexpr AnswerField kDecompressionMemoryFields[] = {
    {"bytes", "whole", "bytes that the interpreter was given"},
    {"used_bytes", "whole", "bytes that outputs of DECODE take"},
};
constexpr AnswerField kProfileFields[] = {
    {"schema", "text", "arenascope.profile.1"},
    {"status", "text", "ok or failed"},
    {"error", "=error", "reason of the failure"},
    {"model", "=model", "model that has been run"},
    {"target", "text", "target of the run"},
    {"kernels", "text", "kernel set"},
    {"tflm", "text", "revision of the interpreter, unless it is the current one"},
    {"separate_variables", "yes", "resource variables are outside the arena"},
    {"library", "any", "user's library that has replaced the built-in kernels"},
    {"planner", "text", "greedy or linear"},
    {"decompression_memory", "=decompression_memory", "alternative decompression memory, if some was given"},
    {"firmware", "=firmware", "firmware image that has been run"},
    {"accuracy", "=accuracy", "accuracy of the cycles"},
    {"clock_hz", "whole", "clock of the board"},
    {"board", "=board", "board of the run"},
    {"regions", "=regions", "regions of two arenas on the board"},
    {"placement", "=placement", "regions of weights, code and arena that were given"},
    {"energy", "=energy", "energy of an inference, from the given power"},
    {"notes", "texts", "notes for a person"},
    {"accelerator", "any", "operators and memory of an accelerator"},
    {"resource_variables", "whole", "number of resource variable slots"},
    {"arena", "=arena", "sizes of the arena"},
    {"split_arenas", "=split_arenas", "sizes of two arenas instead of one"},
    {"stack", "=stack", "stack of the interpreter's calls"},
    {"tail", "=tail", "contents of the tail"},
    {"hazards", "[hazard", "known faults of the kernel set that the model triggers"},
    {"kernel_evidence", "=kernel_evidence", "source of the kernels' memory"},
    {"allocations", "[allocation", "allocations in order, until AllocateTensors() returns"},
    {"planned_buffers", "[buffer", "buffers of the head"},
    {"recorded", "any", "categories of the recording interpreter"},
    {"ops", "[ops", "operators in order of execution"},
    {"resolver", "=resolver", "operators to register, and their flash"},
    {"cycles", "=cost", "cycles of one inference"},
    {"instructions", "=cost", "instructions of one inference"},
    {"interpreter_functions", "[function", "interpreter's cycles by function"},
    {"watching_cycles", "whole", "cycles of the observation, which are not the device's"},
    {"stopped_early", "yes", "the firmware stopped before the end of an inference"},
    {"overlap", "[distance", "possible overlap of outputs with inputs"},
    {"guard", "=guard", "result of the access checks"},
    {"inputs", "[io", "input tensors"},
    {"outputs", "[io", "output tensors"},
    {"title", "text", "name in a comparison"},
    {"calls", "whole", "operators that the interpreter has called"},
    {"flash", "=compared_flash", "flash of the code"},
    {"ram", "=ram", "everything that wants RAM in an image"},
};
constexpr AnswerField kComparedFlashFields[] = {
    {"operators_bytes", "whole", "flash of operators"},
    {"interpreter_bytes", "whole", "flash of the interpreter"},
};
constexpr AnswerField kCompareFields[] = {
    {"schema", "text", "arenascope.compare.1"},
    {"reports", "[profile", "reports in the given order"},
    {"outputs_identical", "yes?", "outputs are equal bit for bit; null if not comparable"},
    {"ops", "anys", "operators side by side"},
};
constexpr AnswerField kBoardsFields[] = {
    {"schema", "text", "arenascope.boards.1"},
    {"model", "=model", "model that has been run"},
    {"kernels", "text", "kernel set of the first row"},
    {"boards", "[board", "boards, with the model's figures on each"},
};
constexpr AnswerField kBatchFields[] = {
    {"schema", "text", "arenascope.batch.1"},
    {"reports", "[profile", "a report for each model"},
};
constexpr AnswerField kOverheadFields[] = {
    {"schema", "text", "arenascope.overhead.1"},
    {"models", "[profile", "a report for each model"},
};
// clang-format on

constexpr AnswerPart kProfileParts[] = {{"model", kModelFields},
                                        {"architecture", kArchitectureFields},
                                        {"quantized", kQuantizedFields},
                                        {"in_float", kInFloatFields},
                                        {"output_accuracy", kOutputAccuracyFields},
                                        {"error", kErrorFields},
                                        {"failure", kFailureFields},
                                        {"arena", kArenaFields},
                                        {"split_arenas", kSplitArenasFields},
                                        {"accuracy", kAccuracyFields},
                                        {"cost", kCostFields},
                                        {"function", kFunctionFields},
                                        {"board", kBoardFields},
                                        {"region", kRegionFields},
                                        {"regions", kRegionsFields},
                                        {"placed_region", kPlacedRegionFields},
                                        {"placement", kPlacementFields},
                                        {"stack", kStackFields},
                                        {"tail_part", kTailPartFields},
                                        {"tail", kTailFields},
                                        {"allocation", kAllocationFields},
                                        {"buffer", kBufferFields},
                                        {"op_output", kOpOutputFields},
                                        {"ops", kOpsFields},
                                        {"resolver_operator", kResolverOperatorFields},
                                        {"resolver", kResolverFields},
                                        {"io", kIoFields},
                                        {"distance", kDistanceFields},
                                        {"guard", kGuardFields},
                                        {"firmware", kFirmwareFields},
                                        {"ram", kRamFields},
                                        {"ram_part", kRamPartFields},
                                        {"ram_arena", kRamArenaFields},
                                        {"ram_stack", kRamStackFields},
                                        {"ram_object", kRamObjectFields},
                                        {"energy", kEnergyFields},
                                        {"hazard", kHazardFields},
                                        {"kernel_evidence", kKernelEvidenceFields},
                                        {"decompression_memory", kDecompressionMemoryFields},
                                        {"profile", kProfileFields},
                                        {"compared_flash", kComparedFlashFields},
                                        {"compare", kCompareFields},
                                        {"boards", kBoardsFields},
                                        {"batch", kBatchFields},
                                        {"overhead", kOverheadFields}};

} // namespace

std::span<const AnswerPart> answerParts() {
  static const std::vector<AnswerPart> all = [] {
    std::vector<AnswerPart> parts(std::begin(kProfileParts), std::end(kProfileParts));
    for (const auto& more : {searchAnswerParts(), diagnosisAnswerParts(), historyAnswerParts()})
      parts.insert(parts.end(), more.begin(), more.end());
    return parts;
  }();
  return all;
}

} // namespace arenascope::service
