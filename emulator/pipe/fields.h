// The parts of what goes through the pipe. A field that is not in its list does not compile.
#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>

#include "emulator/binary/image_file.h"
#include "emulator/pipe/image_request.h"
#include "emulator/pipe/machine_request.h"

namespace arenascope::pipe {

// Both the type and the same as a constant.
template <typename Type, typename Plain>
concept Either = std::same_as<std::remove_const_t<Type>, Plain>;

// The fields of a type by names of their own, in their order.
#define ARENASCOPE_FIELDS(Type, ...)                                                                                   \
  template <Either<Type> T>                                                                                            \
  auto fieldsOf(T& fields_) {                                                                                          \
    auto& [__VA_ARGS__] = fields_;                                                                                     \
    return std::tie(__VA_ARGS__);                                                                                      \
  }

ARENASCOPE_FIELDS(machine::FirmwareFacts, hash, entry, segments, symbols, functions, objects, mapping)
ARENASCOPE_FIELDS(machine::FirmwareFacts::Segment, address, loadAddress, bytes)
ARENASCOPE_FIELDS(machine::FirmwareFacts::Function, size, name)
ARENASCOPE_FIELDS(profile::TensorInfo, name, type, shape, bytes, constantBytes, quantization, isVariable,
                  isAcceleratorMemory)
ARENASCOPE_FIELDS(profile::OperatorOption, name, value)
ARENASCOPE_FIELDS(profile::OperatorInfo, name, builtinCode, version, options, accelerated, inputs, outputs, macs,
                  weightBytes, calls, time)
ARENASCOPE_FIELDS(profile::SubgraphInfo, name, tensors, operators, inputs, outputs)
ARENASCOPE_FIELDS(profile::OverlapNote, tflm, kernels, pairs, strips)
ARENASCOPE_FIELDS(profile::OverlapNote::Kernels, target, kernels)
ARENASCOPE_FIELDS(profile::ModelInfo, path, bytes, sha256, version, description, weightBytes, subgraphs,
                  resourceVariables, accelerator, overlap, planOverlap, views)
ARENASCOPE_FIELDS(profile::FunctionCost, name, cost)
// With truth values among them: a byte from outside that is neither 0 nor 1 must not become one.
ARENASCOPE_FIELDS(profile::SafeDistance, subgraph, op, input, output, below, above, accesses, dependsOnData)
ARENASCOPE_FIELDS(machine::Access, position, address, bytes, write)
ARENASCOPE_FIELDS(machine::MachineRequest, mailbox, variant, model, arenaBytes, misalignment, maxInstructions,
                  accounting, flash, ram, arena, distancesOf, guard)
ARENASCOPE_FIELDS(machine::MachineResult, outcome, total, invoke, stack, invokeFunctions, countedInstructions,
                  guardedAccesses, distances, failure)
ARENASCOPE_FIELDS(image::BootOptions, entry, skipped, registers, interpreter)
ARENASCOPE_FIELDS(image::HarnessRun, model, arenaBytes, misalignment, resourceVariables, linearPlanner, operators)
ARENASCOPE_FIELDS(image::ImageRequest, boot, harness, otherModel, arenaGrowth, invoke, measureStack, inputs, others,
                  maxInstructions, flash, ram, distances)
ARENASCOPE_FIELDS(image::Reconstruction, allocations, lost, exact)
ARENASCOPE_FIELDS(image::ImageResult, found, allocated, invoked, arenaAddress, arenaBytes, nodeBytes, constructed,
                  otherArenas, usedSecondCore, calledByHost, invokeSeen, seen, planned, placed, planSeen, use, invoke,
                  invokeFunctions, stack, distances, console, polled, unusedOperators, unregistered, failure)

} // namespace arenascope::pipe
