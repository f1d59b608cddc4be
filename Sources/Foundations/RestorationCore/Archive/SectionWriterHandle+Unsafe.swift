/// Lets one object after another write its section, each through a ``RestorationCoder``.
package final class SectionWriterHandle {
    private let memory = SectionMemory()
    private var writer: Unguarded<SectionWriter> { memory.writer }
    private let spareCoder = Unguarded<RestorationCoder?>(nil)

    init() {}

    deinit { spareCoder.end() }

    /// The largest section that may be written, in bytes. Another one than the format's is for
    /// tests.
    package var sizeLimit: Int {
        get { writer.value.sizeLimit }
        set { writer.value.sizeLimit = newValue }
    }

    func removeAll(from pool: BufferPool) { writer.value.removeAll(from: pool) }

    // MARK: Sections

    /// Writes one section through `body` and tells where it lies.
    ///
    /// A coder that its borrower kept can do no harm: it no longer writes, and the next section
    /// gets a coder of its own. One that nobody kept is used again, which saves an allocation each.
    package func writeSection(
        _ body: (RestorationCoder) throws -> Void
    ) -> Result<WrittenSection, any Error> {
        let coder = spareCoder.value.take() ?? RestorationCoder(writing: memory)
        writer.value.activeToken = coder.token
        writer.value.beginSection()
        let start = (offset: writer.value.sectionStart, references: writer.value.referencesStart)
        var failure: (any Error)?
        do {
            try body(coder)
            if !writer.value.sensitiveKeys.isEmpty { coder.putSensitiveKeys() }
        } catch {
            failure = error
        }
        writer.value.activeToken = 0
        var kept = consume coder
        if isKnownUniquelyReferenced(&kept) { spareCoder.value = consume kept }
        if let failure {
            writer.value.abandonSection()
            return .failure(failure)
        }
        return writer.value.endSection().map { size in
            WrittenSection(
                offset: start.offset,
                size: size,
                referencesStart: start.references,
                referenceCount: writer.value.references.count - start.references
            )
        }.mapError { $0 as any Error }
    }

    /// Copies a section: its values as they are, its keys with the numbers that they have here. So
    /// the key table holds the keys in use and no more, however often sections are copied.
    ///
    /// - Parameters:
    ///   - references: Numbers in the archive being written.
    ///   - archive: Where the section comes from, and whose key table its numbers mean.
    package func copySection(
        _ section: RetainedSection,
        references: [UInt32],
        keysOf archive: ArchiveReader
    ) -> WrittenSection {
        writer.value.beginSection()
        // It may be a little larger than it was: its keys have other numbers.
        writer.value.store.limit(to: nil)
        let offset = writer.value.sectionStart
        let start = writer.value.referencesStart
        unsafe section.bytes.withUnsafeBytes {
            unsafe writer.value.copySection($0, keysOf: archive)
        }
        for reference in references { writer.value.references.append(reference) }
        let size = writer.value.store.count - offset
        return WrittenSection(
            offset: offset,
            size: size,
            referencesStart: start,
            referenceCount: references.count
        )
    }

    /// Goes through what all sections refer to so far, in their order.
    package func forEachReference(_ body: (UInt32) -> Void) {
        for position in 0..<writer.value.references.count {
            body(writer.value.references[position])
        }
    }

    /// How many references all sections have so far.
    package var referenceCount: Int { writer.value.references.count }

    /// Has a reference that is written already lead to another record.
    package func setReference(_ number: UInt32, at position: Int) {
        writer.value.references[position] = number
    }

    /// The number of a key that a section of the archive has.
    func number(ofKey key: String) -> UInt32 { writer.value.keys.number(of: key) }
    /// The bytes of all sections so far.
    package var sizeInBytes: Int { writer.value.store.count }

    func finish(
        pool: BufferPool,
        _ body: (inout ByteStore, borrowing TextTable, borrowing FlatArray<UInt32>) -> Void
    ) -> ArchiveImage { writer.value.finish(pool: pool, body) }

    // MARK: References

    /// Gives the number of an object that a coder refers to for the first time. Set for the time of
    /// a capture.
    package var numbering: (any ReferenceNumbering)? {
        get { writer.value.numbering }
        set { writer.value.numbering = newValue }
    }

    /// The number stored for an object.
    package func number(of object: any Restorable) -> UInt32? {
        writer.value.numbers[SectionWriter.address(of: object)]
    }

    /// Stores the number of an object; a coder that refers to it again finds it by itself. The
    /// object must live until ``removeAll()``, so that no other gets its address.
    package func setNumber(_ number: UInt32, of object: any Restorable) {
        writer.value.numbers.set(number, at: SectionWriter.address(of: object))
    }
}

/// Keeps a writer for as long as a coder may look at it.
final class SectionMemory {
    let writer = Unguarded(SectionWriter())
    deinit { writer.end() }
}

/// Where a section was written.
package struct WrittenSection {
    package let offset: Int
    package let size: Int
    package let referencesStart: Int
    package let referenceCount: Int
}

/// A section kept byte for byte, because its object could not be restored.
package struct RetainedSection: Hashable, Sendable {
    package let bytes: [UInt8]
    package init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Gives objects their numbers while an archive is being written.
package protocol ReferenceNumbering: AnyObject {
    /// The number of the object's record; `nil` if it has none (PRES-19). Not asked about objects
    /// whose number is stored already.
    func number(of object: any Restorable) -> UInt32?
    /// The number that a reference copied from another record gets here; `ArchiveRecord.none` where
    /// it can lead nowhere.
    func number(ofCopied reference: UInt32) -> UInt32
}

extension ReferenceNumbering {
    package func number(ofCopied reference: UInt32) -> UInt32 { ArchiveRecord.none }
}
