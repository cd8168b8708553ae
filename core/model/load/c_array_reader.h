// Finds a model's bytes in C or C++ source text, as `xxd -i` and others write them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace arenascope::model {

struct CArray {
  std::string name; // as it is declared; empty where none stands before its brackets
  std::vector<std::uint8_t> bytes;
};

// All brace-enclosed lists of numbers -128 to 255 (decimal, hexadecimal or octal), in order; comments are skipped.
std::vector<CArray> readCArrays(std::string_view source);

// Whether a file is taken for such source text, by its name's end.
bool isCSource(const std::filesystem::path& path);

// The file, and the array's name after a colon: "file.cc:array" is one of several arrays in a source. Without a name
// where there is none; a file of just that name comes first.
std::pair<std::filesystem::path, std::string> splitArrayName(const std::filesystem::path& path);

// Names of the arrays in a source that are models, in order. None for other files, and for what cannot be read.
std::vector<std::string> modelArraysIn(const std::filesystem::path& path);

// The one that is a model, by the file identifier in its bytes; the longest where none has it. `name` chooses between
// several; empty: there may be only one.
Result<std::vector<std::uint8_t>> readCArray(std::string_view source, std::string_view name = {});

// The one array that is a model, and what it is with the arrays behind it joined to it: where a large model was cut
// into several. Empty where there are several models, or none.
std::vector<std::vector<std::uint8_t>> joinedArrays(std::string_view source);

} // namespace arenascope::model
