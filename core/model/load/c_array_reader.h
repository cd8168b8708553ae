// Finds a model's bytes in C or C++ source text, in the form of `xxd -i` and others.
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
  std::string name; // as declared; empty if its brackets have none
  std::vector<std::uint8_t> bytes;
};

// All brace-enclosed lists of numbers -128 to 255 (decimal, hexadecimal or octal), in order; comments are skipped.
std::vector<CArray> readCArrays(std::string_view source);

// Whether the file's ending is one of such source text.
bool isCSource(const std::filesystem::path& path);

// The file, and the array's name after a colon: "file.cc:array" selects one of several arrays in a source. The name is
// empty if there is none; an existing file of exactly that name comes first.
std::pair<std::filesystem::path, std::string> splitArrayName(const std::filesystem::path& path);

// Names of a source's arrays that are models, in order. Empty for other files, and for unreadable ones.
std::vector<std::string> modelArraysIn(const std::filesystem::path& path);

// The array that is a model, by the file identifier in its bytes; otherwise the longest one. `name` selects one of
// several; if it is empty, there may be only one.
Result<std::vector<std::uint8_t>> readCArray(std::string_view source, std::string_view name = {});

// The one array that is a model, and it joined with the arrays after it, for a large model that is split into several
// arrays. Empty if there are several models, or none.
std::vector<std::vector<std::uint8_t>> joinedArrays(std::string_view source);

} // namespace arenascope::model
