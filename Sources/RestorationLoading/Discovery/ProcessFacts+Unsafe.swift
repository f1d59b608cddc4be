internal import CRestorationSystem
internal import Glibc

/// What the search for plugins needs to know about the process, so that tests can say otherwise.
public struct ProcessFacts: Sendable {
    /// The environment variables.
    public let environment: [String: String]
    /// Whether the process has more rights than whoever started it: then its environment is in
    /// foreign hands and chooses no code.
    public let isPrivileged: Bool
    /// The directory of the program's file; `nil` if it is not known.
    public let programDirectory: String?

    /// Joins the facts.
    public init(
        environment: [String: String],
        isPrivileged: Bool = false,
        programDirectory: String? = nil
    ) {
        self.environment = environment
        self.isPrivileged = isPrivileged
        self.programDirectory = programDirectory
    }

    /// The facts about this process, as they are now.
    ///
    /// Semantic source: environ(7), getauxval(3) for `AT_SECURE`, proc(5) for `/proc/self/exe`.
    public static var current: ProcessFacts {
        ProcessFacts(
            environment: currentEnvironment,
            isPrivileged: restoration_process_is_privileged() != 0,
            programDirectory: currentProgramDirectory
        )
    }

    private static var currentEnvironment: [String: String] {
        var environment: [String: String] = [:]
        // Invariant (environ(7)): an array of C strings that ends with a null pointer. Like every
        // reader of the environment, this one must not run while another thread changes it.
        var entry = unsafe restoration_environment()
        while let variable = unsafe entry?.pointee {
            let parts = unsafe String(cString: variable).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
            unsafe entry = entry?.successor()
        }
        return environment
    }

    private static var currentProgramDirectory: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // Invariant (readlink(2)): writes at most `count` bytes and returns how many; no NUL.
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        let path = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
