internal import CRestorationSystem
internal import Glibc

/// Injectable facts about the process, for the search for plugins.
public struct ProcessFacts: Sendable {
    /// The environment variables, with invalid UTF-8 replaced.
    public let environment: [String: String]
    /// The variables that are not UTF-8, with `\xE9` for each invalid byte.
    public let escaped: [String: String]
    /// Whether the process is more privileged than its caller. Its environment is then untrusted
    /// and must not select code.
    public let isPrivileged: Bool
    /// The directory of the program's file; `nil` if unknown.
    public let programDirectory: String?

    /// Creates facts, for example for tests.
    public init(
        environment: [String: String],
        escaped: [String: String] = [:],
        isPrivileged: Bool = false,
        programDirectory: String? = nil
    ) {
        self.environment = environment
        self.escaped = escaped
        self.isPrivileged = isPrivileged
        self.programDirectory = programDirectory
    }

    /// The present facts about this process.
    ///
    /// Semantic source: environ(7), getauxval(3) for `AT_SECURE`, proc(5) for `/proc/self/exe`.
    public static var current: ProcessFacts {
        let (environment, escaped) = currentEnvironment
        return ProcessFacts(
            environment: environment,
            escaped: escaped,
            isPrivileged: restoration_process_is_privileged() != 0,
            programDirectory: currentProgram.flatMap { file in
                file.lastIndex(of: "/").map { String(file[..<$0]) }
            }
        )
    }

    private static var currentEnvironment: (repaired: [String: String], escaped: [String: String]) {
        var environment: [String: String] = [:]
        var escaped: [String: String] = [:]
        // Invariant (environ(7)): a null-terminated array of C strings. As for every reader of the
        // environment, no other thread may change it meanwhile.
        var entry = unsafe restoration_environment()
        while let variable = unsafe entry?.pointee {
            let text = unsafe String(validatingCString: variable)
            add(unsafe text ?? String(cString: variable), to: &environment)
            if text == nil { add(unsafe String(escapingCString: variable), to: &escaped) }
            unsafe entry = entry?.successor()
        }
        return (environment, escaped)
    }

    private static func add(_ entry: String, to environment: inout [String: String]) {
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
    }

    package static var currentProgram: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // Invariant (readlink(2)): writes at most `count` bytes, without NUL, and returns their
        // number.
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension String {
    fileprivate init(escapingCString text: UnsafePointer<CChar>) {
        // Invariant (environ(7)): the text ends with NUL.
        let bytes = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
        self.init(escaping: unsafe bytes.map(UInt8.init(bitPattern:))[...])
    }
}
