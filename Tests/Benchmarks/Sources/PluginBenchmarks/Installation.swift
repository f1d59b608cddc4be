import Foundation
import RestorationCore
import RestorationLoading

/// Many plugins in a directory: copies of one library, each with an id and routes of its own.
final class Installation {
    let count: Int
    let root: String

    var directory: String { root + "/plugins" }
    var cache: String { root + "/cache" }

    init(count: Int) throws {
        self.count = count
        root = NSTemporaryDirectory() + "restoration-benchmark-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let original = root + "/plugin.so"
        try Compiler.compile(
            "plugin.c",
            to: original,
            ["-shared", "-fPIC", "-fvisibility=hidden", "-I", Compiler.headers]
        )
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: original)))
        let places = bytes.indices.dropLast(4).filter {
            bytes[$0...].starts(with: "p0000".utf8)
        }
        for number in 0..<count {
            var copy = bytes
            for place in places {
                copy.replaceSubrange(place..<place + 5, with: Self.name(number).utf8)
            }
            try Data(copy).write(to: URL(filePath: file(number)))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    static func name(_ number: Int) -> String { String(format: "p%04d", number) }

    func file(_ number: Int) -> String { "\(directory)/lib\(Self.name(number)).so" }

    /// A search as a host makes it.
    static func discovery(root: String, indexing: PluginIndexing) -> PluginDiscovery {
        PluginDiscovery(
            application: ApplicationIdentifier("org.example.benchmark")!,
            hostDirectories: [root + "/plugins"],
            process: ProcessFacts(
                environment: [
                    "XDG_CACHE_HOME": root + "/cache", "XDG_DATA_HOME": root + "/none",
                    "XDG_DATA_DIRS": root + "/none",
                ]
            ),
            indexing: indexing
        )
    }

    func discovery(_ indexing: PluginIndexing) -> PluginDiscovery {
        Self.discovery(root: root, indexing: indexing)
    }

    /// Searches until the index vouches for all files, which takes until they have come to rest.
    func settle() {
        while discovery(.checkingFiles).run().indexReport?.flaw != nil {}
    }
}

/// Compiles what the benchmark needs besides itself.
enum Compiler {
    struct Failure: Error {
        let file: String
    }

    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let headers = package.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/CRestorationPlugin/include").path

    static func compile(_ source: String, to file: String, _ options: [String]) throws {
        let path = package.appending(path: "Peers/\(source)").path
        let compiler = source.hasSuffix(".cpp") ? "c++" : "clang"
        let run = try Run([compiler, "-O2", path, "-o", file] + options)
        guard run.status == 0 else { throw Failure(file: source) }
    }
}

/// A program that has run to its end.
struct Run {
    let output: String
    let status: Int32

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
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

    /// The numbers that it printed.
    var numbers: [Double] { output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) } }
}
