/// Values that tools keep to themselves.
///
/// What is marked is noted in the section itself, in a field of its own under the empty key, which
/// no object can use: `Docs/ArchiveFormat.md`.
extension RestorationCoder {
    /// Marks the value under `key`, which this object has encoded, as private: tools say that it is
    /// there and do not show it. It is stored like any other. For what a person typed; passwords do
    /// not belong into state at all.
    public func markSensitive(_ key: String) {
        if write({ $0.sensitiveKeys.insert(key) }) == nil { foreign?.markSensitive(key) }
    }

    /// The keys that are marked as sensitive in the record being read.
    package var sensitiveKeys: KeySet {
        KeySet((try? reader?.notes()) ?? [])
    }

    /// Writes which keys are sensitive, at the end of a section.
    func putSensitiveKeys() {
        guard let writer else { return }
        let keys = writer.value.sensitiveKeys.sorted.filter {
            writer.value.holdsValue(forKey: $0, acceptingNull: true)
        }
        guard !keys.isEmpty, writer.value.beginNotes() else { return }
        keys.encode(into: self)
    }
}
