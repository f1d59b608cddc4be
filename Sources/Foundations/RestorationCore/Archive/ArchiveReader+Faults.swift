/// Fault injection for tests: values that fail to decode.
extension ArchiveReader {
    /// Marks a key with faults in `literalOfKey`. It matches no literal, so decoding the key takes
    /// the slow path, which checks for faults.
    static let faultyLiteral = UInt.max

    /// Makes the value under a key of one record fail to decode from now on.
    ///
    /// - Returns: Whether the record has that value.
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
