/// Owns the ``SectionWriter`` behind its pointer, and lends coders access to it.
@safe package final class SectionWriterHandle {
    // Invariant: initialised in `init`, deinitialised in `deinit`, touched by one thread at a time:
    // a writer belongs to the session that captures, and coders refuse work after their call.
    let state: UnsafeMutablePointer<SectionWriter>
    /// Gives the number of an object that a coder refers to. Set for the time of a capture.
    package weak var numbering: (any ReferenceNumbering)?
    private var spareCoder: RestorationCoder?

    init() {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: SectionWriter())
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    func removeAll() { unsafe state.pointee.removeAll() }

    func adoptKey(_ key: String) {
        var key = key
        key.withUTF8 { _ = unsafe state.pointee.adoptKey(UnsafeRawBufferPointer($0)) }
    }

    /// Writes one section through `body` and tells where it lies.
    ///
    /// A coder that its borrower kept can do no harm: it no longer writes, and the next section gets
    /// a coder of its own. One that nobody kept is used again, which saves an allocation each.
    package func writeSection(
        _ body: (RestorationCoder) throws -> Void
    ) -> Result<WrittenSection, any Error> {
        var coder = spareCoder.take() ?? RestorationCoder(writing: self)
        unsafe state.pointee.activeToken = coder.token
        unsafe state.pointee.beginSection()
        let offset = unsafe state.pointee.sectionStart
        let referencesStart = unsafe state.pointee.referencesStart
        defer {
            unsafe state.pointee.activeToken = 0
            if isKnownUniquelyReferenced(&coder) { spareCoder = coder }
        }
        do {
            try body(coder)
        } catch {
            unsafe state.pointee.abandonSection()
            return .failure(error)
        }
        return unsafe state.pointee.endSection().map { size in
            WrittenSection(offset: offset, size: size, referencesStart: referencesStart)
        }.mapError { $0 as any Error }
    }

    /// Copies a section as it is. `references` are numbers in the archive being written.
    ///
    /// - Parameter archive: Where the section comes from, if its key table is not the one in use
    ///   here: its fields then get the numbers that their keys have here.
    package func copySection(
        _ section: RetainedSection,
        references: [UInt32],
        keysOf archive: ArchiveReader?
    ) -> WrittenSection {
        unsafe state.pointee.beginSection()
        let offset = unsafe state.pointee.sectionStart
        let start = unsafe state.pointee.referencesStart
        unsafe section.bytes.withUnsafeBytes {
            if let archive {
                unsafe state.pointee.copySection($0, keysOf: archive)
            } else {
                unsafe state.pointee.copySection($0)
            }
        }
        unsafe state.pointee.references.append(contentsOf: references)
        let size = unsafe state.pointee.store.count - offset
        return WrittenSection(offset: offset, size: size, referencesStart: start)
    }

    /// Where references of the next section would begin.
    package var referenceCount: Int { unsafe state.pointee.references.count }
    /// The bytes of all sections so far.
    package var sizeInBytes: Int { unsafe state.pointee.store.count }

    func finish(
        pool: BufferPool,
        _ body: (inout ByteStore, borrowing TextTable, [UInt32]) -> Void
    ) -> ArchiveImage {
        unsafe body(&state.pointee.store, state.pointee.keys, state.pointee.references)
        return unsafe state.pointee.store.release(to: pool)
    }
}

/// Where a section was written.
package struct WrittenSection {
    package let offset: Int
    package let size: Int
    package let referencesStart: Int
}

/// A section kept byte for byte, because its object could not be restored.
package struct RetainedSection: Hashable, Sendable {
    package let bytes: [UInt8]
    package init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Gives objects their numbers while an archive is being written.
package protocol ReferenceNumbering: AnyObject {
    /// The number of the object's record; `nil` if it has none (PRES-19).
    func number(of object: any Restorable) -> UInt32?
}
