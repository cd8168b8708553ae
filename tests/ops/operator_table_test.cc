#include "core/interpreter/ops/operator_table.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::ops {
namespace {

TEST(OperatorTableTest, RowsAreTheKernelsThatAreRegistered) {
  ASSERT_EQ(std::size(kOperators), kernels::reference::kAll.size());
  for (std::size_t i = 0; i < std::size(kOperators); ++i) {
    EXPECT_EQ(kOperators[i].name(), kernels::reference::kAll[i]->name());
    EXPECT_EQ(kOperators[i].name(), kernels::cmsis_nn::kAll[i]->name());
  }
}

TEST(OperatorTableTest, EachOperatorIsThereOnceAndFoundByItsName) {
  std::set<std::string_view> names;
  std::set<std::string_view> methods;
  for (const Operator& op : kOperators) {
    EXPECT_TRUE(names.insert(op.name()).second) << op.name();
    EXPECT_TRUE(methods.insert(op.method).second) << op.method;
    EXPECT_EQ(findOperator(op.name()), &op);
  }
  EXPECT_EQ(findOperator("HASHTABLE"), nullptr);
}

TEST(OperatorTableTest, RulesNameAnInputThatMayBeThere) {
  for (const Operator& op : kOperators) {
    EXPECT_LE(op.rule.inputs.low, op.rule.inputs.high) << op.name();
    EXPECT_LE(op.rule.outputs.low, op.rule.outputs.high) << op.name();
    EXPECT_TRUE(op.rule.data == 0 || op.rule.data < op.rule.inputs.high) << op.name();
  }
}

// Whoever looks for an operator's kernel finds it by the operator's name: a file has it in its own, or, where operators
// share their code, in the comment that it begins with.
TEST(OperatorTableTest, AnOperatorsFileSaysItsName) {
  namespace fs = std::filesystem;
  const auto plain = [](std::string_view name) { // "SignalPCAN", "signal_pcan", "SIGNAL_PCAN": one name
    std::string letters;
    for (const char c : name)
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return letters;
  };
  const std::regex definition("constinit const Registration k(\\w+)");
  std::set<std::string> found;
  for (const fs::directory_entry& file :
       fs::recursive_directory_iterator(fs::path(ARENASCOPE_SOURCE_DIR) / "core/interpreter/kernels")) {
    if (file.path().extension() != ".cc") continue;
    std::ifstream stream(file.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::string names = plain(file.path().stem().string()) + plain(text.substr(0, text.find("#include")));
    for (auto each = std::sregex_iterator(text.begin(), text.end(), definition); each != std::sregex_iterator();
         ++each) {
      found.insert((*each)[1]);
      EXPECT_NE(names.find(plain((*each)[1].str())), std::string::npos)
          << file.path() << " defines " << (*each)[1] << " and does not say so";
    }
  }
  EXPECT_EQ(found.size(), std::size(kOperators)) << "each operator of the table, in its kernel's file";
}

// Two traits with one bit made SOFTMAX an operator that keeps its input's bytes.
TEST(OperatorTableTest, TraitsAreApart) {
  Traits seen = 0;
  for (const Traits trait : {kReadsState, kWritesState, kMayEnd, kNamesResource, kWritesOwnData, kKeepsBytes,
                             kOtherOrder, kByElement, kCopies}) {
    EXPECT_NE(trait, 0);
    EXPECT_EQ(trait & (trait - 1), 0) << int{trait};
    EXPECT_EQ(seen & trait, 0) << int{trait};
    seen |= trait;
  }
  EXPECT_TRUE(hasTrait("RESHAPE", kKeepsBytes));
  EXPECT_FALSE(hasTrait("RESHAPE", kOtherOrder));
  EXPECT_TRUE(hasTrait("SOFTMAX", kOtherOrder));
  EXPECT_FALSE(hasTrait("SOFTMAX", kKeepsBytes));
  EXPECT_TRUE(hasTrait("CONCATENATION", kCopies));
  EXPECT_FALSE(hasTrait("RESHAPE", kCopies)) << "it copies bytes onto themselves";
  EXPECT_TRUE(hasTrait("ADD", kByElement));
  EXPECT_FALSE(hasTrait("CONV_2D", kByElement));
}

} // namespace
} // namespace arenascope::ops
