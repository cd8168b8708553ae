// Files that people take for a model are named, with what to do.
#include "core/model/validate/foreign_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/load/model_file.h"

namespace arenascope::model {
namespace {

using namespace std::string_literals;
using testing::AllOf;
using testing::HasSubstr;

std::string messageFor(const std::string& file) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.data());
  const auto model = ModelFile::fromBytes({bytes, file.size()}, "m.tflite");
  return model ? "" : model.error().message;
}

TEST(ForeignFileTest, EachIsNamedWithWhatToDo) {
  const std::string zip = "PK\x03\x04\x14"s + std::string(25, '\0');
  const std::pair<std::string, const char*> kFiles[] = {
      {"version https://git-lfs.github.com/spec/v1\noid sha256:0", "git lfs pull"},
      {"<!DOCTYPE html><html><body>404</body></html>", "raw file"},
      {"{\"message\": \"Not Found\", \"status\": \"404\"}", "JSON"},
      {"\x89HDF\r\n\x1a\n"s + std::string(64, '\0'), "from_keras_model"},
      {"\x08\x08\x12\x07pytorch\x1a\x05"s + std::string(64, '\0'), "ONNX"},
      {zip + "archive/data.pkl" + std::string(8, '\0'), "PyTorch"},
      {zip + "metadata.json" + std::string(8, '\0'), "Keras"},
      {zip + "net.tflite" + std::string(8, '\0'), "ZIP archive with a .tflite"},
      {"\x1c\0\0\0ET12"s + std::string(64, '\0'), "ExecuTorch"},
      {"\x1f\x8b\x08\0\0\0\0\0\0"s, "gunzip"},
      {"\x93NUMPY\x01\0"s + std::string(32, ' '), "NumPy"},
      {"\x08\x01\x12\x10\x0a\x0e\x12\x05serve"s + std::string(64, '\0'), "from_saved_model"},
      {"HAAAAFRGTDMAAAAAFAAgABwAGAAUABAADAAAAAgA", "base64 -d"},
      {"1c000000544c463320001c00180014001000", "xxd -r -p"},
      {"\x89PNG\r\n\x1a\n0000"s, "picture"},
  };
  for (const auto& [file, says] : kFiles)
    EXPECT_THAT(messageFor(file), AllOf(HasSubstr("not a TensorFlow Lite model"), HasSubstr(says))) << file;
}

TEST(ForeignFileTest, BytesThatAreNotKnownAreLeftAtThat) {
  EXPECT_THAT(messageFor("\x01\x02\x03\x04\xf5\x06\x07\x08\x09"s), HasSubstr("bytes 4 to 7 are not \"TFL3\""));
}

} // namespace
} // namespace arenascope::model
