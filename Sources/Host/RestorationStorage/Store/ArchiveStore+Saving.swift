import RestorationCore
import Synchronization

extension ArchiveStore {
    /// Allocates the generation number of the next capture, higher than any before it.
    ///
    /// Call it when capturing begins. The later of two captures then has the higher number and
    /// wins, in whatever order they are committed.
    public func nextGeneration() -> UInt64 {
        lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Seals an image and makes it the current generation.
    ///
    /// The first save after opening renames the archive that it replaces to `archive.found`, after
    /// making sure that this archive is durable.
    ///
    /// On return, the state is durable. On an error, the previous generation is still current,
    /// unless the error is about synchronising the directory or about `archive.found`: then either
    /// may be current.
    ///
    /// - Parameters:
    ///   - image: the bytes from Core's archive writer.
    ///   - generation: from ``nextGeneration()``.
    /// - Throws: ``StorageError/notOpened(path:)``,
    ///   ``StorageError/superseded(path:generation:newest:)`` if a newer generation is saved
    ///   already, ``StorageError/inUse(path:process:)`` if another process recreated a removed
    ///   directory, ``StorageError/keyReplaced(path:)`` or ``StorageError/keyLost(path:because:)``
    ///   if the next launch would not find the key, or
    ///   ``StorageError/system(_:path:errorNumber:)``, for example because the disk is full.
    public func commit(_ image: [UInt8], as generation: UInt64) throws(StorageError) {
        try commit(chunks: [image], as: generation)
    }

    /// Seals an image made in chunks, and makes it the current generation.
    ///
    /// As ``commit(_:as:)``. The chunks may have any sizes and are not joined in memory.
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
            // Saves under a key that exists only in memory would be unreadable.
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
        recordGeneration(generation)
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

    func recordGeneration(_ generation: UInt64) {
        lastGeneration.max(generation, ordering: .relaxed)
    }
}
