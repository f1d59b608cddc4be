internal import CRestorationSystem

/// The libraries of this process.
package enum LoadedLibrary {
    /// The file of the library that answers to `name`, as others ask for it; `nil` if none does.
    package static func file(named name: String) -> String? {
        // Invariant: Swift passes `name` as a C string that lives for the call; the answer lives
        // as long as a library that is in use.
        unsafe restoration_library_loaded(name).map { unsafe String(cString: $0) }
    }
}
