internal import CRestorationSystem
internal import RestorationDiscovery
internal import RestorationInvocation

/// The libraries of a binding, which are never unloaded.
@safe struct BindingLibrary {
    /// The loaded libraries, in search order.
    ///
    /// Invariant: handles of the dynamic loader, which are never closed.
    private let handles: [UnsafeMutableRawPointer]

    /// Loads libraries, or finds them in memory.
    ///
    /// - Parameters:
    ///   - names: Sonames, or paths of files, which are checked like plugins.
    ///   - binding: The binding's file, for messages.
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
        // As for plugins: the dynamic loader may return an older image of that name.
        if let cleared, ReadOnlyFile.Identity(ofFile: cleared.path) != cleared.identity {
            throw DiscoveryError.replaced(file: cleared.path)
        }
        return unsafe library
    }

    /// Finds a function in the first library that defines it, itself or by a dependency. For a
    /// dependency's function, returns the definition that the library's own calls reach, so that
    /// text is freed by the allocator that allocated it.
    func function(_ name: String) -> NativeFunction.Address? {
        for index in unsafe handles.indices {
            let handle = unsafe handles[index]
            // Invariant: Swift passes the name as a C string that lives for the call. The binding's
            // author vouches that the symbol is a function.
            if let symbol = unsafe restoration_library_used_symbol(handle, name) {
                return unsafe unsafeBitCast(symbol, to: NativeFunction.Address.self)
            }
        }
        return nil
    }
}
