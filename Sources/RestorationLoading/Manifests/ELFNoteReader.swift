internal import CRestorationPlugin
internal import RestorationCore

/// Finds the manifest that a library carries in an ELF note, without loading the library.
///
/// ```
/// ELF header, 64 bytes        0  7F 45 4C 46, class, byte order
///                            16  type, machine     (16 bits each)
///                            32  offset of the program headers (64)
///                            54  size and number of program headers (16 each)
/// program header, 56 bytes    0  type (32)
///                             8  offset in the file (64)
///                            32  size in the file (64)
///                            48  alignment (64)
/// note                        0  size of owner, size of content, type (32 each)
///                            12  owner with its NUL, padding, content, padding
/// ```
///
/// Only the program headers are followed: section headers may be stripped. Every number comes from
/// the file and is distrusted.
struct ELFNoteReader: ~Copyable {
    /// The most that all notes of a library may take up together, in bytes.
    static let notesLimit: UInt64 = 1 << 20

    private let file: ReadOnlyFile
    private let path: String

    /// Takes an open file; `path` is for errors.
    init(_ file: consuming ReadOnlyFile, path: String) {
        self.file = file
        self.path = path
    }

    /// The manifest's bytes, or `nil` if the library carries none.
    func manifest() throws(LoadingError) -> [UInt8]? {
        var manifest: [UInt8]?
        var budget = Self.notesLimit
        for segment in try noteSegments() {
            guard segment.size <= budget else {
                throw fault(.notesTooLarge(sizeInBytes: segment.size))
            }
            budget -= segment.size
            let notes = try bytes(Int(segment.size), at: segment.offset, elseThrow: .noteBeyondEnd)
            for content in try contents(of: notes, alignment: segment.alignment) {
                guard manifest == nil else { throw fault(.twoManifests) }
                manifest = content
            }
        }
        return manifest
    }

    private struct Segment {
        let offset: UInt64
        let size: UInt64
        let alignment: Int
    }

    private func noteSegments() throws(LoadingError) -> [Segment] {
        let header = try checkedHeader()
        let entrySize = header.uint16(at: 54)
        let count = header.uint16(at: 56)
        // 0xFFFF would mean that the number stands elsewhere; no library has that many.
        guard count == 0 || entrySize == 56, count < 0xFFFF else { throw fault(.malformedHeaders) }
        let table = try bytes(
            Int(count) * 56,
            at: header.uint64(at: 32),
            elseThrow: .truncated
        )
        try checkWhole(table)
        return stride(from: 0, to: table.count, by: 56).compactMap { start in
            let noteSegmentType: UInt32 = 4
            guard table.uint32(at: start) == noteSegmentType else { return nil }
            return Segment(
                offset: table.uint64(at: start + 8),
                size: table.uint64(at: start + 32),
                alignment: table.uint64(at: start + 48) == 8 ? 8 : 4
            )
        }
    }

    /// Everything that is to be loaded lies within the file: touching a page past its end would end
    /// the process, not fail the load.
    private func checkWhole(_ table: [UInt8]) throws(LoadingError) {
        let loadedSegmentType: UInt32 = 1
        let size = UInt64(file.sizeInBytes)
        for start in stride(from: 0, to: table.count, by: 56)
        where table.uint32(at: start) == loadedSegmentType {
            let offset = table.uint64(at: start + 8)
            guard offset <= size, table.uint64(at: start + 32) <= size - offset else {
                throw fault(.incomplete)
            }
        }
    }

    private func checkedHeader() throws(LoadingError) -> [UInt8] {
        guard file.sizeInBytes > 0 else { throw fault(.empty) }
        let start = try read(4, at: 0)
        guard start == [0x7F, 0x45, 0x4C, 0x46] else { throw fault(.notELF) }
        let header = try bytes(64, at: 0, elseThrow: .truncated)
        guard header[4] == 2 else { throw fault(.thirtyTwoBit) }
        guard header[5] == 1 else { throw fault(.bigEndian) }
        let machine = header.uint16(at: 18)
        guard machine == Self.machine else { throw fault(.otherMachine(machine)) }
        let type = header.uint16(at: 16)
        let sharedType: UInt16 = 3
        guard type == sharedType else { throw fault(.notShared(type)) }
        return header
    }

    /// The contents of all manifests among the notes of one segment.
    ///
    /// The parts of a note begin at multiples of the segment's alignment. Fewer than 12 bytes at
    /// the end are padding.
    private func contents(of notes: [UInt8], alignment: Int) throws(LoadingError) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var start = 0
        while notes.count - start >= 12 {
            let ownerSize = Int(notes.uint32(at: start))
            let size = Int(notes.uint32(at: start + 4))
            let type = notes.uint32(at: start + 8)
            let content = (start + 12 + ownerSize).roundedUp(to: alignment)
            let isManifest =
                type == RESTORATION_NOTE_TYPE
                && notes.dropFirst(start + 12).prefix(ownerSize).elementsEqual(Self.owner)
            if isManifest, size > PluginManifest.maximumSizeInBytes {
                throw fault(.manifestTooLarge(sizeInBytes: size))
            }
            guard content + size <= notes.count else { throw fault(.noteBeyondEnd) }
            if isManifest { found.append(Array(notes[content..<content + size])) }
            start = (content + size).roundedUp(to: alignment)
        }
        return found
    }

    /// Reads exactly `count` bytes.
    private func bytes(
        _ count: Int,
        at offset: UInt64,
        elseThrow beyondEnd: ELFFault
    ) throws(LoadingError) -> [UInt8] {
        let size = UInt64(file.sizeInBytes)
        guard offset <= size, UInt64(count) <= size - offset else { throw fault(beyondEnd) }
        let bytes = try read(count, at: Int(offset))
        // The file may have shrunk since it was opened.
        guard bytes.count == count else { throw fault(beyondEnd) }
        return bytes
    }

    private func read(_ count: Int, at offset: Int) throws(LoadingError) -> [UInt8] {
        do {
            return try file.read(count, at: offset)
        } catch {
            throw .unreadable(file: path, error)
        }
    }

    private func fault(_ fault: ELFFault) -> LoadingError {
        .notALibrary(file: path, fault)
    }

    private static let owner = Array(RESTORATION_NOTE_OWNER.utf8) + [0]

    #if arch(x86_64)
    private static let machine: UInt16 = 62
    #elseif arch(arm64)
    private static let machine: UInt16 = 183
    #endif
}

extension [UInt8] {
    // Little-endian numbers; the caller has checked that they are there.
    fileprivate func uint16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    fileprivate func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) | UInt32(uint16(at: offset + 2)) << 16
    }

    fileprivate func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) | UInt64(uint32(at: offset + 4)) << 32
    }
}

extension Int {
    /// For sizes of 32 bits, so that nothing can overflow.
    fileprivate func roundedUp(to alignment: Int) -> Int {
        (self + alignment - 1) / alignment * alignment
    }
}
