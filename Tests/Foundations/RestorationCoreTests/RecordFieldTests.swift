import Testing

@testable import RestorationCore

@Suite struct `Reading a record for a tool` {
    @Test func `distinguishes sensitive keys that only look alike`() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let archive = try ArchiveReader.holding {
            for key in [composed, decomposed] { $0.encode(1, forKey: key) }
            $0.markSensitive(decomposed)
        }

        #expect(try archive.fields(of: 0).map(\.isSensitive) == [false, true])
    }

    @Test func `reports the place of malformed data, and never traps`() throws {
        let writer = ArchiveWriter()
        let section = try writer.sections.writeSection {
            $0.encode("text", forKey: "a")
            $0.encode([1, 2], forKey: "b")
        }.get()
        writer.appendApplication()
        writer.place(section, inRecord: 0)
        let image = writer.finish(.unknown).chunks().flatMap(\.self)

        var failures = 0
        for offset in 0..<section.size {
            for byte in [0x00, 0x7F, 0xFF] as [UInt8] {
                var damaged = image
                damaged[offset] = byte
                let reader = try ArchiveReader(source: BytesImage(damaged))
                do {
                    _ = try reader.fields(of: 0)
                } catch let error as CoderError {
                    failures += 1
                    guard case .damaged(let place) = error else { continue }
                    #expect((0...section.size).contains(place))
                }
            }
        }
        #expect(failures > section.size)
    }
}
