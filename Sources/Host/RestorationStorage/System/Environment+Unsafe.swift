internal import CRestorationSystem
internal import Glibc

/// A variable of the process's environment, or `nil` if it is not set.
///
/// Read once, when a store is created: `getenv` is safe while no other thread changes the
/// environment, which multithreaded programs must not do (getenv(3)).
func environmentVariable(_ name: String) -> String? {
    // Invariant (getenv(3)): the result ends with NUL, and stays valid until the variable changes.
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Whether the process is more privileged than its caller, so its environment is untrusted.
///
/// Semantic source: getauxval(3), `AT_SECURE`.
var isProcessPrivileged: Bool { restoration_process_is_privileged() != 0 }

/// The home directory of the effective user, from the user database.
///
/// Semantic source: getpwuid_r(3).
func homeDirectoryOfUser() -> String? {
    var user = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>? = nil
    var text = [CChar](repeating: 0, count: 16_384)
    // Invariant (getpwuid_r(3)): fills `user` with NUL-terminated strings inside `text`, which
    // outlives the copy. `found` is null if there is no such user.
    return unsafe text.withUnsafeMutableBufferPointer { buffer in
        unsafe getpwuid_r(geteuid(), &user, buffer.baseAddress!, buffer.count, &found)
        guard unsafe found != nil, let directory = unsafe user.pw_dir else { return nil }
        return unsafe String(cString: directory)
    }
}
