#include "core/model/validate/foreign_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace arenascope::model {

namespace {

struct Signature {
  std::size_t at;
  std::string_view bytes;
  const char* is;
};

using namespace std::string_view_literals;
constexpr const char* kHtml =
    "a web page (HTML), from a failed download or a page that shows the file: fetch the raw file";
constexpr const char* kPicture = "a picture, not a model";
constexpr const char* kSound = "an audio file, not a model";
constexpr const char* kVideo = "a video, not a model";
constexpr const char* kTable = "a table of data, not a model";
constexpr const char* kLibrary = "a library or package, not a model: unpack it if a .tflite file is in it";
constexpr const char* kEngine =
    "compiled for one kind of accelerator, which TFLM cannot run: convert the network that it was made from to "
    "TensorFlow Lite";
constexpr const char* kEspDl =
    "a model of ESP-DL, another runtime than TFLM: convert the network that it was made from to TensorFlow Lite";
constexpr const char* kOtherRuntime =
    "a model for another runtime, which TFLM cannot run: convert the network that it was made from to TensorFlow Lite";
constexpr const char* kWideText =
    "text in UTF-16, as PowerShell's > writes it: write it with `Out-File -Encoding ascii`, or use `xxd -i IN OUT`";
constexpr const char* kZlib = "packed with zlib, as joblib does: unpack it, and give the .tflite file";
constexpr const char* kPickle = "a Python pickle: export the network for TensorFlow Lite";
constexpr Signature kSignatures[] = {
    {0, "version https://git-lfs", "a Git LFS pointer, not the file itself: run `git lfs pull` in the clone"},
    {0, "<!DOCTYPE", kHtml},
    {0, "<!doctype", kHtml},
    {0, "<html", kHtml},
    {0, "<HTML", kHtml},
    {0, "\x89HDF\r\n\x1a\n"sv,
     "an HDF5 file (Keras .h5): load it in Python and convert it with tf.lite.TFLiteConverter.from_keras_model()"},
    {4, "ET12", "an ExecuTorch program (.pte), which TFLM cannot run: export the network for TensorFlow Lite"},
    {0, "\x1f\x8b"sv, "packed with gzip: unpack it with `gunzip`"},
    {0, "BZh", "packed with bzip2: unpack it with `bunzip2`"},
    {0,
     "\xfd"
     "7zXZ"sv,
     "packed with xz: unpack it with `unxz`"},
    {0, "\x28\xb5\x2f\xfd"sv, "packed with zstd: unpack it with `unzstd`"},
    {0, "7z\xbc\xaf"sv, "a 7-Zip archive: unpack it, and give the .tflite file in it"},
    {0, "Rar!", "a RAR archive: unpack it, and give the .tflite file in it"},
    {257, "ustar", "a tar archive: unpack it, and give the .tflite file in it"},
    {0, "\x93NUMPY"sv, "a NumPy array (.npy): data, not a model"},
    {0, "\x89PNG"sv, kPicture},
    {0, "\xff\xd8\xff"sv, kPicture},
    {0, "GIF8", kPicture},
    {0, "\xff\xfe"sv, kWideText},
    {0, "\xfe\xff"sv, kWideText},
    {0, "%PDF", "a PDF document, not a model"},
    {8, "WEBP", kPicture},
    {8, "AVI ", kVideo},
    {0, "RIFF", kSound},
    {0, "II*\0"sv, kPicture},
    {0, "MM\0*"sv, kPicture},
    {4, "ftypheic", kPicture},
    {4, "ftypavif", kPicture},
    {4, "ftyp", kVideo},
    {0, "\x1a\x45\xdf\xa3"sv, kVideo},
    {0, "PAR1", kTable},
    {0, "ARROW1", kTable},
    {0, "FEA1", kTable},
    {0, "EDL1", kEspDl},
    {0, "EDL2", kEspDl},
    {0, "]\0\0\x80\0"sv, "packed with lzma: unpack it with `unlzma`"},
    {6, "\0\0\0\0\x36\0\0\0"sv, kPicture}, // BMP
    {0, "<svg", kPicture},
    {4, "CIR0", "a Circle model (ONE): give the .tflite file that it was made from"},
    {4, "ORTM", "a model for ONNX Runtime (.ort): convert the ONNX model that it was made from (onnx2tf)"},
    {4, "MSL", kOtherRuntime},  // MindSpore Lite
    {0, "lmgg", kOtherRuntime}, // GGML
    {0, "KMDL", kEngine},       // Kendryte
    {0, "RKNN", kEngine},
    {0, "VPMN", kEngine}, // VeriSilicon
    {0, "ftrt", kEngine}, // TensorRT
    {0, "ptrt", kEngine},
    {0, "COP1", "a command stream for Ethos-U alone: give the .tflite file that Vela wrote"},
    {0, "!<arch>\n", kLibrary},
    {0, "\xca\xfe\xba\xbe"sv, "a program (Java or macOS), not a model"},
    {0, "dex\n", "a program for Android, not a model"},
    {0, "PACK\0\0\0"sv, "a Git packfile: give a file of the working tree"},
    {0, "# v2 git bundle", "a Git bundle: clone it, and give the .tflite file in it"},
    {0, "Salted__", "encrypted with OpenSSL: decrypt it"},
    {0, "-----BEGIN PGP", "encrypted or signed with PGP: decrypt it"},
    {0, "\x1f\x9d"sv, "packed with compress: unpack it with `uncompress`"},
    {0, "\x78\x01"sv, kZlib},
    {0, "\x78\x9c"sv, kZlib},
    {0, "\x78\xda"sv, kZlib},
    {0, "PK\x05\x06", "an empty ZIP archive"},
    {8, "TFL3",
     "a model after its size (a size-prefixed FlatBuffer): remove the first four bytes, as `tail -c +5 IN > OUT` does"},
    {8, "{\"", "a safetensors file, which has weights and no graph: convert the network where it is defined"},
    {0, "GGUF", "a language model (GGUF), which TFLM cannot run"},
    {0, "UF2\n", "a firmware image (UF2): name it .uf2"},
    {0, ":10", "a firmware image (Intel HEX): name it .hex"},
    {0, ":02", "a firmware image (Intel HEX): name it .hex"},
    {0, "\0asm"sv, "a WebAssembly module, not a model"},
    {0, "MZ", "a program for Windows, not a model"},
    {0, "\xcf\xfa\xed\xfe"sv, "a program for macOS, not a model"},
    {0, "SQLite format 3", "an SQLite database, not a model"},
    {0, "MATLAB 5.0", "a MATLAB file: data, not a model"},
    {0, "MATLAB 7.3", "a MATLAB file: data, not a model"},
    {0, "ID3", kSound},
    {0, "OggS", kSound},
    {0, "fLaC", kSound},
    {0, "\x04\x22\x4d\x18"sv, "packed with lz4: unpack it with `lz4 -d`"},
    {0, "\x80\x03"sv, kPickle},
    {0, "\x80\x05"sv, kPickle},
    {0, "\x80\x02"sv, "a Python pickle (PyTorch's old .pt): export the network for TensorFlow Lite"},
    {0, "\x80\x04"sv, kPickle},
};

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string zipFile(std::string_view text) {
  if (has(text, "/data.pkl") || has(text, "/version"))
    return "a PyTorch file (.pt): export the network to ONNX or with ai-edge-torch, and convert that to TensorFlow "
           "Lite";
  if (has(text, "model.weights.h5") || has(text, "metadata.json"))
    return "a Keras file (.keras): load it in Python and convert it with tf.lite.TFLiteConverter.from_keras_model()";
  if (has(text, "edge-impulse-sdk") || has(text, "model_metadata.h"))
    return "a library exported by Edge Impulse: use the model in its folder tflite-model, or download it as .tflite";
  if (has(text, "saved_model.pb"))
    return "a TensorFlow SavedModel in a ZIP archive: unpack it, and convert its folder with "
           "tf.lite.TFLiteConverter.from_saved_model()";
  if (has(text, ".tflite")) return "a ZIP archive with a .tflite file in it: unpack it, and give that file";
  if (has(text, ".npy")) return "NumPy arrays (.npz): data, not a model";
  return "a ZIP archive: unpack it, and give the .tflite file in it";
}

// No control characters, and mostly ASCII, whatever the others are encoded in.
bool isPlainText(std::string_view text) {
  constexpr std::ptrdiff_t kMostForeign = 2; // one in so many
  const auto foreign = std::count_if(text.begin(), text.end(), [](unsigned char c) { return c > 0x7f; });
  return foreign * kMostForeign <= static_cast<std::ptrdiff_t>(text.size()) &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c >= ' ' ? c != 0x7f : std::isspace(c) != 0; });
}

// Of such characters and of others beside them, at least a third of them such.
bool consistsOf(std::string_view text, std::string_view others, int (*kind)(int)) {
  constexpr std::ptrdiff_t kLeast = 16;
  constexpr std::ptrdiff_t kRarest = 3; // one in so many
  const auto such = std::count_if(text.begin(), text.end(), [&](unsigned char c) { return kind(c) != 0; });
  return such >= kLeast && such * kRarest >= static_cast<std::ptrdiff_t>(text.size()) &&
         std::all_of(text.begin(), text.end(), [&](unsigned char c) {
           return kind(c) != 0 || std::isspace(c) != 0 || others.find(static_cast<char>(c)) != std::string_view::npos;
         });
}

// Groups of digits that blanks part are of even length each.
bool areWholeBytes(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      ++digits;
      continue;
    }
    if (digits % 2 != 0) return false;
    digits = 0;
  }
  return digits % 2 == 0;
}

// What follows the first bracket begins a value, or ends the document.
bool isJson(std::string_view text) {
  if (text[0] != '{' && text[0] != '[') return false;
  const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
  return next != std::string_view::npos &&
         std::string_view("\"{[]}-0123456789").find(text[next]) != std::string_view::npos;
}

// The text of `"name": "text"`.
std::string jsonText(std::string_view text, std::string_view name) {
  std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  at = text.find('"', text.find(':', at + name.size()));
  const std::size_t end = at == std::string_view::npos ? at : text.find('"', at + 1);
  return end == std::string_view::npos ? std::string() : std::string(text.substr(at + 1, end - at - 1));
}

std::string jsonFile(std::string_view text) {
  if (has(text, "\"wake_word\"") || has(text, "\"tensor_arena_size\"")) {
    const std::string model = jsonText(text, "\"model\"");
    return "ESPHome's manifest of a wake word: give the model beside it" + (model.empty() ? model : ", " + model);
  }
  if (has(text, "\"nbformat\"")) return "a Jupyter notebook: run it, and give the .tflite file that it writes";
  return "a JSON document, perhaps the answer of a server without the file: fetch the file itself";
}

// A few words that stand for a file: of tools that keep large files elsewhere, links, and servers' answers.
std::string pointerFile(std::string_view text) {
  constexpr std::size_t kLongest = 600;
  if (text.size() > kLongest || text[0] == '<') return {};
  if (has(text, "annex/objects/")) return "a pointer of git-annex, not the file itself: run `git annex get FILE`";
  if (has(text, "outs:") && has(text, "path:")) return "a pointer of DVC, not the file itself: run `dvc pull`";
  const std::string_view line = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  const bool isPath = line.find_first_of(" \t\r\n<>\"") == std::string_view::npos && has(line, "/");
  if (isPath && (line.ends_with(".tflite") || line.ends_with(".h") || line.ends_with(".cc")))
    return "a link that was saved as text (Git on Windows, without symbolic links): give " + std::string(line);
  const bool isStatus = text.size() > 3 && (text[0] == '4' || text[0] == '5') && std::isdigit(text[1]) != 0 &&
                        std::isdigit(text[2]) != 0 && (text[3] == ':' || text[3] == ' ');
  for (const char* answer : {"Not Found", "not found", "Access denied", "Access Denied", "Too Many Requests",
                             "Unauthorized", "Forbidden", "Invalid username"})
    if (isStatus || has(text, answer))
      return "the answer of a server (\"" + std::string(line.substr(0, line.find('\n'))) +
             "\"), not the file: fetch the file itself";
  return {};
}

std::string textFile(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "blank";
  if (has(text, "\"modelTopology\"") || has(text, "\"weightsManifest\""))
    return "a model of TensorFlow.js: convert the original Keras model with tf.lite.TFLiteConverter";
  if (text.starts_with("7767517")) return "a model of ncnn, which TFLM cannot run: convert the original network";
  if (text.substr(begin).starts_with("node {"))
    return "a TensorFlow graph as text (.pbtxt): export the network as a SavedModel and convert that";
  if (isJson(text.substr(begin))) return jsonFile(text);
  if (std::string pointer = pointerFile(text.substr(begin)); !pointer.empty()) return pointer;
  if (text.substr(begin).starts_with("<?xml"))
    return has(text, "<net ")
               ? "a model of OpenVINO (IR): convert the original network"
               : "an XML document, perhaps the answer of a server without the file: fetch the file itself";
  if (text[begin] == '<') return kHtml;
  if (text[begin] == 'S' && consistsOf(text, "S", std::isxdigit))
    return "a firmware image (S-record): convert it to Intel HEX with `objcopy -I srec -O ihex IN OUT.hex`";
  if (has(text.substr(0, 64), "FRGTD")) // what "TFL3" is in base64 at its place
    return "a model in base64: decode it with `base64 -d FILE > model.tflite`";
  if (consistsOf(text, "", std::isxdigit) && areWholeBytes(text))
    return "bytes as hexadecimal digits: convert them with `xxd -r -p FILE model.tflite`";
  if (consistsOf(text, "x,:;*-", std::isxdigit)) // also dumps in octal
    return "numbers, but not those of a model from its first byte on (54 46 4c 33 at bytes 4 to 7): give the whole "
           "array or dump, best in the form of `xxd -i`";
  if (!has(text, " ") && consistsOf(text, "+/=", std::isalnum))
    return "base64: decode it with `base64 -d FILE > model.tflite`";
  if (has(text, "0x54, 0x46, 0x4c, 0x33"))
    return "text with a model's bytes in an unknown form: save them in the form of `xxd -i`, or as a binary file";
  return "text";
}

// "CIR0" of a FlatBuffer that is none of those known; empty for anything else.
std::string otherFlatBuffer(std::string_view text) {
  constexpr std::size_t kBegin = 8; // of a table after its offset and the identifier
  if (text.size() < kBegin) return {};
  std::size_t offset = 0;
  for (std::size_t byte = 4; byte-- > 0;) offset = offset << 8 | static_cast<unsigned char>(text[byte]);
  const std::string_view identifier = text.substr(4, 4);
  const bool named = std::all_of(identifier.begin(), identifier.end(),
                                 [](unsigned char c) { return std::isupper(c) != 0 || std::isdigit(c) != 0; });
  return named && offset >= kBegin && offset < text.size() && offset % 2 == 0 ? std::string(identifier) : std::string();
}

// A model whose first bytes are lost, or that has others before it.
std::string shiftedModel(std::string_view text) {
  constexpr std::size_t kPlace = 4; // of the identifier
  const std::size_t at = text.find("TFL3");
  if (at == std::string_view::npos || at == kPlace) return {};
  if (at < kPlace)
    return fmt::format("a model without its first {} bytes: copy it again, whole and as binary", kPlace - at);
  return fmt::format("a file with a model in it, from byte {} on: cut it out with `tail -c +{} IN > OUT`", at - kPlace,
                     at - kPlace + 1);
}

// Espressif's header: how many segments, and the flash's mode.
bool isEspImage(std::string_view text) {
  constexpr char kMostSegments = 16;
  constexpr char kMostModes = 5;
  return text.size() > 24 && text[0] == '\xe9' && text[1] > 0 && text[1] <= kMostSegments && text[2] >= 0 &&
         text[2] <= kMostModes;
}

// The end of a table of LevelDB's.
bool isCheckpointIndex(std::string_view text) { return text.ends_with("\x57\xfb\x80\x8b\x24\x75\x47\xdb"); }

} // namespace

std::string foreignFile(std::span<const std::uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.size() > 8 && text.substr(4, 4) == "TFL3") // of an image
    return "a model without a program: make a binary file of it, as `objcopy -I ihex -O binary IN OUT.tflite` does";
  for (const Signature& signature : kSignatures)
    if (text.size() >= signature.at + signature.bytes.size() &&
        text.substr(signature.at, signature.bytes.size()) == signature.bytes)
      return signature.is;
  if (text.starts_with("PK\x03\x04")) return zipFile(text);
  for (const char filler : {'\0', '\xff'})
    if (text.find_first_not_of(filler) == std::string_view::npos)
      return fmt::format("filled with 0x{:02x}: erased flash, or a failed copy", static_cast<unsigned char>(filler));
  const std::string_view afterMark = text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
  if (isPlainText(afterMark.substr(0, 65536))) return textFile(afterMark);
  if (std::string shifted = shiftedModel(text); !shifted.empty()) return shifted;
  if (isEspImage(text)) return "an ESP-IDF application for an ESP32, which cannot be run here: give the model";
  if ((text.starts_with("\x08\x01\x12") && has(text.substr(0, 256), "serve")) ||
      has(text.substr(0, 4096), "saved_model") || has(text, "StatefulPartitionedCall") || has(text, "serving_default"))
    return "a TensorFlow SavedModel (saved_model.pb): convert its folder with "
           "tf.lite.TFLiteConverter.from_saved_model()";
  if (has(text.substr(0, 65536), "Placeholder") && has(text, "dtype"))
    return "a frozen TensorFlow graph (.pb): convert it with "
           "tf.compat.v1.lite.TFLiteConverter.from_frozen_graph()";
  if (text.starts_with("\x08") && (has(text.substr(0, 256), "pytorch") || has(text.substr(0, 256), "onnx") ||
                                   has(text, "ai.onnx") || has(text.substr(0, 512), "Gemm")))
    return "an ONNX model: convert it to TensorFlow Lite (onnx2tf)";
  if (isCheckpointIndex(text))
    return "the index of a TensorFlow checkpoint, which has weights and no graph: load it in Python and convert the "
           "model with tf.lite.TFLiteConverter";
  if (const std::string identifier = otherFlatBuffer(text); !identifier.empty())
    return fmt::format("a FlatBuffer of another format (\"{}\"): give the .tflite file", identifier);
  return {};
}

std::string kindOfName(std::string_view name) {
  struct Ending {
    std::string_view ending;
    const char* is;
  };
  constexpr const char* kConvert = "convert the network that it was made from to TensorFlow Lite";
  constexpr Ending kEndings[] = {
      {".caffemodel", "Caffe's weights"},
      {".prototxt", "a network of Caffe's"},
      {".weights", "Darknet's weights"},
      {".cfg", "a network of Darknet's"},
      {".mlmodel", "a model of Core ML"},
      {".mlpackage", "a model of Core ML"},
      {".mnn", "a model of MNN"},
      {".tmfile", "a model of Tengine"},
      {".dlc", "a model of Qualcomm's SNPE"},
      {".kmodel", "a model for Kendryte's KPU"},
      {".espdl", "a model of ESP-DL"},
      {".onnx", "an ONNX model"},
      {".pt", "a PyTorch file"},
      {".pth", "a PyTorch file"},
      {".pb", "a TensorFlow graph"},
      {".h5", "a Keras file"},
      {".keras", "a Keras file"},
      {".params", "weights of MXNet"},
      {".nb", "a model of Paddle Lite"},
      {".pdmodel", "a model of PaddlePaddle"},
      {".engine", "a model for TensorRT"},
      {".ncnn", "a model of ncnn"},
      {".param", "a model of ncnn"},
      {".joblib", "a Python pickle"},
      {".pkl", "a Python pickle"},
      {".nnef", "a model in NNEF"},
  };
  for (const Ending& each : kEndings)
    if (name.ends_with(each.ending)) return fmt::format("{}: {}", each.is, kConvert);
  return {};
}

} // namespace arenascope::model
