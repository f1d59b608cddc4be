package import RestorationCore

/// A value that an object could not find out while it encoded.
package struct UnreadValue {
    package let key: String
    package let isSensitive: Bool
    /// Whether nothing under the key means a default, so that null is written where nothing else
    /// can be.
    package let omitsDefault: Bool
    package let reason: Diagnosis

    package init(key: String, isSensitive: Bool, omitsDefault: Bool, reason: Diagnosis) {
        self.key = key
        self.isSensitive = isSensitive
        self.omitsDefault = omitsDefault
        self.reason = reason
    }
}

extension Capture {
    /// Writes again what was saved before under the keys that an object could not read now: one
    /// value that fails costs neither its earlier state nor the other values.
    func keepUnreadValues(of object: any Restorable, _ number: Int, _ coder: RestorationCoder) {
        guard let held = object as? any PluginHeld else { return }
        let unread = held.takeUnreadValues()
        guard !unread.isEmpty else { return }
        let path = writer.path(of: writer.node(ofRecord: number))
        copied = earlierState(of: object, path).flatMap { earlier in
            isComparable(earlier, writer.record(number)) ? try? earlier.coder() : nil
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

    /// Whether keys mean the same in a record from before.
    private func isComparable(_ earlier: UnavailableObject, _ record: ArchiveRecord) -> Bool {
        let (name, plugin) = (string(record.className), string(record.plugin))
        return earlier.className == name && earlier.pluginIdentifier == plugin
            && earlier.record.schemaVersion == record.schemaVersion
    }

    private func string(_ number: UInt32) -> String? {
        number == ArchiveRecord.none ? nil : writer.string(number)
    }

    /// - Returns: Whether the archive has the earlier value now.
    private func keep(_ value: UnreadValue, _ coder: RestorationCoder) -> Bool {
        if let copied {
            let isThere = try? coder.encodeCopy(of: value.key, from: copied)
            // A key that was left out before stood for the default, which it still does.
            if let isThere { return isThere || value.omitsDefault }
        }
        if value.omitsDefault { coder.encode(RestorationValue.null, forKey: value.key) }
        return false
    }

    /// What a copied value refers to.
    package func number(ofCopied reference: UInt32) -> UInt32 {
        retainedWriting.number(of: copied?.object(ofRecord: reference))
    }
}
