internal import CRestorationSystem
internal import Glibc

/// A variable of the process's environment, or `nil` if it is not set.
///
/// Read once, when a store is made: `getenv` is safe as long as no other thread changes the
/// environment, which a program must not do once it runs threads (getenv(3)).
func environmentVariable(_ name: String) -> String? {
    // Invariant (getenv(3)): the result ends with NUL and stays until the variable is changed.
    unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Whether the process has more rights than whoever started it, so that its environment is in
/// foreign hands.
///
/// Semantic source: getauxval(3), `AT_SECURE`.
var isProcessPrivileged: Bool { restoration_process_is_privileged() != 0 }

/// The home directory of the user whose rights the process has, as the system has it.
///
/// Semantic source: getpwuid_r(3).
func homeDirectoryOfUser() -> String? {
    var user = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>? = nil
    var text = [CChar](repeating: 0, count: 16_384)
    // Invariant (getpwuid_r(3)): fills `user`, whose texts end with NUL and lie in `text`, which
    // lives until they have been copied; `found` is null if there is no such user.
    return unsafe text.withUnsafeMutableBufferPointer { buffer in
        unsafe getpwuid_r(geteuid(), &user, buffer.baseAddress!, buffer.count, &found)
        guard unsafe found != nil, let directory = unsafe user.pw_dir else { return nil }
        return unsafe String(cString: directory)
    }
}
