#include "app/cli/command_line.h"

int main(int argc, char** argv) { return arenascope::cli::CommandLine().run(argc, argv); }
