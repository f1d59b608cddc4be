internal import CRestorationPlugin
internal import RestorationCore

/// An array or dictionary that a plugin has entered.
struct ReadContainer {
    let container: RestorationCoder.BorrowedContainer
    /// The number of elements read in an array; the index of the entry at `position` in a
    /// dictionary.
    var index = 0
    var position: Int

    init(_ container: RestorationCoder.BorrowedContainer) {
        self.container = container
        position = container.start
    }
}

extension PluginCoder {
    /// Reads the value under `key`, or the next element.
    ///
    /// `body` reads exactly one value, or throws. After an error, the coder is at its former
    /// position.
    static func read(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        isPeek: Bool = false,
        _ body: (PluginCoder, RestorationCoder) throws(CoderError) -> Void
    ) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            do throws(CoderError) {
                let status = unsafe try wrapper.find(key, coder)
                guard status == Status.ok else { return status }
                let start = coder.position
                do throws(CoderError) {
                    try body(wrapper, coder)
                } catch {
                    coder.position = start
                    throw error
                }
                if isPeek {
                    coder.position = start
                } else if !wrapper.read.isEmpty {
                    wrapper.advance(to: coder.position)
                }
                return Status.ok
            } catch {
                return wrapper.status(for: error)
            }
        }
    }

    /// Moves to the value under `key`, or to the next element.
    func find(
        _ key: restoration_string,
        _ coder: RestorationCoder
    ) throws(CoderError) -> restoration_status {
        guard coder.isReading else { return Status.invalid }
        guard let innermost = read.last else {
            if let bytes = unsafe key.borrowedBytes, unsafe coder.seekNext(borrowed: bytes) {
                return Status.ok
            }
            guard let bytes = unsafe key.borrowedKey else { return Status.invalid }
            return unsafe try coder.seek(borrowed: bytes) ? Status.ok : Status.absent
        }
        if innermost.container.isDictionary {
            guard let bytes = unsafe key.borrowedKey else { return Status.invalid }
            return unsafe try findEntry(bytes, coder) ? Status.ok : Status.absent
        }
        guard unsafe key.count == 0 else { return Status.invalid }
        guard innermost.index < innermost.container.count else { return Status.absent }
        coder.position = innermost.position
        return Status.ok
    }

    /// Moves to the value of a dictionary's entry. Tries the entry after the last one first, since
    /// most plugins read in the order of writing, then all.
    private func findEntry(
        _ key: UnsafeRawBufferPointer,
        _ coder: RestorationCoder
    ) throws(CoderError) -> Bool {
        let last = read.count - 1
        let count = read[last].container.count
        coder.position = read[last].position
        if read[last].index < count,
            unsafe try coder.takeBorrowedEntryKey().elementsEqual(key)
        {
            return true
        }
        var position = read[last].container.start
        for index in 0..<count {
            coder.position = position
            if unsafe try coder.takeBorrowedEntryKey().elementsEqual(key) {
                read[last].index = index
                read[last].position = position
                return true
            }
            try coder.skipValue()
            position = coder.position
        }
        return false
    }

    /// Moves past the current value, to `position`.
    func advance(to position: Int) {
        guard !read.isEmpty else { return }
        read[read.count - 1].index += 1
        read[read.count - 1].position = position
    }

    /// The path to the current value, such as `pets[2].name`. O(entries before it), for errors
    /// only.
    var placeOfReading: String {
        var text = coder?.currentKey ?? ""
        for (level, entered) in read.enumerated() {
            // Every level but the innermost already counts the entered element as read.
            let index = level == read.count - 1 ? entered.index : entered.index - 1
            if entered.container.isDictionary {
                text += ".\(key(at: index, in: entered.container) ?? "?")"
            } else {
                text += "[\(index)]"
            }
        }
        return text
    }

    private func key(at index: Int, in container: RestorationCoder.BorrowedContainer) -> String? {
        guard let coder, index < container.count else { return nil }
        let former = coder.position
        defer { coder.position = former }
        coder.position = container.start
        do throws(CoderError) {
            for _ in 0..<index {
                _ = unsafe try coder.takeBorrowedEntryKey()
                try coder.skipValue()
            }
            return unsafe String(decoding: try coder.takeBorrowedEntryKey(), as: UTF8.self)
        } catch {
            return nil
        }
    }

    static func enter(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        kind wanted: UInt32,
        _ count: UnsafeMutablePointer<UInt64>?
    ) -> restoration_status {
        guard let count = unsafe count else { return Status.invalid }
        return unsafe use(table) { wrapper, coder in
            guard wrapper.read.count < PluginCoderLimit.depth else { return Status.limit }
            var start = 0
            do throws(CoderError) {
                let status = unsafe try wrapper.find(key, coder)
                guard status == Status.ok else { return status }
                start = coder.position
                try check(wanted, coder, unsafe key.text)
                let container = try coder.enterContainer()
                wrapper.advance(to: container.end)
                wrapper.read.append(ReadContainer(container))
                unsafe count.pointee = UInt64(container.count)
                return Status.ok
            } catch {
                coder.position = start
                return wrapper.status(for: error)
            }
        }
    }

    /// Throws unless the current value is a container of the wanted kind.
    private static func check(
        _ wanted: UInt32,
        _ coder: RestorationCoder,
        _ key: @autoclosure () -> String
    ) throws(CoderError) {
        guard wanted != RESTORATION_KIND_ANY else { return }
        let (stored, kind) = (try coder.kindOfValue(), ValueKind(rawValue: wanted))
        if let kind, kind != .array, kind != .dictionary {
            throw .misuse("A value of kind \(wanted) cannot be entered")
        }
        if stored != kind {
            let requested = kind?.description ?? "a value of kind \(wanted)"
            throw .mismatch(key: key(), stored: stored, requested: requested)
        }
    }

    static func skip(_ table: UnsafeMutablePointer<restoration_coder>?) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            guard let innermost = wrapper.read.last, !innermost.container.isDictionary else {
                return Status.invalid
            }
            guard innermost.index < innermost.container.count else { return Status.absent }
            do throws(CoderError) {
                coder.position = innermost.position
                try coder.skipValue()
                wrapper.advance(to: coder.position)
                return Status.ok
            } catch {
                return wrapper.status(for: error)
            }
        }
    }

    static func leave(_ table: UnsafeMutablePointer<restoration_coder>?) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            guard let left = wrapper.read.popLast() else { return Status.invalid }
            coder.leaveContainer(left.container)
            return Status.ok
        }
    }
}
