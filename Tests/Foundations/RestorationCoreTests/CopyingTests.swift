import Testing

@testable import RestorationCore

/// A coder that reads one record in memory.
private func coder(_ encode: (RestorationCoder) throws -> Void) throws -> RestorationCoder {
    try ArchiveReader.holding(encode).coder(for: 0, resolving: nil)
}

@Suite struct `Copying values between coders` {
    @Test func `copies values of every kind`() throws {
        let tree: RestorationValue = [
            1, nil, ["a": [2.5, "text"], "b": .bytes([0, 255])], .unsigned(.max),
        ]
        let source = try coder {
            $0.encode(tree, forKey: "tree")
            $0.encode("left", forKey: "left")
            $0.encode(nil as String?, forKey: "none")
        }

        var found: [Bool] = []
        let copy = try coder {
            found.append(try $0.encodeCopy(of: "tree", from: source, forKey: "grown"))
            found.append(try $0.encodeCopy(of: "none", from: source))
            found.append(try $0.encodeCopy(of: "absent", from: source))
        }

        #expect(found == [true, true, false])
        #expect(copy.keys == ["grown", "none"])
        #expect(try copy.decode(RestorationValue.self, forKey: "grown") == tree)
        #expect(copy.contains("none"))
    }

    @Test func `copies everything except the given keys, sensitive marks included`() throws {
        let source = try coder {
            $0.encode(1, forKey: "a")
            $0.encode("secret", forKey: "b")
            $0.encode(3, forKey: "c")
            $0.markSensitive("b")
        }

        let copy = try coder { try $0.encodeCopies(from: source, except: ["c"]) }

        #expect(copy.keys == ["a", "b"])
        #expect(copy.sensitiveKeys == ["b"])
    }

    @Test func `refuses a source that is being written`() throws {
        let error = #expect(throws: CoderError.self) {
            _ = try coder { try $0.encodeCopy(of: "a", from: $0) }
        }

        #expect(error == .misuse("An encoding coder was asked to decode"))
    }
}

@Suite struct `Sensitive values` {
    @Test func `are marked for tools, and stay like others for their object`() throws {
        let archive = try ArchiveReader.holding {
            $0.encode("Hamlet", forKey: "name")
            $0.encode("typed", forKey: "draft")
            $0.markSensitive("draft")
            $0.markSensitive("never stored")
        }

        let coder = try archive.coder(for: 0, resolving: nil)
        let fields = try archive.fields(of: 0)

        #expect(coder.keys == ["name", "draft"])
        #expect(!coder.contains(""))
        #expect(try coder.decode(String.self, forKey: "draft") == "typed")
        #expect(try coder.decode([String].self, forKey: "") == nil)
        #expect(fields.map(\.key) == ["name", "draft"])
        #expect(fields.map(\.isSensitive) == [false, true])
    }

    @Test func `stay marked in a section that is written back`() throws {
        let archive = try ArchiveReader.holding {
            $0.encode("typed", forKey: "draft")
            $0.markSensitive("draft")
        }
        let kept = try archive.retainedSection(of: 0)

        let writer = ArchiveWriter()
        writer.appendApplication()
        writer.place(
            writer.sections.copySection(kept, references: [], keysOf: archive),
            inRecord: 0
        )

        let copy = try ArchiveReader(source: writer.finish(.unknown))
        #expect(try copy.fields(of: 0).map(\.isSensitive) == [true])
    }

    @Test func `take no space in a record without any`() throws {
        let writer = ArchiveWriter()

        let section = try writer.sections.writeSection { $0.encode(true, forKey: "a") }.get()

        #expect(section.size == 2)
    }
}

@Suite struct `Unread fields` {
    private func state() throws -> RestorationCoder {
        try coder {
            for key in ["a", "b", "c", "d"] { $0.encode(key, forKey: key) }
        }
    }

    @Test(arguments: [
        (["a", "b", "c", "d"], []),
        (["d", "c", "b", "a"], []),
        (["b", "a", "b", "d", "c"], []),
        ([], ["a", "b", "c", "d"]),
        (["a", "b"], ["c", "d"]),
        (["c"], ["a", "b", "d"]),
        (["a", "c"], ["b", "d"]),
        (["d", "a"], ["b", "c"]),
        (["a", "x", "b", "d"], ["c"]),
    ])
    func `are those that were not decoded, in any order of decoding`(
        asked: [String],
        left: [String]
    ) throws {
        let coder = try state()

        for key in asked { _ = try coder.decode(String.self, forKey: key) }

        #expect(try coder.unaskedFields().map(\.key) == left)
    }

    @Test func `do not count as read because one after them was`() throws {
        let coder = try state()

        // "a" is found but has another kind, so the coder does not learn where it ends.
        _ = try? coder.decode(Int.self, forKey: "a")
        _ = try coder.decode(String.self, forKey: "c")
        _ = coder.contains("d")

        #expect(try coder.unaskedFields().map(\.key) == ["b"])
    }

    @Test func `are written back unchanged`() throws {
        let before = try coder {
            $0.encode(1, forKey: "known")
            $0.encode(["x": [1, 2]], forKey: "unknown")
            $0.encode("typed", forKey: "private")
            $0.markSensitive("private")
        }
        _ = try before.decode(Int.self, forKey: "known")

        let after = try coder { coder in
            coder.encode(2, forKey: "known")
            for field in try before.unaskedFields() { coder.encode(field, references: []) }
        }

        #expect(after.keys == ["known", "unknown", "private"])
        #expect(try after.decode([String: [Int]].self, forKey: "unknown") == ["x": [1, 2]])
        #expect(after.sensitiveKeys == ["private"])
    }

    @Test func `are found among more keys than fit one byte`() throws {
        let keys = (0..<300).map { "key \($0)" }
        let coder = try coder { coder in for key in keys { coder.encode(key, forKey: key) } }

        for key in keys.prefix(200) { _ = try coder.decode(String.self, forKey: key) }

        #expect(try coder.unaskedFields().map(\.key) == Array(keys.dropFirst(200)))
    }
}
