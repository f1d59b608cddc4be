extension ArchiveTables {
    /// Checks that every index in a table is valid, so that readers need no checks.
    func validate() throws(ArchiveError) {
        guard ids.count >= records.count, records.isEmpty || ids[0] == .application else {
            throw .malformed(what: "ID table")
        }
        for kind in kinds {
            for name in [kind.className, kind.plugin, kind.typeName, kind.storyboard] {
                try Self.check(name, strings.count, "kind table")
            }
        }
        try validateRecords()
        try validateParents()
        for reference in references {
            // The application's record is never referenced.
            guard reference != 0 else { throw .malformed(what: "reference table") }
            try Self.check(reference, ids.count, "reference table")
        }
    }

    private static func check(
        _ number: UInt32,
        _ count: Int,
        _ what: String
    ) throws(ArchiveError) {
        guard number == ArchiveRecord.none || number < UInt32(count) else {
            throw .malformed(what: what)
        }
    }

    private func validateRecords() throws(ArchiveError) {
        var isIdentifier = FlatArray<Bool>(repeating: false, count: strings.count)
        for (index, record) in records.enumerated() {
            guard (index == 0) == (record.identifier == ArchiveRecord.none),
                record.kind < UInt32(kinds.count),
                record.sectionOffset <= UInt64(sectionsSize),
                UInt64(record.sectionSize) <= UInt64(sectionsSize) - record.sectionOffset,
                UInt64(record.referencesStart) + UInt64(record.referenceCount)
                    <= UInt64(references.count),
                record.unreadReferenceCount <= record.referenceCount
            else { throw .malformed(what: "record table") }
            if index > 0 { try validate(record.identifier, &isIdentifier) }
            if index > 0, record.flags.isDisjoint(with: [.hasPosition, .hasNumber]) {
                try validate(record.discriminator, &isIdentifier)
            }
            try validateLists(record)
        }
    }

    private func validate(
        _ name: UInt32,
        _ isIdentifier: inout FlatArray<Bool>
    ) throws(ArchiveError) {
        guard name != ArchiveRecord.none else { return }
        guard Int(name) < strings.count else { throw .malformed(what: "record table") }
        if isIdentifier[Int(name)] { return }
        guard RestorationIdentifier(strings.text(name) ?? "") != nil else {
            throw .malformed(what: "record table")
        }
        isIdentifier[Int(name)] = true
    }

    private func validateLists(_ record: ArchiveRecord) throws(ArchiveError) {
        if record.unreadStart != ArchiveRecord.none {
            var list = WordList(lists, from: record.unreadStart)
            let count = list.next()
            guard let unread = list.take(count),
                unread.allSatisfy({ $0 < UInt32(keys.count) })
            else { throw .malformed(what: "lists") }
        }
        guard record.contentsStart != ArchiveRecord.none else { return }
        guard
            let contents = RecordContents(
                WordList(lists, from: record.contentsStart),
                string: { strings.text($0) }
            )
        else { throw .malformed(what: "lists") }
        for target in contents.targets + [contents.selected].compactMap(\.self) {
            guard target != 0, target < UInt32(ids.count) else { throw .malformed(what: "lists") }
        }
    }

    /// Rejects cycles of parents. O(records).
    private func validateParents() throws(ArchiveError) {
        // 1: an ancestor of the current record; 2: verified to reach the top.
        var marks = FlatArray<UInt8>(repeating: 0, count: records.count)
        var chain: [Int] = []
        for start in records.indices.dropFirst() where marks[start] == 0 {
            chain.removeAll(keepingCapacity: true)
            var next = UInt32(start)
            while next != ArchiveRecord.none, marks[Int(next)] == 0 {
                marks[Int(next)] = 1
                chain.append(Int(next))
                next = records[Int(next)].parent
                guard next == ArchiveRecord.none || next != 0 && next < UInt32(records.count) else {
                    throw .malformed(what: "record table")
                }
            }
            guard next == ArchiveRecord.none || marks[Int(next)] == 2 else {
                throw .malformed(what: "record table")
            }
            for number in chain { marks[number] = 2 }
        }
    }
}

/// Reads consecutive words of a table.
struct WordList {
    private let words: [UInt32]
    private var position: Int

    init(_ words: [UInt32], from start: UInt32) {
        self.words = words
        position = Int(start)
    }

    mutating func next() -> UInt32? {
        guard position < words.count else { return nil }
        defer { position += 1 }
        return words[position]
    }

    /// The next `count` words, or `nil` if fewer remain.
    mutating func take(_ count: UInt32?) -> ArraySlice<UInt32>? {
        guard let count, position <= words.count, Int(count) <= words.count - position else {
            return nil
        }
        defer { position += Int(count) }
        return words[position..<(position + Int(count))]
    }
}

extension RecordContents {
    struct Parts: OptionSet {
        let rawValue: UInt32
        static let children = Parts(rawValue: 1)
        static let keys = Parts(rawValue: 2)
        static let selected = Parts(rawValue: 4)
        static let presented = Parts(rawValue: 8)
        static let elements = Parts(rawValue: 16)
    }

    var parts: Parts {
        var parts: Parts = []
        if let children {
            parts.insert(.children)
            if children.contains(where: { $0.key != nil }) { parts.insert(.keys) }
        }
        if selected != nil { parts.insert(.selected) }
        if presented != nil { parts.insert(.presented) }
        if !elements.isEmpty { parts.insert(.elements) }
        return parts
    }

    init?(_ list: WordList, string: (UInt32) -> String?) {
        var list = list
        guard let head = list.next() else { return nil }
        let parts = Parts(rawValue: head)
        if parts.contains(.children) {
            guard let count = list.next(), let records = list.take(count) else { return nil }
            children = records.map { Child($0, key: nil) }
            if parts.contains(.keys) {
                guard let keys = list.take(count) else { return nil }
                for (position, key) in keys.enumerated() { children?[position].key = string(key) }
            }
        }
        if parts.contains(.selected) {
            guard let record = list.next() else { return nil }
            selected = record
        }
        if parts.contains(.presented) {
            guard let record = list.next() else { return nil }
            presented = record
        }
        if parts.contains(.elements) {
            let count = list.next()
            guard let records = list.take(count) else { return nil }
            elements = Array(records)
        }
    }
}
