internal import CRestorationSystem
internal import Glibc

/// An error of the operating system, by its number.
public struct SystemError: Error, Hashable, Sendable {
    /// The value of `errno`.
    public let code: Int32

    /// Takes a value of `errno`.
    public init(code: Int32) {
        self.code = code
    }

    /// The error of the last failed system call on this thread.
    package static var latest: SystemError { SystemError(code: errno) }

    /// The error with this description; `nil` if there is none.
    init?(describedAs words: String) {
        let known = (1..<134).map(SystemError.init(code:)).first { $0.description == words }
        guard let known else { return nil }
        self = known
    }

    package static let notFound = SystemError(code: ENOENT)
}

extension SystemError: CustomStringConvertible {
    /// The system's own words, in English: `Permission denied`.
    public var description: String {
        // Invariant (strerrordesc_np(3)): a constant C string, or null for an unknown number.
        unsafe restoration_error_description(code).map { unsafe String(cString: $0) }
            ?? "error \(code)"
    }
}
