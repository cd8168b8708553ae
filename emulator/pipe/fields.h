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

template <Either<machine::FirmwareFacts> T>
auto fieldsOf(T& facts) {
  auto& [hash, entry, segments, symbols, functions, objects, mapping] = facts;
  return std::tie(hash, entry, segments, symbols, functions, objects, mapping);
}

template <Either<machine::FirmwareFacts::Segment> T>
auto fieldsOf(T& segment) {
  auto& [address, loadAddress, bytes] = segment;
  return std::tie(address, loadAddress, bytes);
}

template <Either<machine::FirmwareFacts::Function> T>
auto fieldsOf(T& function) {
  auto& [size, name] = function;
  return std::tie(size, name);
}

template <Either<profile::TensorInfo> T>
auto fieldsOf(T& tensor) {
  auto& [name, type, shape, bytes, constantBytes, isVariable, isAcceleratorMemory] = tensor;
  return std::tie(name, type, shape, bytes, constantBytes, isVariable, isAcceleratorMemory);
}

template <Either<profile::OperatorInfo> T>
auto fieldsOf(T& op) {
  auto& [name, builtinCode, accelerated, inputs, outputs, macs, weightBytes, calls, time] = op;
  return std::tie(name, builtinCode, accelerated, inputs, outputs, macs, weightBytes, calls, time);
}

template <Either<profile::SubgraphInfo> T>
auto fieldsOf(T& subgraph) {
  auto& [name, tensors, operators, inputs, outputs] = subgraph;
  return std::tie(name, tensors, operators, inputs, outputs);
}

template <Either<profile::OverlapNote> T>
auto fieldsOf(T& note) {
  auto& [tflm, kernels, pairs, strips] = note;
  return std::tie(tflm, kernels, pairs, strips);
}

template <Either<profile::OverlapNote::Kernels> T>
auto fieldsOf(T& proven) {
  auto& [target, kernels] = proven;
  return std::tie(target, kernels);
}

template <Either<profile::ModelInfo> T>
auto fieldsOf(T& model) {
  auto& [path, bytes, sha256, version, description, weightBytes, subgraphs, resourceVariables, accelerator, overlap,
         planOverlap, views] = model;
  return std::tie(path, bytes, sha256, version, description, weightBytes, subgraphs, resourceVariables, accelerator,
                  overlap, planOverlap, views);
}

template <Either<profile::FunctionCost> T>
auto fieldsOf(T& function) {
  auto& [name, cost] = function;
  return std::tie(name, cost);
}

template <Either<machine::MachineRequest> T>
auto fieldsOf(T& request) {
  auto& [mailbox, variant, model, arenaBytes, misalignment, maxInstructions, accounting, flash, arena, ram, distancesOf,
         guard] = request;
  return std::tie(mailbox, variant, model, arenaBytes, misalignment, maxInstructions, accounting, flash, arena, ram,
                  distancesOf, guard);
}

template <Either<machine::MachineResult> T>
auto fieldsOf(T& result) {
  auto& [outcome, total, invoke, stack, invokeFunctions, countedInstructions, guardedAccesses, distances, failure] =
      result;
  return std::tie(outcome, total, invoke, stack, invokeFunctions, countedInstructions, guardedAccesses, distances,
                  failure);
}

template <Either<image::BootOptions> T>
auto fieldsOf(T& options) {
  auto& [entry, skipped, registers, interpreter] = options;
  return std::tie(entry, skipped, registers, interpreter);
}

template <Either<image::HarnessRun> T>
auto fieldsOf(T& run) {
  auto& [model, arenaBytes, misalignment, resourceVariables, linearPlanner, operators] = run;
  return std::tie(model, arenaBytes, misalignment, resourceVariables, linearPlanner, operators);
}

template <Either<image::ImageRequest> T>
auto fieldsOf(T& request) {
  auto& [boot, harness, otherModel, arenaGrowth, invoke, measureStack, inputs, others, maxInstructions, flash, ram,
         distances] = request;
  return std::tie(boot, harness, otherModel, arenaGrowth, invoke, measureStack, inputs, others, maxInstructions, flash,
                  ram, distances);
}

template <Either<image::Reconstruction> T>
auto fieldsOf(T& seen) {
  auto& [allocations, lost, exact] = seen;
  return std::tie(allocations, lost, exact);
}

template <Either<image::ImageResult> T>
auto fieldsOf(T& result) {
  auto& [found, allocated, invoked, arenaAddress, arenaBytes, nodeBytes, constructed, otherArenas, usedSecondCore,
         calledByHost, invokeSeen, seen, planned, placed, planSeen, use, invoke, invokeFunctions, stack, distances,
         console, polled, unusedOperators, unregistered, failure] = result;
  return std::tie(found, allocated, invoked, arenaAddress, arenaBytes, nodeBytes, constructed, otherArenas,
                  usedSecondCore, calledByHost, invokeSeen, seen, planned, placed, planSeen, use, invoke,
                  invokeFunctions, stack, distances, console, polled, unusedOperators, unregistered, failure);
}

} // namespace arenascope::pipe
