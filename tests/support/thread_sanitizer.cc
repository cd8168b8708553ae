// Installed libraries do not show the thread sanitizer how their threads synchronize: it only has to watch what is
// built here.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "ignore_noninstrumented_modules=1"; }
