// Files mistaken for models are named, with advice.
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
      {"\x20\0\0\0\x1c\0\0\0TFL3"s + std::string(32, '\0'), "after its size"},
      {"\x60\0\0\0\0\0\0\0{\"w\":{\"dtype\":\"F32\"}}"s, "safetensors"},
      {"UF2\nWQ]\x9e"s + std::string(32, '\0'), ".uf2"},
      {":100000000004002009010008110100081301000895", ".hex"},
      {"\x80\x05\x95\x10\0\0\0\0\0"s, "pickle"},
      {std::string(64, '\xff'), "erased flash"},
      {std::string(64, '\0'), "0x00"},
      {"\xef\xbb\xbf<!doctype html><html></html>", "raw file"},
      {"<?xml version=\"1.0\"?>\n<net name=\"m\" version=\"11\">", "OpenVINO"},
      {"{\"format\": \"layers-model\", \"modelTopology\": {}}", "TensorFlow.js"},
      {zip + "edge-impulse-sdk/README.md" + std::string(8, '\0'), "Edge Impulse"},
      {zip + "weights.npy" + std::string(8, '\0'), ".npz"},
      {"\x0a\x16\x0a\x05input\x12\x0bPlaceholder*\x0b\x0a\x05"
       "dtype\x12\x02\x30\x01\0\0"s,
       "from_frozen_graph"},
      {"\x89PNG\r\n\x1a\n0000"s, "picture"},
      {"RIFF\x40\0\0\0WEBPVP8 "s, "picture"},
      {"RIFF\x40\0\0\0WAVEfmt "s, "audio"},
      {"\x18\0\0\0CIR0"s + std::string(32, '\0'), "Circle"},
      {"\x18\0\0\0ORTM"s + std::string(32, '\0'), "onnx2tf"},
      {"\x18\0\0\0QXYZ"s + std::string(32, '\0'), "FlatBuffer of another format (\"QXYZ\")"},
      {"RKNN\x01\0\0\0"s + std::string(32, '\0'), "one kind of accelerator"},
      {std::string(64, '\x03') + "\x57\xfb\x80\x8b\x24\x75\x47\xdb", "checkpoint"},
      {"\x78\x9c\x01\x02\x03\x04\x05\x06"s, "zlib"},
      {"!<arch>\nmodel.o/        0 "s, "library"},
      {"S00600004844521B\nS1130000285F245F2212226A000424290008237C2A\n", "objcopy -I srec"},
      {"Gr\xc3\xb6\xc3\x9f"
       "e, Zahl der Ebenen\n",
       "text"},
      {"\xfe\xff\0"
       "0\0x\0"
       "1\0"
       "c"s,
       "UTF-16"},
      {"EDL2\0\0\0\0"s + std::string(32, '\0'), "ESP-DL"},
      {"MATLAB 7.3 MAT-file, Platform", "MATLAB"},
      {"]\0\0\x80\0\xff\xff\xff\xff"s, "unlzma"},
      {"BM\x36\x0c\0\0\0\0\0\0\x36\0\0\0\x28\0"s, "picture"},
      {"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "picture"},
      {"TFL3"s + std::string(32, '\0'), "without its first 4 bytes"},
      {"\xef\xbb\xbf\x1c\0\0\0TFL3"s + std::string(32, '\0') + "StatefulPartitionedCall", "from byte 3 on"},
      {"\xe9\x03\x02\x20"s + std::string(32, '\0'), "ESP32"},
      {"[net]\nbatch=1\n[convolutional]\n", "text"},
      {"{\"cells\": [], \"nbformat\": 4}", "notebook"},
      {"{\"type\": \"micro\", \"wake_word\": \"Hey\", \"model\": \"hey.tflite\"}", "hey.tflite"},
      {"/annex/objects/SHA256E-s2704--4d7a.tflite\n", "git annex get"},
      {"outs:\n- md5: a304afb\n  path: model.tflite\n", "dvc pull"},
      {"../models/model.tflite", "give ../models/model.tflite"},
      {"404: Not Found", "the answer of a server (\"404: Not Found\")"},
      {"1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17", "54 46 4c 33"},
  };
  for (const auto& [file, says] : kFiles)
    EXPECT_THAT(messageFor(file), AllOf(HasSubstr("not a TensorFlow Lite model"), HasSubstr(says))) << file;
}

TEST(ForeignFileTest, TheNameSaysWhatTheBytesDoNot) {
  const std::string bytes = "\x0a\x05LeNet\xa2\x06\x1f"s + std::string(40, '\1');
  const auto model = ModelFile::fromBytes({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()},
                                          "nets/lenet.caffemodel");
  ASSERT_FALSE(model);
  EXPECT_THAT(model.error().message, AllOf(HasSubstr("bytes 4 to 7"), HasSubstr("by its name it is Caffe's weights")));
  EXPECT_EQ(kindOfName("model.tflite"), "");
}

TEST(ForeignFileTest, BytesThatAreNotKnownAreLeftAtThat) {
  EXPECT_THAT(messageFor("\x01\x02\x03\x04\xf5\x06\x07\x08\x09"s), HasSubstr("bytes 4 to 7 are not \"TFL3\""));
}

} // namespace
} // namespace arenascope::model
