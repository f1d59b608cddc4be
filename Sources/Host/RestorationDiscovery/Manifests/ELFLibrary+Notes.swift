internal import CRestorationPlugin
internal import RestorationCore

/// The manifest in an ELF note of a library.
///
/// ```
/// note                        0  size of owner, size of content, type (32 bits each)
///                            12  owner with its NUL, padding, content, padding
/// ```
extension ELFLibrary {
    /// The maximum total size of a library's notes, in bytes.
    static let notesLimit: UInt64 = 1 << 20

    func manifest() throws(DiscoveryError) -> [UInt8]? {
        var manifest: [UInt8]?
        var budget = Self.notesLimit
        for segment in segments where segment.type == Segment.noteType {
            guard segment.size <= budget else {
                throw fault(.notesTooLarge(sizeInBytes: segment.size))
            }
            budget -= segment.size
            let notes = try bytes(Int(segment.size), at: segment.offset, elseThrow: .noteBeyondEnd)
            let alignment = segment.alignment == 8 ? 8 : 4
            if let content = try content(of: notes, alignment: alignment) {
                guard manifest == nil else { throw fault(.twoManifests) }
                manifest = content
            }
        }
        return manifest
    }

    /// The content of the manifest among the notes of one segment.
    ///
    /// The parts of a note are aligned as the segment is. Fewer than 12 bytes at the end are
    /// padding, and so are zeros before a manifest: a compiler may align the note's variable more
    /// strictly than the format does.
    private func content(of notes: ByteWindow, alignment: Int) throws(DiscoveryError) -> [UInt8]? {
        var found: [UInt8]?
        var isTwice = false
        var start = 0
        while notes.count - start >= 12 {
            start = Self.manifestAfterZeros(in: notes, at: start) ?? start
            let ownerSize = Int(notes.uint32(at: start))
            let size = Int(notes.uint32(at: start + 4))
            let contentStart = (start + 12 + ownerSize).roundedUp(to: alignment)
            let isManifest = Self.isManifest(notes, at: start)
            if isManifest, size > PluginManifest.maximumSizeInBytes {
                throw fault(.manifestTooLarge(sizeInBytes: size))
            }
            guard contentStart + size <= notes.count else { throw fault(.noteBeyondEnd) }
            if isManifest {
                isTwice = isTwice || found != nil
                found = Array(notes.slice(contentStart..<contentStart + size))
            }
            start = (contentStart + size).roundedUp(to: alignment)
        }
        guard !isTwice else { throw fault(.twoManifests) }
        return found
    }

    /// Skips zero-valued 32-bit words before a manifest, up to 64 bytes: more than any known
    /// compiler pads. `nil` if no manifest follows them.
    private static func manifestAfterZeros(in notes: ByteWindow, at start: Int) -> Int? {
        let beyond = min(start + 64, notes.count - 12)
        var next = start
        while next < beyond, notes.uint32(at: next) == 0 { next += 4 }
        return next < beyond && isManifest(notes, at: next) ? next : nil
    }

    private static func isManifest(_ notes: ByteWindow, at start: Int) -> Bool {
        guard notes.uint32(at: start) == owner.count,
            notes.uint32(at: start + 8) == RESTORATION_NOTE_TYPE,
            notes.count - start - 12 >= owner.count
        else { return false }
        let bytes = notes.slice(start + 12..<start + 12 + owner.count)
        return owner.indices.allSatisfy { bytes[bytes.startIndex + $0] == owner[$0] }
    }

    private static let owner = Array(RESTORATION_NOTE_OWNER.utf8) + [0]
}

extension Int {
    /// Cannot overflow for 32-bit sizes.
    fileprivate func roundedUp(to alignment: Int) -> Int {
        (self + alignment - 1) / alignment * alignment
    }
}
