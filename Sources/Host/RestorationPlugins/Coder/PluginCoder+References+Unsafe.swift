internal import CRestorationPlugin
internal import RestorationCore

extension PluginCoder {
    /// Stores a reference to a live object, by handle; the handle 0 stores null.
    static func putReference(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        _ handle: restoration_handle
    ) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            guard wrapper.purpose == .encoding || handle == 0 && wrapper.purpose == .migration
            else {
                return unsafe refuse(table, key) {
                    .misuse("A reference was stored\(under($0)) outside of encode")
                }
            }
            if handle == 0 { return unsafe write(table, key) { $0.putNull() } }
            guard let object = wrapper.withContext({ $0.object(for: handle) }) else {
                // The referenced object may be deallocated, which must not fail the record.
                return unsafe refuse(table, key, isFatal: false) {
                    .misuse("A reference was stored\(under($0)) to a deallocated object")
                }
            }
            let status = unsafe wrapper.begin(key, coder)
            guard status == Status.ok else { return status }
            coder.putReference(object)
            if wrapper.image.isProgram { wrapper.references.add(object, as: handle) }
            return wrapper.outcome(coder)
        }
    }

    /// The referenced object's handle; 0 for null or if there is no such object.
    func takeReference(
        _ key: restoration_string,
        _ coder: RestorationCoder
    ) throws(CoderError) -> restoration_handle {
        // References resolve only after the creation of all objects.
        if purpose != .decoding {
            let kind = try coder.kindOfValue()
            guard kind == .null else {
                throw .mismatch(key: unsafe key.text, stored: kind, requested: "reference here")
            }
        }
        guard let object = try coder.takeReference() else { return 0 }
        let handle = withContext { $0.handle(of: object) }
        if image.isProgram { references.add(object, as: handle) }
        unsafe holder?._withUnsafeGuaranteedRef { $0.retainIfBelow(object) }
        return handle
    }

    static func copy(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        from source: UnsafeMutablePointer<restoration_coder>?,
        _ sourceKey: restoration_string
    ) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            unsafe use(source) { other, reader in
                do throws(CoderError) {
                    let found = unsafe try other.find(sourceKey, reader)
                    guard found == Status.ok else { return found }
                    let start = reader.position
                    let value = try reader.takeCopy()
                    let end = reader.position
                    reader.position = start
                    let status = unsafe wrapper.begin(key, coder)
                    guard status == Status.ok else { return status }
                    coder.put(value)
                    other.advance(to: end)
                    // Sensitive keys are those of the object, not of a dictionary in its state.
                    if other.read.isEmpty, wrapper.written.isEmpty,
                        unsafe reader.sensitiveKeys.contains(sourceKey.text)
                    {
                        unsafe coder.markSensitive(key.text)
                    }
                    return wrapper.outcome(coder)
                } catch {
                    return other.status(for: error)
                }
            }
        }
    }

    static func mark(
        _ table: UnsafeMutablePointer<restoration_coder>?,
        _ key: restoration_string,
        _ marks: UInt32
    ) -> restoration_status {
        unsafe use(table) { wrapper, coder in
            guard !coder.isReading, wrapper.written.isEmpty, unsafe key.borrowedKey != nil else {
                return Status.invalid
            }
            guard marks == RESTORATION_MARK_SENSITIVE else { return Status.unsupported }
            let key = unsafe key.text
            guard coder.holdsField(key) else { return Status.absent }
            coder.markSensitive(key)
            return Status.ok
        }
    }
}

extension restoration_string {
    /// A copy of a key; empty for an invalid key.
    var text: String {
        unsafe copied(limit: PluginCoderLimit.keyLength) ?? ""
    }
}
