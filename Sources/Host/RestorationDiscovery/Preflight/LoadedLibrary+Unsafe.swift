internal import CRestorationSystem

package enum LoadedLibrary {
    /// The file of the loaded library with this soname; `nil` if there is none.
    package static func file(named name: String) -> String? {
        // Invariant: `name` is a valid C string during the call. The result is valid while the
        // library is loaded.
        unsafe restoration_library_loaded(name).map { unsafe String(cString: $0) }
    }
}
