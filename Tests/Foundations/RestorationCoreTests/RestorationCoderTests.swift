import Testing

@testable import RestorationCore

@Suite struct `Encoding and decoding one object` {
    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3], [2, 2, 0], [3, 0, 1]])
    func `finds fields in any order, however often`(_ order: [Int]) throws {
        let archive = try ArchiveReader.holding {
            $0.encode("a", forKey: "zero")
            $0.encode(nil as String?, forKey: "one")
            $0.encode("c", forKey: "two")
            $0.encode("d", forKey: "three")
        }
        let keys: [StaticString] = ["zero", "one", "two", "three"]

        // The first coder records the literals by which the later coders look up their keys.
        for _ in 0..<3 {
            let coder = try archive.coder(for: 0, resolving: nil)
            for number in order {
                let text = try coder.decode(String.self, forKey: keys[number])
                #expect(text == ["a", nil, "c", "d"][number])
            }
        }
    }

    @Test(arguments: [
        "", "abc", "abcd", "abcde", "abcdefgh", "abcdefghi", "fifteen letters", "sixteen  letters",
        "Žofie 猫", "žofie žofie 猫", "🐈🐈🐈🐈",
    ])
    func `returns text of any length`(_ text: String) throws {
        let archive = try ArchiveReader.holding { $0.encode([text, text], forKey: "texts") }

        let coder = try archive.coder(for: 0, resolving: nil)

        #expect(try coder.decode([String].self, forKey: "texts") == [text, text])
    }

    @Test func `keeps the last value of a key encoded twice`() throws {
        let archive = try ArchiveReader.holding {
            $0.encode("long text that is replaced", forKey: "a")
            $0.encode(1, forKey: "b")
            $0.encode(2, forKey: "a")
        }
        let coder = try archive.coder(for: 0, resolving: nil)

        #expect(try coder.decode(Int.self, forKey: "a") == 2)
        #expect(coder.keys == ["b", "a"])
    }

    @Test(arguments: [
        ([0], CoderError.missingValue(key: "copies")),
        ([2], .extraValue(key: "copies")),
        ([1, 0], .missingValue(key: "copies")),
        ([0, 1], .missingValue(key: "copies")),
        ([1, 2, 1], .extraValue(key: "copies")),
    ])
    func `refuses a type that does not write exactly one value`(
        counts: [Int],
        error: CoderError
    ) throws {
        let writer = ArchiveWriter()
        let copies = counts.map(Copies.init)

        let plain = writer.sections.writeSection { coder in
            coder.encode(1, forKey: "before")
            if copies.count == 1 {
                coder.encode(copies[0], forKey: "copies")
            } else {
                coder.encode(copies, forKey: "copies")
            }
            coder.encode(1, forKey: "after")
        }
        let inDictionary = writer.sections.writeSection { coder in
            coder.encode(["entry": copies], forKey: "copies")
        }
        let last = writer.sections.writeSection { coder in
            coder.encode(copies, forKey: "copies")
        }

        for result in [plain, inDictionary, last] {
            #expect(throws: error) { _ = try result.get() }
        }
        #expect(writer.sections.sizeInBytes == 0)
    }

    @Test(arguments: ["numbers", "texts", "large bytes", "lists", "elements", "nested elements"])
    func `refuses more bytes than one object may store, however small the values`(kind: String)
        throws
    {
        let writer = ArchiveWriter()
        writer.sections.sizeLimit = 1 << 18
        let bytes = [UInt8](repeating: 7, count: 1 << 17)
        let before = try writer.sections.writeSection { $0.encode(1, forKey: "a") }.get()

        // Each loop ends only when the coder reports a fault.
        let result = writer.sections.writeSection { coder in
            var keys = (0...).lazy.map { "key \($0)" }.makeIterator()
            func fill(_ put: (String) -> Void) {
                while coder.writingFault == nil, let key = keys.next() { put(key) }
            }
            switch kind {
            case "numbers": fill { coder.encode(1, forKey: $0) }
            case "texts": fill { coder.encode("twelve bytes", forKey: $0) }
            case "large bytes": fill { coder.encode(bytes, forKey: $0) }
            case "lists": fill { coder.encode([1, 2], forKey: $0) }
            case "nested elements": coder.encode(Endless(isNested: true), forKey: "all")
            default: coder.encode(Endless(), forKey: "all")
            }
        }
        let after = try writer.sections.writeSection { $0.encode(1, forKey: "a") }.get()

        let error = #expect(throws: CoderError.self) { _ = try result.get() }
        #expect(error.map { "\($0)" }?.contains("262144 bytes for one object") == true)
        #expect(after.offset == before.offset + before.size)
    }

    /// Writes elements until the coder reports a fault.
    private struct Endless: RestorationCodable {
        var isNested = false

        func encode(into coder: RestorationCoder) {
            _ = coder.beginBorrowedContainer(isDictionary: false)
            var hasFailed = false
            // Writes one more element after the fault: code that writes a list may be in the middle
            // of it.
            while !hasFailed {
                hasFailed = coder.writingFault != nil
                _ = coder.beginBorrowedElement()
                if isNested { _ = coder.beginBorrowedContainer(isDictionary: true) }
                if !isNested { coder.put(1 as Int64) }
                if isNested { _ = coder.endBorrowedContainer() }
            }
            _ = coder.endBorrowedContainer()
        }

        static func decode(from coder: RestorationCoder) throws(CoderError) -> Endless {
            throw .misuse("Never read")
        }
    }

    @Test func `refuses more new keys than one object may have`() throws {
        let writer = ArchiveWriter()
        let end = String(repeating: "k", count: 245)

        let result = writer.sections.writeSection { coder in
            var number = 100_000
            while coder.writingFault == nil {
                coder.encode(1, forKey: "\(number)\(end)")
                number += 1
            }
        }

        #expect(throws: CoderError.limit(key: "", what: "16777216 bytes for new keys")) {
            _ = try result.get()
        }
    }

    @Test func `refuses a value without a key`() throws {
        let result = ArchiveWriter().sections.writeSection { $0.put(true) }

        #expect(throws: CoderError.extraValue(key: "")) { _ = try result.get() }
    }

    @Test func `describes the values that a type has to write`() {
        #expect(
            CoderError.missingValue(key: "point").diagnosis
                == Diagnosis(
                    problem: "No value was written under a key",
                    place: "key \"point\"",
                    remedy: "In encode(into:), write exactly one value;"
                        + " call putNull() if there is none."
                )
        )
        #expect(CoderError.extraValue(key: "").diagnosis.place == nil)
    }

    @Test func `refuses calls of a coder that was stored beyond its call`() throws {
        var kept: RestorationCoder?
        let writer = ArchiveWriter()
        _ = writer.sections.writeSection { kept = $0 }
        _ = writer.sections.writeSection { _ in kept?.encode(1, forKey: "late") }

        #expect(writer.sections.sizeInBytes == 0)
    }
}

/// Writes `count` values in place of one.
private struct Copies: RestorationCodable {
    let count: Int

    func encode(into coder: RestorationCoder) {
        for _ in 0..<count { coder.put(true) }
    }

    static func decode(from coder: RestorationCoder) throws(CoderError) -> Copies {
        Copies(count: try coder.takeBool() ? 1 : 0)
    }
}
