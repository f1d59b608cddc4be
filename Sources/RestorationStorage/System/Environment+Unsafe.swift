import Glibc

/// A variable of the process's environment, or `nil` if it is not set.
///
/// Read once, when a store is made: `getenv` is safe as long as no other thread changes the
/// environment, which a program must not do once it runs threads (getenv(3)).
func environmentVariable(_ name: String) -> String? {
    // Invariant (getenv(3)): the result ends with NUL and stays until the variable is changed.
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
