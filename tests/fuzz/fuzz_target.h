// What every fuzz target has: one function that takes any bytes. libFuzzer calls it, and so does the replay of the
// corpus in the tests.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
