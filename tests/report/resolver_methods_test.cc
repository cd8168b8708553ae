#include "core/report/text/resolver_methods.h"

#include <gtest/gtest.h>

namespace arenascope::report {
namespace {

TEST(ResolverMethodsTest, MethodsAreNamedAsTheResolverNamesThem) {
  EXPECT_EQ(resolverMethod("CONV_2D"), "AddConv2D");
  EXPECT_EQ(resolverMethod("SPACE_TO_BATCH_ND"), "AddSpaceToBatchNd");
  EXPECT_EQ(resolverMethod("REVERSE_V2"), "AddReverseV2");
  EXPECT_EQ(resolverMethod("L2_POOL_2D"), "AddL2Pool2D");
  EXPECT_EQ(resolverMethod("RELU6"), "AddRelu6");
  EXPECT_EQ(resolverMethod("PADV2"), "AddPadV2");
  EXPECT_EQ(resolverMethod("BATCH_MATMUL"), "AddBatchMatMul");
  EXPECT_EQ(resolverMethod("UNIDIRECTIONAL_SEQUENCE_LSTM"), "AddUnidirectionalSequenceLSTM");
  EXPECT_EQ(resolverMethod("SignalFilterBankLog"), "AddFilterBankLog");
  EXPECT_EQ(resolverMethod("SignalPCAN"), "AddPCAN");
  EXPECT_EQ(resolverMethod("TFLite_Detection_PostProcess"), "AddDetectionPostprocess");
  EXPECT_EQ(resolverMethod("ethos-u"), "AddEthosU");
  EXPECT_EQ(resolverMethod("MyOwnKernel"), "");
}

} // namespace
} // namespace arenascope::report
