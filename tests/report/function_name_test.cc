#include "core/report/function_name.h"

#include <gtest/gtest.h>

namespace arenascope::report {
namespace {

TEST(FunctionNameTest, KeepsTheNameAndWhatItIsIn) {
  EXPECT_EQ(readableFunction("arenascope::kernels::cmsis_nn::convolve3x3(arenascope::kernels::X const&, signed char*)"),
            "cmsis_nn::convolve3x3");
  EXPECT_EQ(readableFunction("arenascope::runtime::Context::evalInput(arenascope::runtime::Node const&, int) const"),
            "Context::evalInput");
}

TEST(FunctionNameTest, UnnamedNamespacesAndResultsGo) {
  EXPECT_EQ(readableFunction("long arenascope::kernels::(anonymous namespace)::expOnNegative<5>(long)"),
            "kernels::expOnNegative<5>");
  EXPECT_EQ(readableFunction("void arenascope::kernels::cmsis_nn::(anonymous namespace)::run<signed char>(int)"),
            "cmsis_nn::run<signed char>");
}

TEST(FunctionNameTest, OfTheLibraryAndOfC) {
  EXPECT_EQ(readableFunction("memcpy"), "memcpy");
  EXPECT_EQ(readableFunction("__aeabi_fadd"), "__aeabi_fadd");
  EXPECT_EQ(readableFunction(""), "");
}

} // namespace
} // namespace arenascope::report
