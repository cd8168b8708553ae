// Models are read from the usual texts, and errors in a file or a source are named.
#include "core/model/load/model_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/load/file_damage.h"
#include "core/model/load/model_file.h"
#include "core/model/load/number_list.h"
#include "core/model/load/text_forms.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using ModelBytes = std::vector<std::uint8_t>;

// Each byte by a format, with `between` among them.
std::string written(const ModelBytes& bytes, const char* each, const std::string& between = ", ") {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0) text += i % 12 == 0 && between.starts_with(",") ? between + "\n" : between;
    text += fmt::format(fmt::runtime(each), bytes[i]);
  }
  return text;
}

std::string wordsOf(const ModelBytes& bytes, std::size_t size, const std::string& suffix) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += size) {
    std::uint64_t word = 0;
    for (std::size_t byte = 0; byte < size && i + byte < bytes.size(); ++byte)
      word |= std::uint64_t{bytes[i + byte]} << 8 * byte;
    text += fmt::format("0x{:0{}x}{}, ", word, 2 * size, suffix);
  }
  return text;
}

std::string base64Of(const ModelBytes& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t byte = 0; byte < 3; ++byte) group = group << 8 | (i + byte < bytes.size() ? bytes[i + byte] : 0U);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += i + digit <= bytes.size() ? kDigits[group >> (18 - 6 * digit) & 63] : '=';
    if (i % 57 == 54) text += '\n';
  }
  return text;
}

// As Python's repr() and C generators mix them: printable characters are unescaped.
std::string escaped(const ModelBytes& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes)
    text += byte >= ' ' && byte < 0x7f && byte != '\\' && byte != '\'' && byte != '"'
                ? std::string(1, static_cast<char>(byte))
                : fmt::format("\\x{:02x}", byte);
  return text;
}

std::string dumpOf(const ModelBytes& bytes, bool canonical) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 16) {
    text += fmt::format("{:08x}{} ", i, canonical ? " " : ":");
    for (std::size_t at = i; at < std::min(i + 16, bytes.size()); ++at)
      text += fmt::format("{:02x}{}", bytes[at], canonical || at % 2 == 1 ? " " : "");
    text += canonical ? " |................|\n" : " ................\n";
  }
  return text;
}

// As hexdump writes it without options: 16-bit words of a little-endian computer.
std::string wordDumpOf(const ModelBytes& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 16) {
    text += fmt::format("{:07x}", i);
    for (std::size_t at = i; at < std::min(i + 16, bytes.size()); at += 2)
      text += fmt::format(" {:02x}{:02x}", bytes[at + 1], bytes[at]);
    text += "\n";
  }
  return text + fmt::format("{:07x}\n", bytes.size());
}

// As `xxd -c 32` does, with letters that are hexadecimal digits behind.
std::string wideDumpOf(const ModelBytes& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 32) {
    text += fmt::format("{:08x}: ", i);
    for (std::size_t at = i; at < std::min(i + 32, bytes.size()); ++at)
      text += fmt::format("{:02x}{}", bytes[at], at % 2 == 1 ? " " : "");
    text += " abcdefabcdef\n";
  }
  return text;
}

std::string bitDumpOf(const ModelBytes& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 6) {
    text += fmt::format("{:08x}:", i);
    for (std::size_t at = i; at < std::min(i + 6, bytes.size()); ++at) text += fmt::format(" {:08b}", bytes[at]);
    text += "  ......\n";
  }
  return text;
}

std::string numbered(const std::string& text) {
  std::string made = "1  ";
  int line = 1;
  for (const char c : text) made += c == '\n' ? fmt::format("\n{}  ", ++line) : std::string(1, c);
  return made;
}

std::string continued(const std::string& text) {
  std::string made;
  for (const char c : text) made += c == '\n' ? std::string("\\\n") : std::string(1, c);
  return made;
}

std::string inUtf16(const std::string& text) {
  std::string made = "\xff\xfe";
  for (const char c : text) made += {c, '\0'};
  return made;
}

ModelBytes loaded(const test::TemporaryFolder& folder, const std::string& name, const std::string& text) {
  const Result<ModelFile> file = ModelFile::load(folder.write(name, text));
  EXPECT_TRUE(file) << name << ": " << file.error().message;
  return file ? ModelBytes(file->bytes().begin(), file->bytes().end()) : ModelBytes();
}

std::string refusal(const test::TemporaryFolder& folder, const std::string& name, const std::string& text) {
  const Result<ModelFile> file = ModelFile::load(folder.write(name, text));
  return file ? "" : file.error().message;
}

// A model whose size is a multiple of the widest word's.
ModelBytes sampleModel() {
  ModelBytes model = test::twoLayerModel();
  model.resize((model.size() + 7) / 8 * 8);
  return model;
}

TEST(ModelTextTest, ReadsFormsOfC) {
  const test::TemporaryFolder folder;
  const ModelBytes model = sampleModel();
  const ModelBytes first(model.begin(), model.begin() + 100);
  const ModelBytes rest(model.begin() + 100, model.end());
  const std::string list = written(model, "0x{:02x}");
  const std::pair<const char*, std::string> kFiles[] = {
      {"sketch.ino", "#include <Arduino.h>\nalignas(8) const unsigned char model[] PROGMEM = {\n" + list + "};\n"},
      {"casts.h", "const uint8_t m[] = {" + written(model, "(uint8_t)0x{:02x}") + "};"},
      {"calls.cpp", "const uint8_t m[] = {" + written(model, "uint8_t({})") + "};"},
      {"static.cpp", "const uint8_t m[] = {" + written(model, "static_cast<uint8_t>(0x{:02x}u)") + "};"},
      {"std_byte.hpp", "const std::byte m[] = {" + written(model, "std::byte{{0x{:02x}}}") + "};"},
      {"binary.h", "const unsigned char m[] = {" + written(model, "0b{:08b}") + "};"},
      {"words.h", "const uint32_t m[] = {" + wordsOf(model, 4, "U") + "};"},
      {"halves.c", "const uint16_t m[] = {" + wordsOf(model, 2, "") + "};"},
      {"long.c", "const uint64_t m[] = {" + wordsOf(model, 8, "ULL") + "};"},
      {"string.c", "const char m[] =\n\"" + written(model, "\\x{:02x}", "") + "\";"},
      {"strings.c", "const char m[] = // parts\n\"" + escaped(first) + "\"\n  \"" + escaped(rest) + "\";"},
      {"macro.h", "#define BYTES " + continued(list) + "\nconst unsigned char m[] = {BYTES};"},
      {"utf16.h", inUtf16("const unsigned char m[] = {" + list + "};")},
      {"two_parts.h", "const unsigned char part1[] = {" + written(first, "{}") + "};\nconst unsigned char part2[] = {" +
                          written(rest, "{}") + "};\n"},
  };
  for (const auto& [name, text] : kFiles) EXPECT_EQ(loaded(folder, name, text), model) << name;
}

TEST(ModelTextTest, ReadsOtherTexts) {
  const test::TemporaryFolder folder;
  const ModelBytes model = sampleModel();
  const std::string list = written(model, "0x{:02x}");
  const std::pair<const char*, std::string> kFiles[] = {
      {"bytes.py", "import tflm\n# it's a model\nMODEL = b'" + escaped(model) + "'\n"},
      {"list.py", "MODEL = bytearray([ # bytes\n" + list + "])\n"},
      {"fromhex.py", "MODEL = bytes.fromhex('" + written(model, "{:02x}", " ") + "')"},
      {"base64.py", "import base64\nMODEL = base64.b64decode(\"\"\"" + base64Of(model) + "\"\"\")\n"},
      {"list.rs", fmt::format("pub static MODEL: [u8; {}] = [{}];", model.size(), written(model, "0x{:02x}_u8"))},
      {"model.js", "export const model = new Uint8Array([" + written(model, "{}") + "]);"},
      {"model.s", "  .section .rodata\ng_model:\n  .byte " + written(model, "0x{:02x}", "\n  .byte ") + "\n"},
      {"model.S", "g_model: .word " + wordsOf(model, 4, "") + " @ all\n"},
      {"base64.txt", base64Of(model)},
      {"hex.txt", written(model, "{:02X}", "")},
      {"array.txt", "unsigned char m[] = {" + list + "};"},
      {"numbers.txt", written(model, "{}")},
      {"xxd.txt", dumpOf(model, false)},
      {"hexdump.txt", dumpOf(model, true)},
      {"words.txt", wordDumpOf(model)},
      {"wide.txt", wideDumpOf(model)},
      {"bits.txt", bitDumpOf(model)},
      {"colons.txt", written(model, "{:02x}", ":")},
      {"model.kt", "val model = byteArrayOf(" + written(model, "{}") + ")"},
      {"model.pas", "const Model: array of byte = (" + written(model, "${:02X}") + ");"},
      {"iar.s", "  DATA\n  DC8 " + written(model, "0x{:02x}", "\n  DC8 ")},
      {"masm.asm", "g_model db " + written(model, "0{:02X}h", "\n  db ")},
      {"data.txt", "data:application/octet-stream;base64," + base64Of(model)},
      {"numbered.txt", numbered(list)},
      {"page.html", "<pre>const unsigned char m[] = {" + list + "};</pre>"},
  };
  for (const auto& [name, text] : kFiles) EXPECT_EQ(loaded(folder, name, text), model) << name;
}

TEST(ModelTextTest, TextsWithoutAModelStayWhatTheyAre) {
  for (const char* text : {"", "[1, 2, 3]", "b'TFL3'", "\"unclosed", "'''never closed \\", "[[[[", "]]]]", "(((((",
                           "- /", "00000000: 1c", "RlJHVEQ=", "{ std::byte{", "0x", "uint8_t("})
    EXPECT_FALSE(modelInText(text)) << text;
  const test::TemporaryFolder folder;
  EXPECT_THAT(refusal(folder, "notes.txt", "kTensorArenaSize was too small"),
              HasSubstr("not a TensorFlow Lite model: it is text"));
  EXPECT_FALSE(bytesOfList("1, 256"));
  EXPECT_FALSE(bytesOfList("1, 0b102"));
  EXPECT_FALSE(modelOfWords("1, 2, 3"));
}

TEST(ModelTextTest, ASourceWithoutAnArrayNamesTheFileToGive) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(refusal(folder, "model.h", "#pragma once\nextern const unsigned char g_model[];\nextern int g_len;\n"),
              HasSubstr("only declares g_model: give the file that defines it"));
  EXPECT_THAT(refusal(folder, "model.c", "INCBIN(model, \"models/kws.tflite\");"), HasSubstr("give models/kws.tflite"));
  EXPECT_THAT(refusal(folder, "main.cc", "int main() {}"), HasSubstr("no byte array in braces"));
}

// How much is there and how much is missing, and what a transfer did.
TEST(ModelTextTest, OtherLanguagesNameTheFileToGiveToo) {
  const test::TemporaryFolder folder;
  const std::pair<const char*, const char*> kFiles[] = {
      {"model.rs", "static MODEL: &[u8] = include_bytes!(\"../net.tflite\");"},
      {"model.go", "package m\nimport _ \"embed\"\n//go:embed net.tflite\nvar Model []byte\n"},
      {"model.zig", "const model = @embedFile(\"net.tflite\");"},
      {"model.S", "g_model:\n  .incbin \"net.tflite\"\n"},
  };
  for (const auto& [name, text] : kFiles)
    EXPECT_THAT(refusal(folder, name, text), AllOf(HasSubstr("from another file: give"), HasSubstr("net.tflite")))
        << name;
  EXPECT_THAT(refusal(folder, "pointer.h", "extern const unsigned char* g_net;"), HasSubstr("only declares g_net"));
  const std::string begin = "const unsigned char m[] = {0x1c, 0x00, 0x00, 0x00, 0x54, 0x46, 0x4c, 0x33, 0x14, 0x00, ";
  EXPECT_THAT(refusal(folder, "excerpt.h", begin + "..., 0x00};"), HasSubstr("an excerpt"));
  EXPECT_THAT(refusal(folder, "cut.h", begin + "0x2"), HasSubstr("cut off: it has 10 bytes"));
}

TEST(ModelTextTest, DumpsWithRepeatedLinesAreWhole) {
  // "*" stands for the lines before the next address.
  const auto model = modelInDump("0000000 0018 0000 4654 334c 0000 0000 0000 0000\n"
                                 "0000010 0000 0000 0000 0000 0000 0000 0000 0000\n*\n"
                                 "0000040 0102 0304 0000 0000 0000 0000 0000 0000\n0000050\n");
  ASSERT_TRUE(model);
  EXPECT_EQ(model->size(), 80U);
  EXPECT_EQ((*model)[64], 2U);
}

TEST(FileDamageTest, SaysWhatHappened) {
  ModelBytes model = test::twoLayerModel();
  ASSERT_TRUE(holdsTogether(model));
  const ModelBytes cut(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(model.size() / 2));
  EXPECT_THAT(damageOf(cut), AllOf(HasSubstr("cut off"), HasSubstr(std::to_string(cut.size()) + " bytes")));
  ModelBytes text;
  for (const std::uint8_t byte : model) {
    if (byte == '\n') text.push_back('\r');
    text.push_back(byte);
  }
  ASSERT_GT(text.size(), model.size()) << "the model has line feeds";
  EXPECT_THAT(damageOf(text), HasSubstr("into CR LF"));
  ModelBytes replaced;
  for (const std::uint8_t byte : model)
    if (byte < 0x80)
      replaced.push_back(byte);
    else
      replaced.insert(replaced.end(), {0xef, 0xbf, 0xbd});
  EXPECT_THAT(damageOf(replaced), HasSubstr("read it as text"));
  ModelBytes asUtf8;
  for (const std::uint8_t byte : model)
    if (byte < 0x80)
      asUtf8.push_back(byte);
    else
      asUtf8.insert(asUtf8.end(),
                    {static_cast<std::uint8_t>(0xc0 | byte >> 6), static_cast<std::uint8_t>(byte & 0xbf)});
  EXPECT_THAT(damageOf(asUtf8), HasSubstr("wrote it as UTF-8"));
  ModelBytes broken = model;
  std::fill(broken.begin() + 8, broken.begin() + 40, std::uint8_t{0xff});
  EXPECT_THAT(damageOf(broken), HasSubstr("damaged"));
}

} // namespace
} // namespace arenascope::model
