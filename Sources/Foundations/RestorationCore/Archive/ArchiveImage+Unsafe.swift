internal import Glibc
import Synchronization

/// A contiguous range of an image's bytes in memory.
@safe package final class ImageChunk {
    package let offset: Int
    package let count: Int
    // Invariant: readable for `count` bytes as long as `owner` lives, and never written.
    private let base: UnsafeRawPointer
    private let owner: AnyObject

    package init(offset: Int, base: UnsafeRawPointer, count: Int, owner: AnyObject) {
        self.offset = offset
        unsafe self.base = base
        self.count = count
        self.owner = owner
    }

    /// Allocates memory for the range. `fill` must initialise all of it.
    package convenience init<Failure: Error>(
        offset: Int,
        count: Int,
        filling fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let memory = OwnedBytes(count: count)
        try unsafe fill(UnsafeMutableRawBufferPointer(start: memory.base, count: count))
        unsafe self.init(
            offset: offset,
            base: UnsafeRawPointer(memory.base),
            count: count,
            owner: memory
        )
    }

    convenience init(offset: Int, copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(offset: offset, count: bytes.count) { memory in
            unsafe memory.copyMemory(from: bytes)
        }
    }

    package convenience init(offset: Int, bytes: [UInt8]) {
        unsafe self.init(offset: offset, count: bytes.count) { memory in
            unsafe memory.copyBytes(from: bytes)
        }
    }

    package func covers(_ range: Range<Int>) -> Bool {
        range.lowerBound >= offset && range.upperBound <= offset + count
    }

    /// The bytes of `range`, readable while the chunk lives.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(covers(range), "Reading past a chunk")
        return unsafe UnsafeRawBufferPointer(
            start: base + (range.lowerBound - offset),
            count: range.count
        )
    }
}

@safe private final class OwnedBytes {
    let base: UnsafeMutableRawPointer
    init(count: Int) { unsafe base = .allocate(byteCount: max(count, 1), alignment: 16) }
    deinit { unsafe base.deallocate() }
}

/// The source of an archive's plain bytes: memory, or sealed chunks on disk.
package protocol ImageSource: AnyObject {
    var imageSize: Int { get }
    /// A chunk that covers `range`, which is within the image.
    func chunk(covering range: Range<Int>) throws -> ImageChunk
}

/// A finished archive in memory. The bytes are plain; never store them unsealed.
///
/// `@unchecked Sendable`: the bytes never change after `init`, and the memory has no other owner.
@safe package final class ArchiveImage: ImageSource, @unchecked Sendable {
    // Invariant: `base` is readable for `imageSize` bytes until deinit.
    private let base: UnsafeMutableRawPointer
    package let imageSize: Int
    private let capacity: Int
    private let pool: BufferPool

    init(base: UnsafeMutableRawPointer, count: Int, capacity: Int, pool: BufferPool) {
        unsafe self.base = base
        imageSize = count
        self.capacity = capacity
        self.pool = pool
    }

    deinit { unsafe pool.recycle(base, capacity: capacity) }

    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe try body(UnsafeRawBufferPointer(start: base, count: imageSize))
    }

    /// Whether two images hold equal state: all bytes except the capture time are equal.
    package func hasState(of other: ArchiveImage) -> Bool {
        guard imageSize == other.imageSize else { return false }
        let directory = imageSize - ArchiveDirectory.size
        let end = directory + ArchiveDirectory.time.upperBound
        // Invariant: both are readable for `imageSize` bytes and end with a directory.
        return unsafe memcmp(base, other.base, directory + ArchiveDirectory.time.lowerBound) == 0
            && memcmp(base + end, other.base + end, imageSize - end) == 0
    }

    /// A copy in chunks of 1 MiB, for code that works on arrays.
    package func chunks() -> [[UInt8]] {
        stride(from: 0, to: imageSize, by: 1 << 20).map { start in
            let count = min(1 << 20, imageSize - start)
            // Invariant: `start + count` is within the image.
            return unsafe Array(UnsafeRawBufferPointer(start: base + start, count: count))
        }
    }

    package func chunk(covering range: Range<Int>) throws -> ImageChunk {
        unsafe ImageChunk(offset: 0, base: base, count: imageSize, owner: self)
    }
}

/// Recycles the buffer of a finished image for the next capture. Fresh pages from the kernel cost
/// ten times as much as warm memory.
package final class BufferPool: Sendable {
    private struct Spare {
        // Invariant: an address from malloc that has no other owner, with its capacity.
        var address: UInt
        var capacity: Int
    }
    private let spare = Mutex<Spare?>(nil)

    package init() {}

    deinit {
        if let spare = spare.withLock({ $0 }) {
            unsafe UnsafeMutableRawPointer(bitPattern: spare.address)?.deallocate()
        }
    }

    func recycle(_ base: UnsafeMutableRawPointer, capacity: Int) {
        let mine = Spare(address: UInt(bitPattern: base), capacity: capacity)
        let loser = spare.withLock { current -> Spare? in
            guard let kept = current, kept.capacity >= capacity else {
                defer { current = mine }
                return current
            }
            return mine
        }
        if let loser { unsafe UnsafeMutableRawPointer(bitPattern: loser.address)?.deallocate() }
    }

    func take() -> (base: UnsafeMutableRawPointer, capacity: Int)? {
        let taken = spare.withLock { current -> Spare? in
            defer { current = nil }
            return current
        }
        guard let taken, let base = unsafe UnsafeMutableRawPointer(bitPattern: taken.address) else {
            return nil
        }
        return unsafe (base, taken.capacity)
    }
}
