internal import Glibc
import Synchronization

/// A run of an image's bytes in memory.
@safe package final class ImageChunk {
    /// Where in the image the run begins.
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

    /// A run with memory of its own, which `fill` writes all of.
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

    /// A run that is a copy.
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

    /// The bytes of `range`, which the run covers; readable while the run lives.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(covers(range), "Reading past a chunk")
        return unsafe UnsafeRawBufferPointer(
            start: base + (range.lowerBound - offset),
            count: range.count
        )
    }
}

/// Memory from malloc that ends with its object.
@safe private final class OwnedBytes {
    let base: UnsafeMutableRawPointer
    init(count: Int) { unsafe base = .allocate(byteCount: max(count, 1), alignment: 16) }
    deinit { unsafe base.deallocate() }
}

/// Where an archive's plain bytes come from: memory, or sealed pieces on disk.
package protocol ImageSource: AnyObject {
    /// The size of the whole image.
    var imageSize: Int { get }
    /// A run that covers `range`, which lies within the image.
    func chunk(covering range: Range<Int>) throws -> ImageChunk
}

/// A finished archive in memory: plain bytes, not to be stored unsealed.
///
/// `@unchecked Sendable`: the bytes are never written after `init`, and the memory has no other
/// owner.
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

    /// Whether another image has the same state: all bytes are the same, but for the time that they
    /// were made at.
    package func hasState(of other: ArchiveImage) -> Bool {
        guard imageSize == other.imageSize else { return false }
        let directory = imageSize - ArchiveDirectory.size
        let end = directory + ArchiveDirectory.time.upperBound
        // Invariant: both are readable for `imageSize` bytes, the last of which are a directory.
        return unsafe memcmp(base, other.base, directory + ArchiveDirectory.time.lowerBound) == 0
            && memcmp(base + end, other.base + end, imageSize - end) == 0
    }

    /// A copy in runs of a mebibyte, for code that works on arrays.
    package func chunks() -> [[UInt8]] {
        stride(from: 0, to: imageSize, by: 1 << 20).map { start in
            let count = min(1 << 20, imageSize - start)
            // Invariant: `start + count` lies within the image.
            return unsafe Array(UnsafeRawBufferPointer(start: base + start, count: count))
        }
    }

    package func chunk(covering range: Range<Int>) throws -> ImageChunk {
        unsafe ImageChunk(offset: 0, base: base, count: imageSize, owner: self)
    }
}

/// Keeps the memory of one finished image for the next capture: memory fresh from the kernel costs
/// ten times what warm memory does.
package final class BufferPool: Sendable {
    private struct Spare {
        // Invariant: an address from malloc that nobody else knows, with its capacity.
        var address: UInt
        var capacity: Int
    }
    /// Guards the one spare buffer.
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
