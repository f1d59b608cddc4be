import Glibc

/// The number with which a system call failed (`errno`).
///
/// It knows neither the file nor what was being done with it: ``attempting(_:_:_:)`` adds both.
package struct SystemError: Error, Hashable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// A name that had to be unused is not.
    static let nameTaken = SystemError(code: EEXIST)

    /// Whether the file system or the kernel does not know the call, or not for such files.
    var isUnsupported: Bool {
        [EINVAL, ENOSYS, EOPNOTSUPP, EPERM, EMLINK].contains(code)
    }
}

/// Runs system calls on one file and turns a failure into a storage error that names the file.
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
