public import RestorationCore

/// The newest save of another device of the same person.
public struct SaveElsewhere: Hashable, Sendable {
    /// The device that saved.
    public let device: DeviceID
    /// The device's host name. Several devices may have the same.
    public let label: String
    /// The number of the save, counted by that device.
    public let generation: UInt64
    /// The remote store's time of the save, only to show to people.
    public let savedAt: Timestamp
    /// The size of the sealed state.
    public let sizeInBytes: Int

    package init(_ entry: RemoteEntry) {
        device = entry.key.device
        label = entry.label
        generation = entry.generation
        savedAt = entry.savedAt
        sizeInBytes = entry.sizeInBytes
    }
}
