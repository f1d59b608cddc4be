internal import CRestorationSystem
internal import RestorationDiscovery
internal import RestorationInvocation

/// The libraries that a binding is about, in memory for good.
@safe struct BindingLibrary {
    /// Those that have been loaded, in the order in which symbols are looked for.
    ///
    /// Invariant: handles of the dynamic loader, which are never closed.
    private let handles: [UnsafeMutableRawPointer]

    /// Loads libraries, or finds them in memory.
    ///
    /// - Parameters:
    ///   - names: sonames, for which the system knows the files; or paths of files, which are
    ///     examined like plugins.
    ///   - binding: the binding's file, for messages.
    init(
        opening names: [String],
        for binding: String,
        _ preflight: inout Preflight
    ) throws {
        var handles: [UnsafeMutableRawPointer] = unsafe []
        for name in names {
            unsafe handles.append(try Self.open(name, for: binding, &preflight))
        }
        unsafe self.handles = unsafe handles
    }

    /// The error of a binding one of whose libraries is not there, or unfit.
    private static func error(
        _ error: DiscoveryError,
        library name: String,
        of binding: String
    ) -> any Error {
        switch error {
        case .unreadable(file: name, .notFound):
            BindingError.libraryNotLoadable(
                binding: binding,
                library: name,
                .missing,
                message: nil
            )
        case .notALibrary(file: name, let fault):
            BindingError.libraryNotLoadable(
                binding: binding,
                library: name,
                .unfit(fault),
                message: nil
            )
        default: error
        }
    }

    private static func open(
        _ name: String,
        for binding: String,
        _ preflight: inout Preflight
    ) throws -> UnsafeMutableRawPointer {
        var path = name
        var cleared: Preflight.Cleared?
        if ELFLibrary.isPath(name) {
            do {
                let found = try preflight.clear(library: name)
                path = found.path
                cleared = found
            } catch {
                throw Self.error(error, library: name, of: binding)
            }
        }
        // Invariant: Swift passes the path as a C string that lives for the call.
        guard let library = unsafe restoration_library_open(path) else {
            let message =
                unsafe restoration_library_error().map { unsafe String(cString: $0) }
                ?? "unknown reason"
            throw BindingError.libraryNotLoadable(
                binding: binding,
                library: name,
                LibraryFault(message, from: path),
                message: message
            )
        }
        // As for plugins: the dynamic loader returns what it has loaded by that name before.
        if let cleared, ReadOnlyFile.Identity(ofFile: cleared.path) != cleared.identity {
            throw DiscoveryError.replaced(file: cleared.path)
        }
        return unsafe library
    }

    /// The function of that name in the first of the libraries that has it, or that uses it: then
    /// the one that the library itself calls, so that its text is freed by whom allocated it.
    func function(_ name: String) -> NativeFunction.Address? {
        for index in unsafe handles.indices {
            let handle = unsafe handles[index]
            // Invariant: Swift passes the name as a C string that lives for the call. That it is
            // the name of a function is for the binding's author to know.
            if let symbol = unsafe restoration_library_used_symbol(handle, name) {
                return unsafe unsafeBitCast(symbol, to: NativeFunction.Address.self)
            }
        }
        return nil
    }
}
