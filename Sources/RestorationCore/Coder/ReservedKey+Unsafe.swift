/// Keys of a record that are not its object's: under them the session stores what it knows of the
/// object without being told, such as a container's children (PRES-28).
///
/// They lie among the object's own fields, so that a record that is retained, or taken from an
/// older generation, keeps them without a line of code for it.
package enum ReservedKey {
    /// What the name of every reserved key begins with.
    static let prefix: StaticString = "restoration."

    /// References to a container's children, in order.
    package static let children: StaticString = "restoration.children"
    /// The keys of the children's slots in the same order, null for none; absent if none has one.
    package static let slots: StaticString = "restoration.slots"
    /// A reference to the selected child.
    package static let selected: StaticString = "restoration.selected"
    /// A reference to what the object presents.
    package static let presented: StaticString = "restoration.presented"
    /// The keys of what the object has neither asked for nor stored, and is saved again for another
    /// version of its class; absent if there are none.
    package static let unread: StaticString = "restoration.unread"

    static func isReserved(_ key: UnsafeRawBufferPointer) -> Bool {
        let length = prefix.utf8CodeUnitCount
        guard key.count >= length, unsafe key[0] == UInt8(ascii: "r") else { return false }
        // Invariant: `utf8Start` of a literal is readable for `utf8CodeUnitCount` bytes.
        let start = unsafe UnsafeRawBufferPointer(start: prefix.utf8Start, count: length)
        return unsafe start.elementsEqual(UnsafeRawBufferPointer(rebasing: key[..<length]))
    }

    static func isReserved(_ key: String) -> Bool {
        var key = key
        return key.withUTF8 { unsafe isReserved(UnsafeRawBufferPointer($0)) }
    }
}

extension RestorationCoder {
    /// Starts a field under a reserved key.
    package func begin(reserved key: StaticString) -> Bool {
        guard let writer, writer.value.activeToken == token else { return false }
        return writer.value.begin(reserved: key)
    }

    /// Stores references to records under a reserved key.
    package func encode(records: [UInt32], forReservedKey key: StaticString) {
        guard begin(reserved: key) else { return }
        putArray {
            for number in records {
                beginElement()
                put(record: number)
            }
        }
    }

    /// Stores a reference to a record under a reserved key.
    package func encode(record number: UInt32, forReservedKey key: StaticString) {
        if begin(reserved: key) { put(record: number) }
    }

    private func put(record number: UInt32) {
        guard let writer, writer.value.activeToken == token else { return }
        writer.value.put(reference: number)
    }

    /// Copies all reserved fields of a coder that decodes: a migration is not asked about them.
    func encodeReservedFields(from source: RestorationCoder) throws(CoderError) {
        guard let reader = source.reader else { return }
        for key in reader.reservedKeys {
            guard try reader.seek(key, acceptingNull: true) else { continue }
            let value = try reader.copiedValue()
            if let writer, writer.value.begin(reservedText: key) { put(value) }
        }
    }
}
