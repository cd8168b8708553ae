// Sections as compilers write them: format, length and vendor, then the file's attributes with another length.
#include "emulator/elf/arm_attributes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arenascope::elf {
namespace {

std::string lengthOf(std::size_t bytes) {
  std::string text;
  for (int byte = 0; byte < 4; ++byte) text += static_cast<char>(bytes >> (8 * byte));
  return text;
}

std::vector<std::uint8_t> sectionWith(const std::string& attributes, const std::string& vendor = "aeabi") {
  const std::string file = "\x01" + lengthOf(attributes.size() + 5) + attributes;
  const std::string body = vendor + '\0' + file;
  const std::string section = "A" + lengthOf(body.size() + 4) + body;
  return {section.begin(), section.end()};
}

std::string cpu(const std::string& name) { return "\x05" + name + '\0'; }
std::string architecture(char number) { return std::string("\x06") + number; }
std::string floatingPoint(char unit) { return std::string("\x0A") + unit; }
const std::string kHardFloat = "\x1C\x01";

TEST(ArmAttributesTest, NameTheProcessor) {
  EXPECT_EQ(readAttributes(sectionWith(cpu("Cortex-M7") + architecture(13))).target, "cortex-m7");
  EXPECT_EQ(readAttributes(sectionWith(cpu("Cortex-M33"))).target, "cortex-m33");
}

TEST(ArmAttributesTest, OrTheArchitectureDoes) {
  EXPECT_EQ(readAttributes(sectionWith(architecture(11))).target, "cortex-m0plus");
  EXPECT_EQ(readAttributes(sectionWith(architecture(10))).target, "cortex-m3");
  EXPECT_EQ(readAttributes(sectionWith(architecture(13))).target, "cortex-m4");
  EXPECT_EQ(readAttributes(sectionWith(architecture(13) + floatingPoint(8))).target, "cortex-m7") << "FPv5";
  EXPECT_EQ(readAttributes(sectionWith(architecture(17))).target, "cortex-m33");
  EXPECT_EQ(readAttributes(sectionWith(architecture(14))).target, "") << "an A-profile processor";
}

TEST(ArmAttributesTest, FloatsGoInRegistersOrNot) {
  EXPECT_EQ(readAttributes(sectionWith(architecture(13))).floats, FloatAbi::kSoft);
  EXPECT_EQ(readAttributes(sectionWith(architecture(13) + floatingPoint(6))).floats, FloatAbi::kSoftFp);
  EXPECT_EQ(readAttributes(sectionWith(architecture(13) + floatingPoint(6) + kHardFloat)).floats, FloatAbi::kHard);
}

// Other tags are passed by, texts (odd ones from 33 on) and numbers of several bytes.
TEST(ArmAttributesTest, OthersArePassedBy) {
  const std::string others = std::string("\x43") + "2.09" + '\0' + "\x22\x81\x01" + "\x20\x01gnu" + '\0';
  EXPECT_EQ(readAttributes(sectionWith(others + architecture(10))).target, "cortex-m3");
  EXPECT_EQ(readAttributes(sectionWith(architecture(10), "acme")).target, "") << "another vendor's";
}

TEST(ArmAttributesTest, SectionsThatAreCutOffSayNothingOrLess) {
  EXPECT_EQ(readAttributes({}).target, "");
  const std::vector<std::uint8_t> whole =
      sectionWith(cpu("Cortex-M4") + architecture(13) + floatingPoint(6) + kHardFloat);
  ASSERT_EQ(readAttributes(whole).target, "cortex-m4");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string target = readAttributes({whole.data(), length}).target;
    EXPECT_TRUE(target.empty() || target == "cortex-m4") << length << ": " << target;
  }
  std::vector<std::uint8_t> other = whole;
  other[0] = 'B';
  EXPECT_EQ(readAttributes(other).target, "") << "a format that nobody knows";
}

} // namespace
} // namespace arenascope::elf
