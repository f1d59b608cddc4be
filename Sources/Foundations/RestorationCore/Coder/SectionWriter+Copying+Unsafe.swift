extension SectionWriter {
    /// Copies a value, including nested values.
    ///
    /// - Parameter references: the new record numbers of its references, in order.
    mutating func put(_ value: CopiedValue, references: [UInt32]) {
        unsafe value.bytes.withUnsafeBytes { bytes in
            var cursor = unsafe SectionCursor(bytes)
            var rest = references[...]
            do throws(CoderError) {
                // Without references, the bytes need no change.
                if references.isEmpty {
                    takePlace()
                    return unsafe store.append(bytes)
                }
                try copyValue(&cursor, &rest)
            } catch {
                _ = fail(error)
            }
        }
    }

    private mutating func copyValue(
        _ cursor: inout SectionCursor,
        _ references: inout ArraySlice<UInt32>
    ) throws(CoderError) {
        let start = cursor.offset
        let tag = try cursor.peekTag()
        switch tag {
        case .reference:
            try cursor.skip()
            put(reference: references.popFirst() ?? ArchiveRecord.none)
        case .array, .dictionary:
            _ = try cursor.tag()
            let count = try cursor.container().count
            guard beginContainer(tag) else { return }
            for _ in 0..<count {
                if tag == .dictionary {
                    _ = unsafe beginEntry(try cursor.text())
                } else {
                    _ = beginElement()
                }
                try copyValue(&cursor, &references)
            }
            _ = endContainer()
        default:
            try cursor.skip()
            takePlace()
            unsafe store.append(cursor.bytes(start..<cursor.offset))
        }
    }

    /// Copies a section of another archive and renumbers its keys. Values contain no key numbers.
    /// Stops at malformed bytes, where no reader could find further fields either.
    mutating func copySection(_ bytes: UnsafeRawBufferPointer, keysOf archive: ArchiveReader) {
        var cursor = unsafe SectionCursor(bytes)
        while cursor.offset < cursor.end {
            guard let key = try? cursor.variable(), key < UInt64(archive.keyCount) else { return }
            let start = cursor.offset
            guard (try? cursor.skip()) != nil else { return }
            store.append(variable: UInt64(keys.number(of: archive.key(UInt32(key)))))
            // Invariant: `skip` stays within the section.
            unsafe store.append(UnsafeRawBufferPointer(rebasing: bytes[start..<cursor.offset]))
        }
        addUses()
    }
}
