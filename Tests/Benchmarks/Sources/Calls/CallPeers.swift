import BenchmarkReport
import Foundation
import Measuring

/// Other ways to call a C function by its type, each in its own process.
final class CallPeers {
    private let directory = NSTemporaryDirectory() + "restoration-calls-" + UUID().uuidString
    private let samples: String?
    private let introspection: String?

    init() throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        samples = Self.build(
            "../Sources/CCallSamples/call_samples.c",
            to: directory + "/samples.so",
            [
                "-shared", "-fPIC", "-I", Compiler.peers + "/../Sources/CCallSamples/include",
                "-lffi",
            ]
        )
        introspection = Self.build("introspection.c", to: directory + "/introspection", ["-ldl"])
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private static func build(_ source: String, to file: String, _ options: [String]) -> String? {
        do {
            try Compiler.compile(source, to: file, options)
            return file
        } catch {
            return nil
        }
    }

    /// Nanoseconds per call of a number's getter through Python's ctypes; `nil` without Python.
    func ctypes() throws -> Double? {
        guard let samples else { return nil }
        return figure(try Run(["python3", Compiler.peers + "/ctypes_getter.py", samples]))
    }

    /// Nanoseconds per call of an equally small GLib function through GObject Introspection; `nil`
    /// without the library.
    func introspected() throws -> Double? {
        guard let introspection else { return nil }
        return figure(try Run([introspection]))
    }

    private func figure(_ run: Run) -> Double? { run.status == 0 ? run.numbers.first : nil }
}
