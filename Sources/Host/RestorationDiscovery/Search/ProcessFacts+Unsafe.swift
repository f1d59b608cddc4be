internal import CRestorationSystem
internal import Glibc

/// What the search for plugins needs to know about the process, so that tests can say otherwise.
public struct ProcessFacts: Sendable {
    /// The environment variables.
    public let environment: [String: String]
    /// Those variables that are not UTF-8, with `\xE9` for each byte that is not. In
    /// ``environment`` such bytes are replaced.
    public let escaped: [String: String]
    /// Whether the process has more rights than whoever started it: then its environment is in
    /// foreign hands and chooses no code.
    public let isPrivileged: Bool
    /// The directory of the program's file; `nil` if it is not known.
    public let programDirectory: String?

    /// Joins the facts.
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

    /// The facts about this process, as they are now.
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
        // Invariant (environ(7)): an array of C strings that ends with a null pointer. Like every
        // reader of the environment, this one must not run while another thread changes it.
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

    /// The file of the program that runs here; `nil` if it is not known.
    package static var currentProgram: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // Invariant (readlink(2)): writes at most `count` bytes and returns how many; no NUL.
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension String {
    /// The text, with `\xE9` for each byte that is not UTF-8.
    fileprivate init(escapingCString text: UnsafePointer<CChar>) {
        // Invariant (environ(7)): the text ends with NUL.
        let bytes = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
        self.init(escaping: unsafe bytes.map(UInt8.init(bitPattern:))[...])
    }
}
