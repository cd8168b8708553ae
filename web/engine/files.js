// The module's files: in memory, or this computer's where the module is created in Node with the option usesRealFiles.
// Emscripten's library of real files (-sNODERAWFS) would have them always, and no browser could load the module.
mergeInto(LibraryManager.library, {
  $NODERAWFS__postset: `
    var VFS = Object.assign({}, FS); // what NODERAWFS falls back to
    if (Module['usesRealFiles']) {
      Object.keys(NODERAWFS).forEach(function(name) {
        FS[name] = function() {
          try {
            return NODERAWFS[name].apply(FS, arguments);
          } catch (error) {
            if (!error.code) throw error;
            throw new FS.ErrnoError(ERRNO_CODES[error.code]);
          }
        };
      });
    }`,
});
