import CPostgreSQL
import RestorationStorage

/// The functions of libpq, which are loaded when first used.
///
/// Invariant: the pointers are valid until the process ends, because the library is never closed.
@safe struct Library: Sendable {
    nonisolated(unsafe) let functions: UnsafePointer<restoration_libpq>

    /// - Throws: ``/RestorationStorage/RemoteError/libraryMissing(library:package:reason:)``.
    static func loaded() throws(RemoteError) -> Library {
        var reason: UnsafePointer<CChar>?
        guard let functions = unsafe restoration_libpq_load(&reason) else {
            throw .libraryMissing(
                library: "libpq.so.5",
                package: "libpq5",
                reason: unsafe reason.map { unsafe String(cString: $0) } ?? ""
            )
        }
        return unsafe Library(functions: functions)
    }

    /// Copies a string of libpq, or returns `nil` for a null pointer.
    static func text(_ string: UnsafePointer<CChar>?) -> String? {
        // Invariant: libpq's strings end with NUL and live until the next call for their owner.
        unsafe string.map { unsafe String(cString: $0) }
    }
}
