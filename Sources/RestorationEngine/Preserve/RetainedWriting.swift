import RestorationCore

/// Writes retained records: their values as they are, their references with the numbers that these
/// have in the archive that is being written.
struct RetainedWriting {
    let writer: ArchiveWriter
    let retained: RetainedState

    /// Writes a retained record as it was; only the numbers of its keys are this archive's.
    ///
    /// - Parameters:
    ///   - contents: What is to stand in it now of what the session itself encodes.
    func write(
        _ kept: UnavailableObject,
        at number: Int,
        _ contents: RecordContents? = nil
    ) {
        let section = contents.flatMap { copy(kept, $0) } ?? copy(kept)
        writer.place(section, inRecord: number)
        let className = writer.stringNumber(kept.className)
        let plugin = writer.stringNumber(kept.pluginIdentifier)
        let typeName = writer.stringNumber(kept.archive.string(kept.record.typeName))
        writer.update(number) {
            $0.className = className
            $0.plugin = plugin
            $0.typeName = typeName
            $0.schemaVersion = kept.record.schemaVersion
            $0.flags = kept.record.flags
            if retained.marksRetained, !kept.isDetached { $0.flags.insert(.isRetained) }
        }
    }

    func copy(_ kept: UnavailableObject) -> WrittenSection {
        // Meeting the objects first: they get numbers, but nothing is written until their turn.
        let references = kept.references.map { number(of: $0.object) }
        return writer.sections.copySection(
            kept.section,
            references: references,
            keysOf: kept.archive
        )
    }

    /// The number of what a retained record refers to: the live object at the path, if there is
    /// one by now, else what stands in for it.
    func number(of object: (any Restorable)?) -> UInt32 {
        guard let object else { return ArchiveRecord.none }
        let sections = writer.sections
        return sections.number(of: object) ?? sections.numbering?.number(of: object)
            ?? ArchiveRecord.none
    }

    /// Fields that were copied before, but for those that the coder holds by now.
    func write(_ fields: [CarriedFields.Field], _ coder: RestorationCoder) {
        for (field, references) in fields {
            coder.encode(field, references: references.map { number(of: $0.object) })
        }
    }

    /// What the object itself has encoded, with other contents; `nil` if the record is damaged.
    private func copy(_ kept: UnavailableObject, _ contents: RecordContents) -> WrittenSection? {
        guard let fields = try? kept.fields() else { return nil }
        let contents = completed(contents, as: kept)
        return try? writer.sections.writeSection { coder in
            write(fields, coder)
            contents.write(to: coder)
        }.get()
    }

    /// With what a retained record has and the object, as it is, says nothing of.
    private func completed(_ contents: RecordContents, as kept: UnavailableObject) -> RecordContents
    {
        guard let coder = try? kept.coder(), let held = try? SavedContents(from: coder) else {
            return contents
        }
        var contents = contents
        if contents.children == nil, let children = held.children {
            contents.children = children.map { number(of: $0.child) }
            contents.keys = children.map(\.key)
            contents.selected = held.selected.map { number(of: $0) }
        } else if retained.contents(of: kept).areAddedTo,
            let selected = held.selected.map({ number(of: $0) }),
            contents.children?.contains(selected) == true
        {
            contents.selected = selected
        }
        if contents.presented == nil { contents.presented = held.presented.map { number(of: $0) } }
        return contents
    }
}

/// What the session itself encodes of an object, beside what that encodes: of containers and
/// presenters.
struct RecordContents {
    var children: [UInt32]?
    var keys: [String?] = []
    var selected: UInt32?
    var presented: UInt32?

    func write(to coder: RestorationCoder) {
        if let children {
            coder.encode(records: children, forReservedKey: ReservedKey.children)
        }
        if keys.contains(where: { $0 != nil }), coder.begin(reserved: ReservedKey.slots) {
            keys.encode(into: coder)
        }
        if let selected { coder.encode(record: selected, forReservedKey: ReservedKey.selected) }
        if let presented {
            coder.encode(record: presented, forReservedKey: ReservedKey.presented)
        }
    }
}
