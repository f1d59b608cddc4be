import Foundation
import RestorationDiscovery
import RestorationPlugins
import Testing

/// A library that was not copied whole must be refused before it is loaded: the loader maps it all
/// the same, and the process ends when it touches what is missing.
@Suite struct `A library that was cut` {
    @Test func `is refused at every length, without running it`() throws {
        let directory = try TemporaryDirectory()
        let plugin = try CompiledPlugin("counter", in: directory)
        let whole = try Data(contentsOf: URL(filePath: plugin.file))
        let loadedEnd = try #require(wholeEnd(of: whole))

        for length in Array(stride(from: 0, to: loadedEnd, by: 97)) + [loadedEnd - 1] {
            let cut = "\(directory.path)/cut.so"
            try whole.prefix(length).write(to: URL(filePath: cut))
            diagnosedError("\(length) bytes") {
                try DiscoveredPlugin(inspecting: cut)
            }
        }
    }

    /// Where the last loaded segment of a 64-bit library ends.
    private func wholeEnd(of library: Data) -> Int? {
        func number(_ offset: Int, _ size: Int) -> Int {
            library[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let headers = number(32, 8)
        return (0..<number(56, 2)).compactMap { index -> Int? in
            let start = headers + index * 56
            return number(start, 4) == 1 ? number(start + 8, 8) + number(start + 32, 8) : nil
        }.max()
    }
}
