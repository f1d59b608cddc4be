/// Writes the sections of objects one by one, each through a ``RestorationCoder``.
package final class SectionWriterHandle {
    private let memory = SectionMemory()
    private var writer: Unguarded<SectionWriter> { memory.writer }
    private let spareCoder = Unguarded<RestorationCoder?>(nil)

    init() {}

    deinit { spareCoder.end() }

    /// The largest section allowed, in bytes. Only tests change it.
    package var sizeLimit: Int {
        get { writer.value.sizeLimit }
        set { writer.value.sizeLimit = newValue }
    }

    func removeAll(from pool: BufferPool) { writer.value.removeAll(from: pool) }

    // MARK: Sections

    /// Writes one section through `body` and returns its location.
    ///
    /// A coder that its borrower retained stops writing, and the next section gets a new coder. A
    /// released coder is reused, which saves an allocation.
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

    /// Copies a section and renumbers its keys for this archive, so that the key table holds no
    /// unused keys.
    ///
    /// - Parameters:
    ///   - references: record numbers in the archive being written.
    ///   - archive: the section's source, which defines its key numbers.
    package func copySection(
        _ section: RetainedSection,
        references: [UInt32],
        keysOf archive: ArchiveReader
    ) -> WrittenSection {
        writer.value.beginSection()
        // The section may grow, because its keys have other numbers.
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

    package var referenceCount: Int { writer.value.references.count }

    /// Redirects a written reference to another record.
    package func setReference(_ number: UInt32, at position: Int) {
        writer.value.references[position] = number
    }

    func number(ofKey key: String) -> UInt32 { writer.value.keys.number(of: key) }
    package var sizeInBytes: Int { writer.value.store.count }

    func finish(
        pool: BufferPool,
        _ body: (inout ByteStore, borrowing TextTable, borrowing FlatArray<UInt32>) -> Void
    ) -> ArchiveImage { writer.value.finish(pool: pool, body) }

    // MARK: References

    /// Numbers objects when a coder first references them. Set during a capture.
    package var numbering: (any ReferenceNumbering)? {
        get { writer.value.numbering }
        set { writer.value.numbering = newValue }
    }

    package func number(of object: any Restorable) -> UInt32? {
        writer.value.numbers[SectionWriter.address(of: object)]
    }

    /// Stores the number of an object, which later references find by address. The object must live
    /// until ``removeAll()``, so that its address stays unique.
    package func setNumber(_ number: UInt32, of object: any Restorable) {
        writer.value.numbers.set(number, at: SectionWriter.address(of: object))
    }
}

/// Owns the section writer, which a retained coder may use after its handle.
final class SectionMemory {
    let writer = Unguarded(SectionWriter())
    deinit { writer.end() }
}

package struct WrittenSection {
    package let offset: Int
    package let size: Int
    package let referencesStart: Int
    package let referenceCount: Int
}

/// A section copied unchanged, because its object could not be restored.
package struct RetainedSection: Hashable, Sendable {
    package let bytes: [UInt8]
    package init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Numbers objects while an archive is written.
package protocol ReferenceNumbering: AnyObject {
    /// The number of the object's record, or `nil` if it has none (PRES-19). Not called for objects
    /// that already have a number.
    func number(of object: any Restorable) -> UInt32?
    /// The new number of a reference copied from another record, or `ArchiveRecord.none` if it has
    /// no target here.
    func number(ofCopied reference: UInt32) -> UInt32
}

extension ReferenceNumbering {
    package func number(ofCopied reference: UInt32) -> UInt32 { ArchiveRecord.none }
}
