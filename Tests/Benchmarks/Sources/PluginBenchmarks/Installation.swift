import BenchmarkReport
import Foundation
import InstalledPlugins
import RestorationDiscovery

/// Many plugins in a directory: copies of one library, each with its own id and routes.
final class Installation {
    let count: Int
    let root: String

    var directory: String { root + "/plugins" }

    /// Copies of a plugin in C.
    convenience init(count: Int) throws {
        try self.init(count: count) { original in
            try Compiler.compile(
                "plugin.c",
                to: original,
                ["-shared", "-fPIC", "-fvisibility=hidden", "-I", Compiler.headers]
            )
        }
    }

    /// Copies of a plugin in Swift; `nil` if it has not been built.
    static func inSwift(count: Int) throws -> Installation? {
        let library = try ownDirectory().appending(path: "libSwiftPanel.so").path
        guard FileManager.default.fileExists(atPath: library) else { return nil }
        return try Installation(count: count) { original in
            try FileManager.default.copyItem(atPath: library, toPath: original)
        }
    }

    /// - Parameter make: Creates the original plugin at the given path.
    private init(count: Int, _ make: (String) throws -> Void) throws {
        self.count = count
        root = NSTemporaryDirectory() + "restoration-benchmark-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let original = root + "/plugin.so"
        try make(original)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: original)))
        let places = bytes.indices.dropLast(4).filter {
            bytes[$0...].starts(with: "p0000".utf8)
        }
        for number in 0..<count {
            var copy = bytes
            for place in places {
                copy.replaceSubrange(place..<place + 5, with: InstalledPlugins.name(number).utf8)
            }
            try Data(copy).write(to: URL(filePath: InstalledPlugins.file(number, below: root)))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private static func ownDirectory() throws -> URL {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: own).deletingLastPathComponent()
    }

    /// Runs a separate program on the plugins, and returns the nanoseconds that it prints.
    func launch(_ kind: LaunchKind) throws -> [Double] {
        let program = try Self.ownDirectory().appending(path: "PluginLaunch")
        let run = try Run([program.path, kind.rawValue, root])
        guard run.status == 0 else { throw Compiler.Failure(file: kind.rawValue) }
        return run.numbers
    }
}
