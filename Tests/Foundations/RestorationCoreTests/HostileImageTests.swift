import TestSupport
import Testing

@testable import RestorationCore

/// Archives are encrypted and authenticated on disk, so only a faulty version of this library can
/// produce a malformed image. The reader must not trap even then.
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
        var ids = RecordIDSource(launch: 7)
        for index in 0..<3 {
            let section = try writer.sections.writeSection { coder in
                coder.encode(index, forKey: "index")
                coder.encode("some text", forKey: "text")
                coder.encode(["a": [[1, 2], []], "b": []], forKey: "nested")
                coder.encode([1, 2, 3] as [UInt8], forKey: "bytes")
                coder.encode(1.5, forKey: "double")
                coder.encode(UniqueIdentifier(high: 1, low: 2), forKey: "uuid")
            }.get()
            var kind = ArchiveKind()
            kind.className = writer.stringNumber("Class \(index)")
            var record = ArchiveRecord()
            record.kind = writer.append(kind)
            if index > 0 {
                record.identifier = writer.stringNumber(["Tabs", "Details"][index - 1])
                record.parent = index == 1 ? ArchiveRecord.none : 1
                record.discriminator = index == 1 ? ArchiveRecord.none : writer.stringNumber("slot")
            }
            writer.append(record, id: index == 0 ? .application : ids.next())
            writer.place(section, inRecord: index)
        }
        var contents = RecordContents()
        contents.children = [.init(2, key: "slot")]
        contents.selected = 2
        contents.elements = [2]
        writer.place(contents, inRecord: 1)
        writer.place(unread: ["text"], referenceCount: 0, inRecord: 2)
        let timestamp = try #require(Timestamp(seconds: 1))
        let image = writer.finish(
            PreservationInfo(timestamp: timestamp, applicationVersion: nil, systemVersion: "Linux")
        )
        return image.chunks().flatMap(\.self)
    }

    /// Reads everything in the image and returns the number of valid values.
    @discardableResult
    private func readEverything(_ bytes: [UInt8]) -> Int {
        guard let reader = try? ArchiveReader(source: BytesImage(bytes)) else { return 0 }
        var sum = 0
        for number in reader.records.indices {
            _ = reader.path(of: number)?.description
            _ = reader.className(of: number)
            _ = reader.contents(of: number).targets
            _ = reader.unreadKeys(of: number)
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

extension ArchiveWriter {
    /// Adds the application's own record and its kind.
    func appendApplication(_ record: ArchiveRecord = ArchiveRecord()) {
        _ = append(ArchiveKind())
        append(record, id: .application)
    }
}

final class BytesImage: ImageSource {
    private let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var imageSize: Int { bytes.count }
    func chunk(covering range: Range<Int>) throws -> ImageChunk {
        ImageChunk(offset: range.lowerBound, bytes: Array(bytes[range]))
    }
}
