import Glibc

/// A failed system call's error number (`errno`).
///
/// ``attempting(_:_:_:)`` adds the action and the file.
package struct SystemError: Error, Hashable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    static let nameTaken = SystemError(code: EEXIST)

    /// Whether the file system or the kernel does not support the call for such files.
    var isUnsupported: Bool {
        [EINVAL, ENOSYS, EOPNOTSUPP, EPERM, EMLINK].contains(code)
    }
}

func attempting<Result: ~Copyable>(
    _ action: FileAction,
    _ path: String,
    _ calls: @autoclosure () throws(SystemError) -> Result
) throws(StorageError) -> Result {
    do {
        return try calls()
    } catch {
        throw .system(action, path: path, errorNumber: error.code)
    }
}
