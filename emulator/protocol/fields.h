// The fields of each type that is sent. A field that the list lacks is a compile error.
#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>

#include "emulator/protocol/image_file.h"
#include "emulator/protocol/image_request.h"
#include "emulator/protocol/machine_request.h"

namespace arenascope::protocol {

// The type, and its fields as a constant.
template <typename Type, typename Plain>
concept Either = std::same_as<std::remove_const_t<Type>, Plain>;

// The fields of a type by name, in order of declaration.
#define ARENASCOPE_FIELDS(Type, ...)                                                                                   \
  template <Either<Type> T>                                                                                            \
  auto fieldsOf(T& fields_) {                                                                                          \
    auto& [__VA_ARGS__] = fields_;                                                                                     \
    return std::tie(__VA_ARGS__);                                                                                      \
  }

ARENASCOPE_FIELDS(FirmwareInfo, hash, entry, segments, symbols, functions, objects, mapping)
ARENASCOPE_FIELDS(FirmwareInfo::Segment, address, loadAddress, bytes)
ARENASCOPE_FIELDS(FirmwareInfo::Function, size, name)
ARENASCOPE_FIELDS(model::TensorInfo, name, type, shape, bytes, constantBytes, quantization, isVariable,
                  isAcceleratorMemory)
ARENASCOPE_FIELDS(model::OperatorOption, name, value)
ARENASCOPE_FIELDS(model::OperatorInfo, name, builtinCode, oldCode, version, options, accelerated, inputs, outputs, macs,
                  weightBytes, calls, time)
ARENASCOPE_FIELDS(model::SubgraphInfo, name, tensors, operators, inputs, outputs)
ARENASCOPE_FIELDS(model::OverlapNote, tflm, kernels, pairs, strips)
ARENASCOPE_FIELDS(model::OverlapNote::Kernels, target, kernels)
ARENASCOPE_FIELDS(model::QuantizationNote, numbers, inputs, inFloat, accuracy)
ARENASCOPE_FIELDS(model::QuantizationNote::InFloat, op, name, reason)
ARENASCOPE_FIELDS(model::QuantizationNote::Accuracy, output, mean, most, range, agreements)
ARENASCOPE_FIELDS(model::ArchitectureNote, asked, changes, randomConstants)
ARENASCOPE_FIELDS(model::ModelInfo, path, bytes, sha256, version, description, weightBytes, subgraphs,
                  resourceVariables, accelerator, overlap, quantized, architecture, planOverlap, views)
ARENASCOPE_FIELDS(run::FunctionCost, name, cost)
// Types with bool fields: a byte from outside that is neither 0 nor 1 must not become a bool.
ARENASCOPE_FIELDS(run::SafeDistance, subgraph, op, input, output, below, above, accesses, dependsOnData)
ARENASCOPE_FIELDS(Access, position, address, bytes, write)
ARENASCOPE_FIELDS(MachineRequest, mailbox, variant, model, arenaBytes, decompressionBytes, misalignment,
                  maxInstructions, instrumentation, flash, ram, arena, placed, distancesOf, guard)
ARENASCOPE_FIELDS(MachineResult, outcome, total, invoke, stack, invokeFunctions, countedInstructions, guardedAccesses,
                  distances, placedWaits, failure)
ARENASCOPE_FIELDS(OperatorRanges, subgraph, op, ranges)
ARENASCOPE_FIELDS(Guard, begin, end, operators)
ARENASCOPE_FIELDS(ForeignBytes, position, begin, end, write, at)
ARENASCOPE_FIELDS(BootOptions, entry, skipped, registers, interpreter)
ARENASCOPE_FIELDS(HarnessRun, model, arenaBytes, misalignment, resourceVariables, linearPlanner, operators)
ARENASCOPE_FIELDS(ImageRequest, boot, harness, otherModel, arenaGrowth, invoke, measureStack, inputs, others,
                  maxInstructions, flash, ram, distances, guard, gapBytes)
ARENASCOPE_FIELDS(Reconstruction, allocations, lost, exact)
ARENASCOPE_FIELDS(ImageResult, found, allocated, invoked, arenaAddress, arenaBytes, nodeBytes, constructed, otherArenas,
                  usedSecondCore, calledByHost, invokeSeen, seen, planned, placed, planSeen, use, invoke,
                  invokeFunctions, stack, deepestStack, distances, guardedAccesses, foreign, console, polled,
                  unusedOperators, unregistered, failure)

} // namespace arenascope::protocol
