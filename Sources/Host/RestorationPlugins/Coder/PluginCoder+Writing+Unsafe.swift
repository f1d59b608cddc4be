internal import CRestorationPlugin
internal import RestorationCore

enum WrittenContainer {
    case array
    /// The hashes of the keys so far, to find repeated keys. Copies of the keys would take much
    /// more memory.
    case dictionary(Set<Int>)
}

extension PluginCoder {
    /// Writes one value under `key`.
    ///
    /// Check the value before this call: once the key is written, a value must follow.
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

    /// Withdraws the refusal of a value that another one replaces. Elements have no keys, so their
    /// refusals stay.
    private func forgetRefusal(of key: restoration_string, _ coder: RestorationCoder) {
        guard !refusals.isEmpty, refusals.count < PluginCoderLimit.refusals else { return }
        guard unsafe key.count > 0 else { return }
        let (text, container) = (unsafe text(of: key, coder), containerNumbers.last)
        refusals.removeAll { $0.key == text && $0.container == container }
    }

    static func write(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        borrowed value: UnsafeRawBufferPointer?,
        isText: Bool
    ) -> restoration_status {
        guard let value = unsafe value else {
            return unsafe refuse(table, key) {
                .misuse("The pointer to the bytes is null\(Self.under($0))")
            }
        }
        guard value.count <= PluginCoderLimit.valueSize else {
            let limit = "\(PluginCoderLimit.valueSize) bytes for one value"
            return unsafe refuse(table, key) { .limit(key: $0, what: limit) }
        }
        guard unsafe !isText || value.isUTF8 else {
            return unsafe refuse(table, key) { .invalidText(key: $0) }
        }
        return unsafe write(table, key) { unsafe $0.put(borrowed: value, isText: isText) }
    }

    /// Refuses a value, and records the fault.
    ///
    /// - Parameter isFatal: Whether the object's encode or migration fails unless another value is
    ///   stored under the key.
    static func refuse(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        isFatal: Bool = true,
        _ fault: (String) -> CoderError
    ) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            let text = unsafe wrapper.text(of: key, coder)
            let fault = fault(text)
            return isFatal && !coder.isReading
                ? wrapper.refuse(fault, under: text) : wrapper.status(for: fault)
        }
    }

    /// Refuses a value of a kind that the called function does not store.
    ///
    /// - Returns: UNSUPPORTED for a kind unknown to this host: the plugin may be newer.
    static func refuse(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        kind: UInt32,
        _ misuse: (String) -> String
    ) -> restoration_status {
        let status = unsafe refuse(table, key) { .misuse(misuse($0)) }
        let isKnown =
            ValueKind(rawValue: kind) != nil || kind == RESTORATION_KIND_UNSIGNED
            || kind == RESTORATION_KIND_ANY
        return status == Status.invalid && !isKnown ? Status.unsupported : status
    }

    /// Records a refused value.
    ///
    /// - Parameter key: The key of a possible replacement; empty if there can be none.
    private func refuse(_ fault: CoderError, under key: String = "") -> restoration_status {
        if refusals.count < PluginCoderLimit.refusals {
            refusals.append(Refusal(key: key, container: containerNumbers.last, fault: fault))
        }
        return status(for: fault)
    }

    /// The key with that of an open container, such as `pets.name`.
    private func text(of key: restoration_string, _ coder: RestorationCoder) -> String {
        let own = unsafe key.copied(limit: PluginCoderLimit.keyLength) ?? ""
        guard !written.isEmpty else { return own }
        let outer = coder.keyBeingWritten
        return own.isEmpty ? outer : "\(outer).\(own)"
    }

    static func under(_ key: String) -> String { key.isEmpty ? "" : " under the key \"\(key)\"" }

    static func begin(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        kind: UInt32
    ) -> restoration_status {
        let isDictionary = kind == RESTORATION_KIND_DICTIONARY
        guard isDictionary || kind == RESTORATION_KIND_ARRAY else {
            return unsafe refuse(table, key, kind: kind) {
                "A value of kind \(kind)\(under($0)) was begun, but only an array or a"
                    + " dictionary can be"
            }
        }
        return unsafe use(table) { wrapper, coder in
            guard wrapper.written.count < PluginCoderLimit.depth else {
                let limit = "\(PluginCoderLimit.depth) levels of nesting"
                let key = unsafe wrapper.text(of: key, coder)
                return wrapper.refuse(.limit(key: key, what: limit), under: key)
            }
            let status = unsafe wrapper.begin(key, coder)
            guard status == Status.ok else { return status }
            _ = coder.beginBorrowedContainer(isDictionary: isDictionary)
            wrapper.written.append(isDictionary ? .dictionary([]) : .array)
            wrapper.writtenContainerCount += 1
            wrapper.containerNumbers.append(wrapper.writtenContainerCount)
            return wrapper.outcome(coder)
        }
    }

    static func end(_ table: UnsafeMutablePointer<restoration_coder>?) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            guard !coder.isReading else { return wrapper.status(for: .writingToReader) }
            guard wrapper.written.popLast() != nil else {
                let key = under(coder.keyBeingWritten).replacing("under", with: "after")
                return wrapper.status(
                    for: .misuse("An array or dictionary was ended, but none is open\(key)")
                )
            }
            wrapper.containerNumbers.removeLast()
            _ = coder.endBorrowedContainer()
            return wrapper.outcome(coder)
        }
    }

    /// Starts a field, an entry or an element, depending on the innermost container.
    @inline(__always)
    func begin(
        _ key: restoration_string,
        _ coder: RestorationCoder
    ) -> restoration_status {
        // False in all cases that are refused below.
        if unsafe key.count > 0, let bytes = unsafe key.borrowedBytes,
            unsafe coder.begin(expected: bytes)
        {
            if !refusals.isEmpty { unsafe forgetRefusal(of: key, coder) }
            return Status.ok
        }
        return unsafe beginUnexpected(key, coder)
    }

    @inline(never)
    private func beginUnexpected(
        _ key: restoration_string,
        _ coder: RestorationCoder
    ) -> restoration_status {
        guard !coder.isReading else { return status(for: .writingToReader) }
        // A plugin that ignores faults must not fill the memory: lists of keys and references have
        // no limit.
        guard !coder.hasWritingFault else { return outcome(coder) }
        if case .array? = written.last {
            guard unsafe key.count == 0 else {
                let place = Self.under(coder.keyBeingWritten)
                let given = unsafe key.copied(limit: PluginCoderLimit.keyLength)
                let name = given.map { "the key \"\($0)\"" } ?? "a key"
                // Usually the plugin forgot to end the array.
                return refuse(
                    .misuse(
                        "An element of the array\(place) was given \(name); end the"
                            + " array before the next value"
                    )
                )
            }
            return coder.beginBorrowedElement() ? Status.ok : outcome(coder)
        }
        guard let bytes = unsafe key.borrowedKey else {
            return refuse(.invalidKey(length: unsafe Int(clamping: key.count)))
        }
        if case .dictionary(var keys)? = written.last {
            // Taken out, so that the change does not copy the set.
            written[written.count - 1] = .array
            var hasher = Hasher()
            unsafe hasher.combine(bytes: bytes)
            // If two keys only share a hash, there is no entry to remove.
            if !keys.insert(hasher.finalize()).inserted {
                unsafe coder.removeBorrowedEntry(bytes)
            }
            written[written.count - 1] = .dictionary(keys)
        }
        guard unsafe coder.begin(borrowed: bytes) else { return outcome(coder) }
        unsafe forgetRefusal(of: key, coder)
        return Status.ok
    }

    /// A fault that fails the call, even if the plugin reports success.
    var fatalFault: CoderError? {
        guard let coder, !coder.isReading else { return nil }
        let fault = coder.hasWritingFault ? coder.writingFault : nil
        return fault ?? refusals.first?.fault ?? faultElsewhere
    }

    /// The status of all writing so far.
    func outcome(_ coder: RestorationCoder) -> restoration_status {
        guard coder.hasWritingFault, let fault = coder.writingFault else { return Status.ok }
        return status(for: fault)
    }
}

extension CoderError {
    static let writingToReader = CoderError.misuse("A decoding coder was asked to encode")
}
