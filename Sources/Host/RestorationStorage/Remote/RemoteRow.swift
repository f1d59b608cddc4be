public import RestorationCore

/// A row of a ``RemoteStore``: the newest sealed image of one device.
public struct RemoteRow: Hashable, Sendable {
    /// Increases with every save of the device, and decides alone which of two rows is newer.
    public let generation: UInt64
    /// Identifies this image.
    public let writeID: WriteID
    /// The device's name for people, such as its host name.
    public let label: String
    /// The sealed image.
    public let bytes: [UInt8]

    /// The longest label, in UTF-8 bytes.
    public static let maximumLabelLength = 255

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - generation: From 1 to `Int64.max`, the range of a database's integers.
    ///   - writeID: A new ID for each image.
    ///   - label: Truncated to ``maximumLabelLength``; NUL becomes U+FFFD.
    ///   - bytes: The sealed image.
    public init(generation: UInt64, writeID: WriteID, label: String, bytes: [UInt8]) {
        precondition((1...UInt64(Int64.max)).contains(generation), "Generations count from 1.")
        self.generation = generation
        self.writeID = writeID
        self.label = Self.storable(label)
        self.bytes = bytes
    }

    private static func storable(_ label: String) -> String {
        var text = ""
        for character in label {
            // Databases cannot store NUL in text.
            let part = character == "\0" ? "\u{fffd}" : String(character)
            guard text.utf8.count + part.utf8.count <= maximumLabelLength else { break }
            text += part
        }
        return text
    }
}

/// A row of a ``RemoteStore`` in a list, without its bytes.
public struct RemoteEntry: Hashable, Sendable {
    /// The row's key.
    public let key: RemoteKey
    /// The row's generation.
    public let generation: UInt64
    /// The row's write ID.
    public let writeID: WriteID
    /// The device's name for people.
    public let label: String
    /// The size of the sealed image.
    public let sizeInBytes: Int
    /// The store's time of the save, only to show to people.
    public let savedAt: Timestamp

    /// Creates an entry.
    public init(
        key: RemoteKey,
        generation: UInt64,
        writeID: WriteID,
        label: String,
        sizeInBytes: Int,
        savedAt: Timestamp
    ) {
        self.key = key
        self.generation = generation
        self.writeID = writeID
        self.label = label
        self.sizeInBytes = sizeInBytes
        self.savedAt = savedAt
    }
}
