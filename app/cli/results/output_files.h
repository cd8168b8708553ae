// Files named on the command line: no output may be an input or another output, and only one may be standard output.
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "core/base/file_writer.h"
#include "core/base/result.h"
#include "core/base/wrapped_text.h"

namespace arenascope::cli {

// Heading of options that name an output, or say how it looks.
constexpr const char* kFilesGroup = "Files";

// Use of the file that an option names.
enum class FileUse {
  kRead,         // a file, or an array in one ("FILE:NAME"), or a folder
  kReadNumbered, // "I=FILE"
  kWrite,        // "-" is standard output
  kWriteFile,    // never standard output
  kWriteFolder,  // tensors in a folder
  kWritePair,    // prefix of two files' names
  kAppend,       // a log
};
// Registers an option for filesOverwritten(); required for every option that names a file.
CLI::Option* uses(CLI::Option* option, FileUse use);
bool hasUse(CLI::Option& option);
// An option for a file that is written.
template <typename Path>
CLI::Option* addOutput(CLI::App& command, const std::string& option, Path& path, const std::string& help,
                       FileUse use = FileUse::kWrite) {
  return uses(command.add_option(option, path, help), use)->type_name("FILE");
}

// Before anything runs: an output of the parsed subcommand that is an input or another output, under any name; nothing
// if there is none. Also records whether an output is standard output.
std::optional<Error> filesOverwritten(CLI::App& app);

// Prints to standard output; false on errors, with a message unless the reader is gone.
bool print(const std::string& text);
Error cannotPrint();

// Prints makeText(whether in colour) in lines as wide as the terminal, or a page, unless standard output is a file that
// was requested.
bool isOutputTaken();
bool inColour();
std::size_t textWidth();
// Whether standard error is a terminal for a line that is written over and over.
bool showsProgress();
template <typename MakeText>
bool printText(MakeText makeText) {
  return isOutputTaken() || print(wrapped(makeText(inColour()), textWidth()));
}

// Reports a written file on standard error; not for standard output.
void sayWritten(const std::string& path);
std::optional<Error> writeAndSay(const std::string& path, std::string_view text);
// The same if a file is named, with the content made by make().
template <typename Make>
std::optional<Error> writeIfAsked(const std::string& path, Make make) {
  return path.empty() ? std::nullopt : writeAndSay(path, make());
}

} // namespace arenascope::cli
