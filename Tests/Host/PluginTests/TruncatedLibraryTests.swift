import Foundation
import RestorationDiscovery
import RestorationPlugins
import Testing

/// A truncated library must be refused before it is loaded. The loader would map it, and the
/// process would crash on the missing pages.
@Suite struct `A library that was cut` {
    @Test func `is refused at every length, without running it`() throws {
        let directory = try TemporaryDirectory()
        let plugin = try CompiledPlugin("counter", in: directory)
        let whole = try Data(contentsOf: URL(filePath: plugin.file))
        let library = CompiledLibrary(bytes: [UInt8](whole))
        // The end of the last loaded segment.
        let loadedEnd = try #require(
            library.headers(ofType: 1).map { header in
                Int(library.number(at: header + 8, size: 8))
                    + Int(library.number(at: header + 32, size: 8))
            }.max()
        )

        for length in Array(stride(from: 0, to: loadedEnd, by: 97)) + [loadedEnd - 1] {
            let cut = "\(directory.path)/cut.so"
            try whole.prefix(length).write(to: URL(filePath: cut))
            diagnosedError("\(length) bytes") {
                try DiscoveredPlugin(inspecting: cut)
            }
        }
    }
}
