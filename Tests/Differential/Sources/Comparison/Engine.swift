import Foundation

/// One of the two programs that play.
struct Engine: Sendable {
    let name: String
    private let program: String

    init(_ name: String, _ program: String) {
        self.name = name
        self.program = program
    }

    /// Begins to play; what it prints goes into a file.
    func start(_ arguments: [String], printingTo file: String) throws -> Process {
        _ = FileManager.default.createFile(atPath: file, contents: nil)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        // Dictionaries have one order then, so that what depends on it is equal, or is found.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]
        ) { $1 }
        process.standardOutput = FileHandle(forWritingAtPath: file)
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
