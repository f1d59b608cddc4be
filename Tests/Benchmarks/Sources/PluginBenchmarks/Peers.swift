import BenchmarkReport
import Foundation

/// Plugin discovery by other systems, each in its own process.
struct Peers {
    private let gstreamerProgram: String?
    private let qtProgram: String?
    private let registry: String

    enum Registry {
        case warm, cold
    }

    init(directory: String) throws {
        registry = directory + "/gstreamer.registry"
        gstreamerProgram = Self.build("gstreamer.c", to: directory + "/gstreamer", ["-ldl"])
        let flags = try Run(["pkg-config", "--cflags", "--libs", "Qt6Core"])
        let options = flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
        qtProgram =
            flags.status == 0
            ? Self.build("qt.cpp", to: directory + "/qt", ["-fPIC", "-std=c++17"] + options) : nil
        // Makes the registry.
        _ = try gstreamer(.warm)
    }

    private static func build(_ source: String, to file: String, _ options: [String]) -> String? {
        do {
            try Compiler.compile(source, to: file, options)
            return file
        } catch {
            return nil
        }
    }

    /// GStreamer's startup time in nanoseconds, divided by its number of plugins. `nil` if
    /// GStreamer is not installed or has fewer than 20 plugins.
    func gstreamer(_ state: Registry) throws -> Double? {
        guard let gstreamerProgram else { return nil }
        if state == .cold { try? FileManager.default.removeItem(atPath: registry) }
        return perPlugin(try Run([gstreamerProgram], environment: ["GST_REGISTRY": registry]))
    }

    /// Reading the metadata of Qt's own plugins, per plugin; `nil` as above.
    func qt() throws -> Double? {
        try qtProgram.flatMap { perPlugin(try Run([$0])) }
    }

    private func perPlugin(_ run: Run) -> Double? {
        guard run.status == 0, run.numbers.count == 2, run.numbers[1] >= 20 else { return nil }
        return run.numbers[0] / run.numbers[1]
    }
}
