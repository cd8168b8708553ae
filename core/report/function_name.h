// Readable function names.
#pragma once

#include <string>

namespace arenascope::report {

// "void a::b::(anonymous namespace)::f<c::D>(int) const" becomes "b::f<D>": no return type, no parameters, and one
// enclosing name.
std::string readableFunction(const std::string& demangled);

} // namespace arenascope::report
