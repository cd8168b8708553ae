// Files that a command line names: what is read and what is written must not be one, and standard output takes one
// answer.
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "core/base/file_writer.h"
#include "core/base/result.h"

namespace arenascope::cli {

// What an option's text names.
enum class FileUse {
  kRead,         // a file, or an array in one ("FILE:NAME"); or a folder
  kReadNumbered, // "I=FILE"
  kWrite,        // "-" is standard output
  kWriteFolder,  // tensors in a folder
  kWritePair,    // the beginning of two files' names
  kAppend,       // a log
};
// For filesOverwritten(). Every option that names a file has one.
CLI::Option* uses(CLI::Option* option, FileUse use);
bool hasUse(CLI::Option& option);

// Before anything runs: an output that is an input or another output, by whatever names, of the subcommand that was
// parsed; nothing where all is well. Learns as well whether an answer goes to standard output.
std::optional<Error> filesOverwritten(CLI::App& app);

// To standard output; false where it cannot be written, and then why, which is without words where its reader is gone.
bool print(const std::string& text);
Error cannotPrint();

// Prints what makeText(whether in colour) answers, unless a file that was asked for is standard output.
bool isOutputTaken();
bool inColour();
template <typename MakeText>
bool printText(MakeText makeText) {
  return isOutputTaken() || print(makeText(inColour()));
}

// Says on standard error what was written; not of standard output.
void sayWritten(const std::string& path);
std::optional<Error> writeAndSay(const std::string& path, std::string_view text);
// The same where a file is named, with what make() answers.
template <typename Make>
std::optional<Error> writeIfAsked(const std::string& path, Make make) {
  return path.empty() ? std::nullopt : writeAndSay(path, make());
}

} // namespace arenascope::cli
