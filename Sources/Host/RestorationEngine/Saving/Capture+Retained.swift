package import RestorationCore

/// Writes values as they are: for records without objects, and for objects that have not taken
/// their state or fail to encode.
extension Capture {
    /// Writes the values of a record whose object has not taken them, with the present contents.
    func writeBack(
        _ row: Int,
        _ number: Int,
        _ contents: RecordContents?,
        _ object: any Restorable
    ) {
        copy(set.details(row)?.values, contents, to: number)
        audit?.leftOut.append(object)
        // No issue for state that waits, or for an object that gave up its instance.
        guard set.details(row)?.wait == nil, set.details(row)?.isDetached != true,
            (object as? any RestorationFailureObserving)?.failure == nil,
            let path = set.path(of: row)
        else { return }
        issues.append(.retainedInstead(path, type: TypeName.inMessages(object)))
    }

    /// Whether the program has changed an object with retained state, so that the present values
    /// count.
    func hasChanged(_ object: any Restorable, _ row: Int) -> Bool {
        guard set.details(row)?.isOfOtherType != true,
            (object as? any RestorationFailureObserving)?.failure == nil
        else { return false }
        do {
            guard try set.hasChanged(object, row) else { return false }
        } catch {
            noteNotEncoded(row, error, retainsEarlierState: true)
            return false
        }
        changes.overwritten.append(row)
        return true
    }

    // MARK: Objects that fail to encode

    /// Writes the earlier values of an object that fails to encode, if it has any.
    func copyEarlier(_ contents: RecordContents?, to number: Int, because error: any Error) {
        let row = members[number].row
        let earlier = set.details(row)?.values ?? earlierValues(of: row)
        noteNotEncoded(row, error, retainsEarlierState: earlier != nil)
        copy(earlier, contents, to: number)
    }

    // MARK: Copying

    /// Writes values as they are; without any, an empty record.
    ///
    /// - Parameter contents: The present contents; `nil` for the saved ones.
    func copy(_ values: StoredValues?, _ contents: RecordContents? = nil, to number: Int) {
        if let values {
            copy(values, to: number)
        } else {
            writer.update(number) { $0.flags.insert(.isEmpty) }
            if let object = writer.object(ofRecord: number) { writeKind(of: object, number) }
        }
        if let contents = contents ?? values.map({ self.contents(of: $0) }) {
            writer.place(contents, inRecord: number)
        }
    }

    private func copy(_ values: StoredValues, to number: Int) {
        let archive = values.source.archive
        let record = archive.records[values.number]
        let references = archive.references(of: values.number)
        let unread = references.count - Int(record.unreadReferenceCount)
        let first = sections.referenceCount
        // Meets the targets first. They get numbers, but nothing is written until their turn.
        let numbers = references.enumerated().map { position, target -> UInt32 in
            guard let row = values.source.row(of: target) else { return ArchiveRecord.none }
            return position < unread
                ? meet(row: row) ?? ArchiveRecord.none
                : self.number(ofUnread: row, at: first + position)
        }
        let section = sections.copySection(values.section, references: numbers, keysOf: archive)
        writer.place(section, inRecord: number)
        writer.place(
            unread: archive.unreadKeys(of: values.number),
            referenceCount: Int(record.unreadReferenceCount),
            inRecord: number
        )
        let kind = tables.number(ofKind: set.kindNumber(of: values))
        let isRetained =
            set.recorder?.restoresNothing != true && number > 0
            && (set.rows[members[number].row].fate == .retained
                || changes.left[members[number].row] != nil)
            && set.details(members[number].row)?.isDetached != true
        writer.update(number) {
            $0.kind = kind
            if record.isEmpty { $0.flags.insert(.isEmpty) }
            if isRetained { $0.flags.insert(.isRetained) }
        }
    }

    private func contents(of values: StoredValues) -> RecordContents {
        let saved = values.source.archive.contents(of: values.number)
        var contents = RecordContents()
        func number(_ target: UInt32) -> UInt32? {
            values.source.row(of: target).flatMap { meet(row: $0) }
        }
        contents.children = saved.children?.compactMap { child in
            number(child.record).map { RecordContents.Child($0, key: child.key) }
        }
        contents.selected = saved.selected.flatMap { number($0) }
        contents.presented = saved.presented.flatMap { number($0) }
        contents.elements = saved.elements.compactMap { number($0) }
        return contents
    }

    // MARK: Unread values

    /// Writes again the unread values, except under keys that the object stores.
    func writeUnread(_ row: Int, _ number: Int, _ coder: RestorationCoder) {
        guard let details = set.details(row), !details.unread.isEmpty else { return }
        let fields = details.unread.filter { !coder.replaces($0.field) }
        if fields.count < details.unread.count {
            let keys = Set(details.unread.map(\.field.key)).subtracting(fields.map(\.field.key))
            changes.replaced.append((row, keys))
        }
        guard !fields.isEmpty else { return }
        var count = 0
        for (field, references) in fields.map({ ($0.field, $0.references) }) {
            let first = sections.referenceCount
            let numbers = references.enumerated().map { position, target in
                target.map { self.number(ofUnread: $0, at: first + position) }
                    ?? ArchiveRecord.none
            }
            coder.encode(field, references: numbers)
            count += numbers.count
        }
        let keys = fields.map(\.field.key)
        writer.place(unread: keys, referenceCount: count, inRecord: number)
        let size = fields.reduce(0) { $0 + $1.field.sizeInBytes }
        findings[number, default: Findings()].unknown = UnknownKeys(keys: keys, sizeInBytes: size)
    }

    /// The number of the target of an unread reference, which keeps only records without object.
    private func number(ofUnread row: Int, at position: Int) -> UInt32 {
        if !set.isLive(row) { return meet(row: row, isCarried: true) ?? ArchiveRecord.none }
        unreadReferences.append((position, row))
        return ArchiveRecord.none
    }

    /// Sets references in unread values to records with an object, if another reference leads there
    /// too.
    func settleUnreadReferences() {
        for (position, row) in unreadReferences
        where set.rows[row].capture == set.captureNumber {
            sections.setReference(set.rows[row].imageNumber, at: position)
        }
    }

    // MARK: Values that could not be read

    /// Writes again the earlier values of keys that an object could not read. A failed value
    /// affects no other.
    func keepUnreadValues(of object: any Restorable, _ row: Int, _ coder: RestorationCoder) {
        guard let held = object as? any PluginHeld else { return }
        let unread = held.takeUnreadValues()
        guard !unread.isEmpty, let path = set.path(of: row) else { return }
        if let earlier = earlierValues(of: row), isComparable(earlier, row) {
            copied = (try? earlier.coder(of: set)).map { ($0, earlier.source) }
        }
        defer { copied = nil }
        for value in unread {
            let isKept = keep(value, coder)
            if value.isSensitive { coder.markSensitive(value.key) }
            issues.append(
                .valueUnread(
                    path,
                    key: value.key,
                    reason: value.reason,
                    retainsEarlierValue: isKept
                )
            )
        }
    }

    /// Whether keys have the same meaning in the earlier values.
    private func isComparable(_ earlier: StoredValues, _ row: Int) -> Bool {
        let (then, now) = (
            set.kinds[set.kindNumber(of: earlier)], set.kinds[set.rows[row].kind]
        )
        return then.className == now.className && then.schemaVersion == now.schemaVersion
            && (then.plugin == now.plugin || now.plugin == nil)
    }

    private func keep(_ value: UnreadValue, _ coder: RestorationCoder) -> Bool {
        if let copied {
            let isThere = try? coder.encodeCopy(of: value.key, from: copied.coder)
            // An omitted key meant the default earlier, and still does.
            if let isThere { return isThere || value.omitsDefault }
        }
        if value.omitsDefault { coder.encode(RestorationValue.null, forKey: value.key) }
        return false
    }
}

/// A value that an object could not read while it encoded.
package struct UnreadValue {
    package let key: String
    package let isSensitive: Bool
    /// Whether a missing key means a default. Null is then written if there is no earlier value.
    package let omitsDefault: Bool
    package let reason: Diagnosis

    package init(key: String, isSensitive: Bool, omitsDefault: Bool, reason: Diagnosis) {
        self.key = key
        self.isSensitive = isSensitive
        self.omitsDefault = omitsDefault
        self.reason = reason
    }
}
