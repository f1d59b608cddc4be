import TestSupport
import Testing

@testable import RestorationCore

/// An archive's plain form is sealed on disk, so nobody but a faulty version of this library can
/// hand a bad one to the reader. It must not trap even then.
@Suite struct `A plain archive that was tampered with` {
    @Test func `is refused or read at every length`() throws {
        let bytes = try image()

        for length in 0..<bytes.count { readEverything(Array(bytes.prefix(length))) }

        #expect(readEverything(bytes) == 18)
    }

    @Test func `is refused or read with any bit flipped`() throws {
        let bytes = try image()

        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                readEverything(changed)
            }
        }
    }

    @Test func `is refused or read with any byte run overwritten`() throws {
        let bytes = try image()
        var random = SeededGenerator(seed: 1)

        for _ in 0..<2000 {
            var changed = bytes
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 1...16, using: &random))
            for index in start..<end {
                changed[index] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
            }
            readEverything(changed)
        }
    }

    /// A small archive with every kind of value, references and paths.
    private func image() throws -> [UInt8] {
        let writer = ArchiveWriter()
        let root = writer.number(of: try RestorationPath(parsing: "Tabs"))
        let child = writer.number(of: try RestorationPath(parsing: "Tabs/Details#slot"))
        for (index, path) in [ArchiveRecord.none, root, child].enumerated() {
            let section = try writer.sections.writeSection { coder in
                coder.encode(index, forKey: "index")
                coder.encode("some text", forKey: "text")
                coder.encode(["a": [[1, 2], []], "b": []], forKey: "nested")
                coder.encode([1, 2, 3] as [UInt8], forKey: "bytes")
                coder.encode(1.5, forKey: "double")
                coder.encode(UniqueIdentifier(high: 1, low: 2), forKey: "uuid")
            }.get()
            var record = ArchiveRecord()
            record.path = path
            record.className = writer.stringNumber("Class \(index)")
            record.sectionOffset = UInt64(section.offset)
            record.sectionSize = UInt32(section.size)
            writer.append(record)
        }
        let timestamp = try #require(Timestamp(seconds: 1))
        let image = writer.finish(
            PreservationInfo(timestamp: timestamp, applicationVersion: nil, systemVersion: "Linux")
        )
        return image.chunks().flatMap(\.self)
    }

    /// Reads all that there is; returns how many values made sense.
    @discardableResult
    private func readEverything(_ bytes: [UInt8]) -> Int {
        guard let reader = try? ArchiveReader(source: BytesImage(bytes)) else { return 0 }
        var sum = 0
        for (number, record) in reader.records.enumerated() {
            if record.path != ArchiveRecord.none { _ = reader.path(of: record.path).description }
            _ = reader.string(record.className)
            guard let coder = try? reader.coder(for: number, resolving: nil) else { continue }
            for key in coder.keys {
                if (try? coder.decode(RestorationValue.self, forKey: key)) != nil { sum += 1 }
                _ = try? coder.decode(Int.self, forKey: key)
                _ = try? coder.decode([String: [[Int]]].self, forKey: key)
            }
        }
        return sum
    }
}

/// An image in an array.
final class BytesImage: ImageSource {
    private let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var imageSize: Int { bytes.count }
    func chunk(covering range: Range<Int>) throws -> ImageChunk {
        ImageChunk(offset: range.lowerBound, bytes: Array(bytes[range]))
    }
}
