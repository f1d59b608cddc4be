internal import Glibc

/// What would end the process, or load something else than was examined, is refused by the headers:
/// the dynamic loader believes all of them.
extension ELFLibrary {
    /// Checks the program headers.
    ///
    /// - Parameters:
    ///   - fileSize: in bytes.
    ///   - header: the ELF header.
    static func check(
        _ segments: [Segment],
        ofFileWith fileSize: UInt64,
        _ header: [UInt8]
    ) throws(ReadingError) {
        // Touching a page past the end of the file would end the process, not fail the load.
        var isEmpty = true
        for segment in segments where segment.isLoaded {
            isEmpty = false
            guard segment.offset <= fileSize, segment.size <= fileSize - segment.offset else {
                throw .fault(.incomplete)
            }
        }
        for segment in segments where segment.isLoaded {
            guard !segment.isWritable || !segment.isExecutable else {
                throw .fault(.writableCode)
            }
        }
        // The dynamic loader would make the stacks of the whole process executable, and takes a
        // library that says nothing for one that needs it.
        let stack = try only(Segment.stackType, "PT_GNU_STACK", of: segments)
        guard isEmpty || stack?.isExecutable == false else {
            throw .fault(.executableStack(isDeclared: stack != nil))
        }
        let table = try only(Segment.dynamicType, "PT_DYNAMIC", of: segments)
        // The dynamic loader refuses it.
        guard !isEmpty else { return }
        guard areInOrder(segments) else { throw .fault(.malformedHeaders) }
        if let table, !segments.contains(where: { $0.holds(table) }) {
            throw .fault(.misplacedDynamicTable)
        }
        guard segments.allSatisfy({ isInPlace($0, segments, header) }) else {
            throw .fault(.malformedHeaders)
        }
    }

    /// The header of a kind of which a library may have one.
    private static func only(
        _ type: UInt32,
        _ kind: String,
        of segments: [Segment]
    ) throws(ReadingError) -> Segment? {
        var found: Segment?
        for segment in segments where segment.type == type {
            guard found == nil else { throw .fault(.repeatedHeader(kind: kind)) }
            found = segment
        }
        return found
    }

    /// Whether what is loaded lies in the order of its addresses, in memory and in the file, no two
    /// of them in one page: a page would be mapped over another one.
    private static func areInOrder(_ segments: [Segment]) -> Bool {
        let inPage = UInt64(getpagesize()) - 1
        var end: UInt64 = 0
        var endInFile: UInt64 = 0
        for segment in segments where segment.isLoaded {
            guard segment.address >= end, segment.offset >= endInFile,
                (segment.address ^ segment.offset) & inPage == 0,
                segment.address < 1 << 48, segment.sizeInMemory < 1 << 48,
                // What is behind the file's part is set to zero, which takes the right to write.
                segment.sizeInMemory == segment.size
                    || segment.sizeInMemory > segment.size && segment.isWritable
            else { return false }
            end = (segment.address + segment.sizeInMemory + inPage) & ~inPage
            endInFile = segment.offset + segment.size
        }
        return true
    }

    /// Whether a segment that says what is in others is there, and may be used as it will be.
    private static func isInPlace(
        _ segment: Segment,
        _ segments: [Segment],
        _ header: [UInt8]
    ) -> Bool {
        let isHeld = { segments.contains { $0.holds(segment) } }
        switch segment.type {
        case Segment.dynamicType, Segment.noteType, Segment.unwindingType, Segment.propertyType:
            return segment.size == segment.sizeInMemory && isHeld()
        case Segment.headersType:
            return segment.offset == header.uint64(at: 32)
                && segment.size == UInt64(header.uint16(at: 56)) * 56 && isHeld()
        case Segment.threadLocalType:
            // More memory for each thread, or a wider alignment, than anybody has.
            let alignment = segment.alignment
            return segment.size <= segment.sizeInMemory && segment.sizeInMemory <= 1 << 30
                && alignment & (alignment &- 1) == 0 && alignment <= 1 << 20
                && (segment.size == 0 || isHeld())
        case Segment.protectedType:
            return segment.sizeInMemory == 0 || segments.contains { $0.spans(protected: segment) }
        default:
            return true
        }
    }

    /// Checks that what the dynamic loader reads, writes and calls by the table's addresses is in
    /// memory for that.
    func checkTables(_ entries: DynamicEntries) throws(DiscoveryError) {
        guard segments.contains(where: { $0.type == Segment.dynamicType }) else { return }
        let data = Segment.readable | Segment.writable
        guard entries[.shortRelocations] == nil, entries[.kindOfCalls] ?? 7 == 7,
            entries[.relocationSize] ?? 24 == 24, entries[.stringsSize] != nil,
            isTable(entries[.strings] ?? .max, entries[.stringsSize]),
            isTable(entries[.symbols] ?? .max, 24),
            isTable(entries[.relocations], entries[.relocationsSize], of: 24),
            isTable(entries[.calls], entries[.callsSize], of: 24),
            isTable(entries[.relativeRelocations], entries[.relativeRelocationsSize], of: 8),
            isTable(entries[.initialisers], entries[.initialisersSize], of: 8, data),
            isTable(entries[.finalisers], entries[.finalisersSize], of: 8, data),
            isTable(entries[.hashes], 8), isTable(entries[.hashesOfGNU], 16),
            isTable(entries[.versions], 2), isTable(entries[.neededVersions], 16),
            isTable(entries[.definedVersions], 20),
            isTable(entries[.calls] == nil ? nil : entries[.callTable], 8, data),
            isTable(entries[.initialiser], 1, Segment.executable),
            isTable(entries[.finaliser], 1, Segment.executable)
        else { throw fault(.damagedDynamicTable) }
    }

    /// Whether a table is there, or none is named.
    private func isTable(
        _ address: UInt64?,
        _ size: UInt64?,
        of unit: UInt64 = 1,
        _ rights: UInt32 = Segment.readable
    ) -> Bool {
        guard let address else { return true }
        guard let size, size % unit == 0 else { return false }
        return size == 0
            || segments.contains { segment in
                segment.isLoaded && segment.flags & rights == rights
                    && segment.contains(address, size)
            }
    }
}

extension ELFLibrary.Segment {
    /// Whether memory is part of what is loaded from the file here.
    func contains(_ address: UInt64, _ size: UInt64) -> Bool {
        address >= self.address && address - self.address <= self.size
            && size <= self.size - (address - self.address)
    }

    /// Whether this one is loaded, and what is in the file of another one with it, at the address
    /// that the other one names, with the rights that it claims.
    fileprivate func holds(_ other: Self) -> Bool {
        isLoaded && contains(other.address, other.size) && other.offset >= offset
            && other.offset - offset == other.address - address
            && flags & Self.readable != 0 && (isWritable || !other.isWritable)
    }

    /// Whether what the other one wants protected from being written to is part of this one, which
    /// may reach to the end of its last page.
    fileprivate func spans(protected other: Self) -> Bool {
        guard isLoaded, isWritable else { return false }
        let inPage = UInt64(getpagesize()) - 1
        let end = (address + sizeInMemory + inPage) & ~inPage
        return other.address >= address && other.address <= end
            && other.sizeInMemory <= end - other.address
    }
}
