/// The 16 bytes of an identifier, most significant first, as C has them.
extension UniqueIdentifier {
    /// - Parameter bytes: 16.
    package init(_ bytes: UnsafeRawBufferPointer) {
        // Invariant: there are 16 bytes, and `loadUnaligned` checks that in debug builds.
        self.init(
            high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// - Parameter bytes: Room for 16.
    package func store(in bytes: UnsafeMutableRawBufferPointer) {
        // Invariant: as above.
        unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
}
