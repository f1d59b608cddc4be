import Glibc

enum LoadedLibrary {
    /// Opens a library permanently, and looks up its entry point.
    static func open(_ file: String) {
        // Invariant: Swift passes strings as C strings that live for the call.
        let library = unsafe dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
        guard unsafe dlsym(library, "restoration_plugin_entry") != nil else { exit(1) }
    }
}
