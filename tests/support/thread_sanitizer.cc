// Libraries as they are installed do not tell the thread sanitizer how their threads wait for each other: it shall
// watch what is built here.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "ignore_noninstrumented_modules=1"; }
