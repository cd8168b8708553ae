// Models of a few tensors, for tests that need one.
#pragma once

#include <cstdint>
#include <vector>

namespace arenascope::test {

// in[1,4] -> FULLY_CONNECTED -> FULLY_CONNECTED, float32: three planned buffers of 16, 32 and 8 bytes.
std::vector<std::uint8_t> twoLayerModel();
// in[1,40], int8, which is the output as well; no operator.
std::vector<std::uint8_t> modelWithoutOperators();
// The same operators, of sizes for which the greedy planner needs 3,840 bytes of head where 2,816 do.
std::vector<std::uint8_t> greedilyPlannedBadlyModel();
// Four branches of 1,024 bytes in the middle that all begin before one ends, 4,160 bytes at a time. Branch by branch,
// 1,216 bytes do.
std::vector<std::uint8_t> badlyOrderedModel();
// Three layers of int8, size x size pixels: with 20, 800 bytes in, 200 out, and twice 6,400 in the middle, few of them
// needed with strips.
std::vector<std::uint8_t> wideInTheMiddleModel(int size = 20);
// twoLayerModel() with an offline plan that gives the three buffers these offsets (-1: let the planner decide).
std::vector<std::uint8_t> offlinePlannedModel(const std::vector<std::int32_t>& bufferOffsets);
// MobileNet's second layer at half width: stride 2 over even sides. esp-nn 1.3.1 writes beyond its scratch with it.
std::vector<std::uint8_t> depthwiseModel();
// What Vela makes of a network, as small as can be: ethos-u, RELU, ethos-u, with an offline plan. The accelerator's
// scratch memory (1,024 bytes) is two inputs of both ethos-u, lies at 0, and covers the 64 bytes that the RELU reads
// and the 64 that it writes. Tensors: in, commands, weights, scratch, scratch_fast, a, b, out.
std::vector<std::uint8_t> acceleratedModel();
// A model moved by 4 bytes in its file: what was aligned to 8 bytes or more is aligned to 4.
std::vector<std::uint8_t> movedByFour(const std::vector<std::uint8_t>& model);
// A model whose second operator (TILE) has no kernel here.
std::vector<std::uint8_t> unsupportedOperatorModel();

} // namespace arenascope::test
