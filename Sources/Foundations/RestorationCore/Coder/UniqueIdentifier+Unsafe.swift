/// Conversion to and from 16 bytes, most significant first, as in C.
extension UniqueIdentifier {
    /// - Parameter bytes: 16 bytes.
    package init(_ bytes: UnsafeRawBufferPointer) {
        // Invariant: there are 16 bytes; `loadUnaligned` checks that in debug builds.
        self.init(
            high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// - Parameter bytes: room for 16 bytes.
    package func store(in bytes: UnsafeMutableRawBufferPointer) {
        // Invariant: as above.
        unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
}
