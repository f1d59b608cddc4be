internal import CRestorationPlugin
internal import RestorationCore

/// An array or dictionary that a plugin has begun.
enum WrittenContainer {
    case array
    /// With the keys so far, to notice a second value for one of them.
    case dictionary(Set<[UInt8]>)
}

extension PluginCoder {
    /// Writes one value under `key`.
    ///
    /// Everything about the value has been checked before: once the key is written, the value must
    /// follow.
    static func write(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        _ body: (RestorationCoder) -> Void
    ) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            let status = unsafe wrapper.begin(key, coder)
            guard status == Status.ok else { return status }
            body(coder)
            return wrapper.outcome(coder)
        }
    }

    /// Writes text or bytes that the plugin lends.
    static func write(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        borrowed value: UnsafeRawBufferPointer?,
        isText: Bool
    ) -> restoration_status {
        guard let value = unsafe value else { return Status.invalid }
        guard value.count <= PluginCoderLimit.valueSize else { return Status.limit }
        guard unsafe !isText || value.isUTF8 else { return Status.invalid }
        return unsafe write(table, key) { unsafe $0.put(borrowed: value, isText: isText) }
    }

    static func begin(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        isDictionary: Bool
    ) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            guard wrapper.written.count < PluginCoderLimit.depth else { return Status.limit }
            let status = unsafe wrapper.begin(key, coder)
            guard status == Status.ok else { return status }
            _ = coder.beginBorrowedContainer(isDictionary: isDictionary)
            wrapper.written.append(isDictionary ? .dictionary([]) : .array)
            return wrapper.outcome(coder)
        }
    }

    static func end(_ table: UnsafeMutablePointer<restoration_coder>?) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            guard !coder.isReading, wrapper.written.popLast() != nil else { return Status.invalid }
            _ = coder.endBorrowedContainer()
            return wrapper.outcome(coder)
        }
    }

    /// Starts a field, an entry or an element, whichever belongs here.
    func begin(
        _ key: restoration_string,
        _ coder: RestorationCoder
    ) -> restoration_status {
        guard !coder.isReading else { return Status.invalid }
        if case .array? = written.last {
            guard unsafe key.count == 0 else { return Status.invalid }
            return coder.beginBorrowedElement() ? Status.ok : outcome(coder)
        }
        guard let bytes = unsafe key.borrowedKey else { return Status.invalid }
        if case .dictionary(var keys)? = written.last {
            // Taken out for the change, so that the set is not copied.
            written[written.count - 1] = .array
            if unsafe !keys.insert(Array(bytes)).inserted {
                unsafe coder.removeBorrowedEntry(bytes)
            }
            written[written.count - 1] = .dictionary(keys)
        }
        return unsafe coder.begin(borrowed: bytes) ? Status.ok : outcome(coder)
    }

    /// Whether all that was written so far will do.
    func outcome(_ coder: RestorationCoder) -> restoration_status {
        coder.writingFault.map { status(for: $0) } ?? Status.ok
    }
}
