import Foundation

/// Compiles the sources that the benchmark compares with.
package enum Compiler {
    package struct Failure: Error {
        package let file: String

        package init(file: String) { self.file = file }
    }

    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The directory of the peers' sources.
    package static let peers = package.appending(path: "Peers").path
    package static let headers = package.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/PluginSDK/CRestorationPlugin/include").path

    package static func compile(_ source: String, to file: String, _ options: [String]) throws {
        let path = "\(peers)/\(source)"
        let compiler = source.hasSuffix(".cpp") ? "c++" : "clang"
        let run = try Run([compiler, "-O2", path, "-o", file] + options)
        guard run.status == 0 else { throw Failure(file: source) }
    }
}

/// A program that has run to its end.
package struct Run {
    package let output: String
    package let status: Int32

    package init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: data, as: UTF8.self)
        status = process.terminationStatus
    }

    /// The numbers in its output.
    package var numbers: [Double] {
        output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
}
