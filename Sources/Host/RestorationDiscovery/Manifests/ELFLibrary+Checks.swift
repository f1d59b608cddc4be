internal import Glibc

/// The dynamic loader trusts all headers. Rejects headers that would crash the process or make the
/// loader run code that was not examined.
extension ELFLibrary {
    /// Checks the program headers.
    ///
    /// - Parameter header: the ELF header.
    static func check(
        _ segments: [Segment],
        ofFileWith fileSize: UInt64,
        _ header: [UInt8]
    ) throws(ReadingError) {
        // Accessing a page beyond the end of the file would crash the process.
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
        // The dynamic loader would make the stacks of the whole process executable, even for a
        // library without this header.
        let stack = try only(Segment.stackType, "PT_GNU_STACK", of: segments)
        guard isEmpty || stack?.isExecutable == false else {
            throw .fault(.executableStack(isDeclared: stack != nil))
        }
        let table = try only(Segment.dynamicType, "PT_DYNAMIC", of: segments)
        // The dynamic loader rejects a file without loadable segments.
        guard !isEmpty else { return }
        guard areInOrder(segments) else { throw .fault(.malformedHeaders) }
        if let table, !segments.contains(where: { $0.holds(table) }) {
            throw .fault(.misplacedDynamicTable)
        }
        guard segments.allSatisfy({ isInPlace($0, segments, header) }) else {
            throw .fault(.malformedHeaders)
        }
    }

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

    /// Whether loaded segments are in ascending order, in memory and in the file, and share no
    /// page: one mapping would replace the other.
    private static func areInOrder(_ segments: [Segment]) -> Bool {
        let pageMask = UInt64(getpagesize()) - 1
        var end: UInt64 = 0
        var endInFile: UInt64 = 0
        for segment in segments where segment.isLoaded {
            guard segment.address >= end, segment.offset >= endInFile,
                (segment.address ^ segment.offset) & pageMask == 0,
                segment.address < 1 << 48, segment.sizeInMemory < 1 << 48,
                // The rest of the memory is zeroed, which requires write access.
                segment.sizeInMemory == segment.size
                    || segment.sizeInMemory > segment.size && segment.isWritable
            else { return false }
            end = (segment.address + segment.sizeInMemory + pageMask) & ~pageMask
            endInFile = segment.offset + segment.size
        }
        return true
    }

    /// Whether the data that a program header such as PT_DYNAMIC or PT_TLS points to is inside a
    /// loaded segment with sufficient rights. `true` for other headers.
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
            // Limits on memory per thread and alignment that no library reaches.
            let alignment = segment.alignment
            return segment.size <= segment.sizeInMemory && segment.sizeInMemory <= 1 << 30
                && alignment & (alignment &- 1) == 0 && alignment <= 1 << 20
                && (segment.size == 0 || isHeld())
        case Segment.relroType:
            return segment.sizeInMemory == 0 || segments.contains { $0.contains(relro: segment) }
        default:
            return true
        }
    }

    /// Checks that the tables that the dynamic loader reads, writes or calls are in memory with the
    /// necessary rights.
    func checkTables(_ entries: DynamicEntries) throws(DiscoveryError) {
        guard segments.contains(where: { $0.type == Segment.dynamicType }) else { return }
        let data = Segment.readable | Segment.writable
        guard entries[.relTable] == nil, entries[.pltRelocationType] ?? 7 == 7,
            entries[.relocationEntrySize] ?? 24 == 24, entries[.stringsSize] != nil,
            isTable(entries[.strings] ?? .max, entries[.stringsSize]),
            isTable(entries[.symbols] ?? .max, 24),
            isTable(entries[.relocations], entries[.relocationTableSize], of: 24),
            isTable(entries[.pltRelocations], entries[.pltRelocationsSize], of: 24),
            isTable(entries[.relativeRelocations], entries[.relativeRelocationsSize], of: 8),
            isTable(entries[.initialisers], entries[.initialisersSize], of: 8, data),
            isTable(entries[.finalisers], entries[.finalisersSize], of: 8, data),
            isTable(entries[.hashes], 8), isTable(entries[.gnuHash], 16),
            isTable(entries[.versions], 2), isTable(entries[.neededVersions], 16),
            isTable(entries[.definedVersions], 20),
            isTable(entries[.pltRelocations] == nil ? nil : entries[.pltGOT], 8, data),
            isTable(entries[.initialiser], 1, Segment.executable),
            isTable(entries[.finaliser], 1, Segment.executable)
        else { throw fault(.damagedDynamicTable) }
    }

    /// Whether a table is in memory. `true` if the library has no such table.
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
    /// Whether an address range is loaded from the file in this segment.
    func contains(_ address: UInt64, _ size: UInt64) -> Bool {
        address >= self.address && address - self.address <= self.size
            && size <= self.size - (address - self.address)
    }

    /// Whether this segment loads the contents of another one, at its address and with its rights.
    fileprivate func holds(_ other: Self) -> Bool {
        isLoaded && contains(other.address, other.size) && other.offset >= offset
            && other.offset - offset == other.address - address
            && flags & Self.readable != 0 && (isWritable || !other.isWritable)
    }

    /// Whether this segment, rounded up to the end of its last page, contains the other's RELRO
    /// range.
    fileprivate func contains(relro other: Self) -> Bool {
        guard isLoaded, isWritable else { return false }
        let pageMask = UInt64(getpagesize()) - 1
        let end = (address + sizeInMemory + pageMask) & ~pageMask
        return other.address >= address && other.address <= end
            && other.sizeInMemory <= end - other.address
    }
}
