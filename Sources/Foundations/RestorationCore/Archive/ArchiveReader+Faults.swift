/// Values that fail to decode because a test wants that.
extension ArchiveReader {
    /// What stands for the literal of a key with faults. No literal has that address, so that
    /// whoever asks for the key takes the long way, on which faults are looked at: the short one,
    /// which nearly every value takes, knows nothing of them.
    static let faultyLiteral = UInt.max

    /// Lets the value under a key of one record fail to decode, from now on.
    ///
    /// - Returns: Whether there is such a value.
    package func failDecoding(
        ofKey key: String,
        inRecord record: Int,
        because reason: Diagnosis
    ) -> Bool {
        let number = keyNumber(key)
        if number != ArchiveRecord.none, lookup.value.faults[record]?[number] != nil { return true }
        guard let coder = try? coder(for: record, resolving: nil), coder.contains(key) else {
            return false
        }
        lookup.value.literalOfKey[Int(number)] = Self.faultyLiteral
        lookup.value.faults[record, default: [:]][number] = reason
        return true
    }
}
