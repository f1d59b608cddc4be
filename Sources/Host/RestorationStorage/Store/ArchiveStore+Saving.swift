import RestorationCore
import Synchronization

extension ArchiveStore {
    /// The number for the state that is about to be captured: higher than any before it.
    ///
    /// Take it when capturing begins. Of two captures the later one has the higher number, and
    /// never loses to the earlier one, whichever is committed first.
    public func nextGeneration() -> UInt64 {
        lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Seals an image and makes it the current generation.
    ///
    /// The first save after opening keeps the archive that it replaces as `archive.found`. Before
    /// that it makes sure that the archive is on the disk.
    ///
    /// When it returns, the state is on the disk and survives a power loss. When it throws, the
    /// generation that was current before still is, unless the error is about synchronising the
    /// directory or about `archive.found`: then either may be.
    ///
    /// - Parameters:
    ///   - image: the bytes that Core's archive writer made.
    ///   - generation: from ``nextGeneration()``.
    /// - Throws: ``StorageError/notOpened(path:)``,
    ///   ``StorageError/superseded(path:generation:newest:)`` if a newer generation is saved
    ///   already, ``StorageError/inUse(path:process:)`` if the directory was removed and another
    ///   process has made it again, ``StorageError/keyReplaced(path:)`` or
    ///   ``StorageError/keyLost(path:because:)`` if the key that seals the state is not where the
    ///   next launch looks for it, or ``StorageError/system(_:path:errorNumber:)``, for example
    ///   because the disk is full.
    public func commit(_ image: [UInt8], as generation: UInt64) throws(StorageError) {
        try commit(chunks: [image], as: generation)
    }

    /// Seals an image that was made in chunks, and makes it the current generation.
    ///
    /// As ``commit(_:as:)``; the chunks may have any sizes and are not joined in memory.
    public func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        precondition(
            generation > 0 && generation < .max / 2,
            "A generation is a number from nextGeneration()."
        )
        try state.withLock { (state) throws(StorageError) in
            guard let saving = state.saving else { throw .notOpened(path: self.directory) }
            guard generation > saving.newest else {
                throw .superseded(
                    path: self.directory,
                    generation: generation,
                    newest: saving.newest
                )
            }
            let directory = try lockedDirectory(&state)
            // A key that is nowhere but in memory would make all that is saved unreadable.
            try keys.ensureStored(saving.key, for: application).map(note)
            let writer = writer(for: .archive, generation: generation, key: saving.key)
            var replacement = ArchiveReplacement(
                directory: directory,
                conditions: conditions,
                canExchange: state.canExchange,
                found: saving.found
            )
            defer {
                state.canExchange = replacement.canExchange
                state.saving?.found = replacement.found
                if replacement.isDone { state.saving?.newest = generation }
            }
            let image = ImageChunks(chunks)
            try replacement.replace { (file) throws(SystemError) in
                try writer.write(image, to: file)
            }
            state.saving?.saved = generation
        }
        noteGeneration(generation)
    }

    func writer(for kind: SealedKind, generation: UInt64, key: ArchiveKey) -> SealedFileWriter {
        SealedFileWriter(
            kind: kind,
            application: application,
            generation: generation,
            key: key,
            conditions: conditions
        )
    }

    func noteGeneration(_ generation: UInt64) {
        lastGeneration.max(generation, ordering: .relaxed)
    }
}
