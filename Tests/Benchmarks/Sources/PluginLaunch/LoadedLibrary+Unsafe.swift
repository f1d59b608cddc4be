import Glibc

/// A library as the dynamic loader alone loads it.
enum LoadedLibrary {
    /// Opens a library for good, and looks its entry point up.
    static func open(_ file: String) {
        // Invariant: Swift passes texts as C strings that live for the call.
        let library = unsafe dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
        guard unsafe dlsym(library, "restoration_plugin_entry") != nil else { exit(1) }
    }
}
