/// The runtimes of gcc's and clang's sanitizers.
///
/// Most must be loaded first: a runtime that a plugin loads ends the process, or finds no static
/// thread-local storage. UndefinedBehaviorSanitizer's may be loaded later.
enum SanitizerRuntime {
    /// Whether a dependency is such a runtime, and the process was started without it.
    static func isMissing(_ name: String) -> Bool {
        guard beginnings.contains(where: name.hasPrefix), LoadedLibrary.file(named: name) == nil
        else { return false }
        // The user accepts a late AddressSanitizer by this option.
        let options = ProcessFacts.current.environment["ASAN_OPTIONS"] ?? ""
        return !options.contains("verify_asan_link_order=0")
    }

    private static let beginnings =
        ["libasan.", "libtsan.", "liblsan.", "libhwasan."]
        + ["asan", "tsan", "hwasan"].map { "libclang_rt.\($0)" }

    static func sanitizer(defining function: String) -> String? {
        sanitizers.first { function.hasPrefix("__\($0.key)_") }?.value
    }

    private static let sanitizers: KeyValuePairs = [
        "asan": "AddressSanitizer", "tsan": "ThreadSanitizer", "hwasan": "HWAddressSanitizer",
        "msan": "MemorySanitizer", "ubsan": "UndefinedBehaviorSanitizer",
    ]
}
