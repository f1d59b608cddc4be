internal import CRestorationPlugin
internal import RestorationCore

/// Copies of keys, readable during this object's lifetime.
@safe final class BorrowedKeys {
    private let bytes: UnsafeMutableRawBufferPointer
    private let ends: [Int]

    init(_ keys: [String]) {
        let size = keys.reduce(0) { $0 + $1.utf8.count }
        unsafe bytes = .allocate(byteCount: size, alignment: 1)
        var end = 0
        var ends: [Int] = []
        for key in keys {
            for byte in key.utf8 {
                // Invariant: `size` counts exactly these bytes.
                unsafe bytes[end] = byte
                end += 1
            }
            ends.append(end)
        }
        self.ends = ends
    }

    deinit {
        unsafe bytes.deallocate()
    }

    subscript(index: Int) -> UnsafeRawBufferPointer? {
        guard ends.indices.contains(index) else { return nil }
        let start = index == 0 ? 0 : ends[index - 1]
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<ends[index]])
    }
}

extension PluginCoder {
    static func key(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        at index: UInt64,
        _ key: UnsafeMutablePointer<restoration_string>?
    ) -> restoration_status {
        guard let key = unsafe key else { return Status.invalid }
        return unsafe use(table) { wrapper, coder in
            guard coder.isReading else { return Status.invalid }
            if let innermost = wrapper.read.last, !innermost.container.isDictionary {
                return Status.mismatch
            }
            do throws(CoderError) {
                let bytes = unsafe try wrapper.key(at: Int(clamping: index), coder)
                guard let bytes = unsafe bytes else { return Status.absent }
                unsafe key.pointee = restoration_string(borrowing: bytes)
                return Status.ok
            } catch {
                return wrapper.status(for: error)
            }
        }
    }

    private func key(
        at index: Int,
        _ coder: RestorationCoder
    ) throws(CoderError) -> UnsafeRawBufferPointer? {
        guard let last = read.indices.last else {
            let keys = recordKeys ?? BorrowedKeys(coder.keys)
            recordKeys = keys
            return unsafe keys[index]
        }
        guard index < read[last].container.count else { return nil }
        if index < read[last].index {
            read[last].index = 0
            read[last].position = read[last].container.start
        }
        // Continuing from the last entry makes a pass over all entries linear.
        while true {
            coder.position = read[last].position
            let bytes = unsafe try coder.takeBorrowedEntryKey()
            if read[last].index == index { return unsafe bytes }
            try coder.skipValue()
            read[last].position = coder.position
            read[last].index += 1
        }
    }
}

extension restoration_string {
    init(borrowing bytes: UnsafeRawBufferPointer) {
        unsafe self.init(
            bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            count: UInt64(bytes.count)
        )
    }
}
