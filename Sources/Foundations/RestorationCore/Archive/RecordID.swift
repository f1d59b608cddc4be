/// The permanent name of a record, unique in the life of an archive.
package struct RecordID: Hashable, Sendable, BitwiseCopyable {
    /// The random number of the launch that created the record.
    package let launch: UInt64
    /// The count of records created in that launch.
    package let counter: UInt32

    package init(launch: UInt64, counter: UInt32) {
        self.launch = launch
        self.counter = counter
    }

    package static let application = RecordID(launch: 0, counter: 0)

    package var isApplication: Bool { launch == 0 }

    /// A hash that is equal in every process, for files that must not name objects. Not for hostile
    /// input.
    package func digest(salt: UInt64) -> UInt64 {
        var hash = (launch ^ salt) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ (hash >> 29) ^ UInt64(counter)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 32)) &* 0x94D0_49BB_1331_11EB
        return max(hash ^ (hash >> 31), Self.smallestDigest)
    }

    /// The smallest digest of a record. Smaller numbers are reserved.
    package static let smallestDigest: UInt64 = 16
}

package struct RecordIDSource {
    private let launch: UInt64
    private var counter: UInt32 = 0

    /// - Parameter launch: unique to this launch. Only tests pass a fixed number.
    package init(launch: UInt64 = .random(in: 1 ... .max)) { self.launch = launch }

    package mutating func next() -> RecordID {
        counter += 1
        return RecordID(launch: launch, counter: counter)
    }
}
