/// Sensitive values, which tools do not show.
///
/// A section lists its sensitive keys in a field with the empty key, which objects cannot use:
/// `Docs/ArchiveFormat.md`.
extension RestorationCoder {
    /// Marks the value encoded under `key` as sensitive, such as text that a user typed. Tools
    /// report that it exists and do not show it. It is stored like other values; never store
    /// passwords.
    public func markSensitive(_ key: String) {
        if write({ $0.sensitiveKeys.insert(key) }) == nil { foreign?.markSensitive(key) }
    }

    /// The sensitive keys of the record being read.
    package var sensitiveKeys: KeySet {
        KeySet((try? reader?.notes()) ?? [])
    }

    func putSensitiveKeys() {
        guard let writer else { return }
        let keys = writer.value.sensitiveKeys.sorted.filter {
            writer.value.holdsValue(forKey: $0, acceptingNull: true)
        }
        guard !keys.isEmpty, writer.value.beginNotes() else { return }
        keys.encode(into: self)
    }
}
