/// The libraries of gcc's and clang's sanitizers.
///
/// Most of them have to be loaded before all else: one that comes with a plugin ends the process,
/// or finds no room for its thread-local variables. UndefinedBehaviorSanitizer's may come late.
enum SanitizerRuntime {
    /// Whether a library is such a runtime, and the process was started without it.
    ///
    /// - Parameter name: As a library calls what it needs.
    static func isMissing(_ name: String) -> Bool {
        guard beginnings.contains(where: name.hasPrefix), LoadedLibrary.file(named: name) == nil
        else { return false }
        // Whoever sets this has AddressSanitizer begin late, at their own risk.
        let options = ProcessFacts.current.environment["ASAN_OPTIONS"] ?? ""
        return !options.contains("verify_asan_link_order=0")
    }

    private static let beginnings =
        ["libasan.", "libtsan.", "liblsan.", "libhwasan."]
        + ["asan", "tsan", "hwasan"].map { "libclang_rt.\($0)" }

    /// The sanitizer that defines a function; `nil` for any other function.
    static func sanitizer(defining function: String) -> String? {
        sanitizers.first { function.hasPrefix("__\($0.key)_") }?.value
    }

    private static let sanitizers: KeyValuePairs = [
        "asan": "AddressSanitizer", "tsan": "ThreadSanitizer", "hwasan": "HWAddressSanitizer",
        "msan": "MemorySanitizer", "ubsan": "UndefinedBehaviorSanitizer",
    ]
}
