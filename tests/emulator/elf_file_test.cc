#include "emulator/elf/elf_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/cpu/format.h"
#include "emulator/elf/arm_attributes.h"
#include "emulator/runners/firmware.h"
#include "tests/support/test_models.h"

namespace arenascope::elf {
namespace {

using testing::HasSubstr;

class ElfFileTest : public testing::Test {
protected:
  static std::filesystem::path image() {
    const auto path = runners::findFirmware("cortex-m4", "reference");
    EXPECT_TRUE(path) << path.error().message;
    return *path;
  }
  static std::string problem(const std::filesystem::path& path, const cpu::Format& format = cpu::kThumbFormat) {
    const auto file = ElfFile::open(path, format);
    return file ? "" : file.error().message;
  }
};

TEST_F(ElfFileTest, SaysWhatItWasCompiledByAndFor) {
  const auto file = ElfFile::open(image(), cpu::kThumbFormat);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_THAT(compilerOf(file->get()), testing::ContainsRegex("^GCC [0-9]+[.][0-9]+"));
  const ArmAttributes attributes = readAttributes(sectionOf(file->get(), kAttributesSection));
  EXPECT_EQ(attributes.target, "cortex-m4");
  EXPECT_EQ(attributes.floats, FloatAbi::kHard);
  EXPECT_EQ(file->bytes().size(), std::filesystem::file_size(image()));
  EXPECT_TRUE(sectionOf(file->get(), 0x12345678).empty()) << "no section has that type";
  std::size_t symbols = 0;
  file->forEachSection(SHT_SYMTAB,
                       [&](const GElf_Shdr& header, Elf_Data* data) { symbols += data->d_size / header.sh_entsize; });
  EXPECT_GT(symbols, 100U);
}

TEST_F(ElfFileTest, WhatIsNoneIsNamed) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(problem(folder.path() / "none.elf"), HasSubstr("none.elf is missing"));
  EXPECT_THAT(problem(folder.write("text.elf", std::string("hello"))), HasSubstr("text.elf is not an ELF file"));
  EXPECT_THAT(problem(folder.write("empty.elf", std::string())), HasSubstr("empty.elf is not an ELF file"));
  EXPECT_THAT(problem("/proc/self/exe"), HasSubstr("is not for a "));
  EXPECT_THAT(problem(folder.path()), HasSubstr("is not an ELF file")) << "a folder";
}

TEST_F(ElfFileTest, OneThatIsCutOffHasNothingInIt) {
  const test::TemporaryFolder folder;
  const std::string whole = test::readText(image());
  const auto path = folder.write("cut.elf", whole.substr(0, 100));
  const auto file = ElfFile::open(path, cpu::kThumbFormat);
  if (!file) return; // it was refused, which is as good
  EXPECT_EQ(compilerOf(file->get()), "");
  EXPECT_TRUE(sectionOf(file->get(), kAttributesSection).empty());
}

} // namespace
} // namespace arenascope::elf
