/// Findings about retained state, until a durable save has told them.
final class CaptureFindings {
    /// The objects whose kept state was given up, as they have changed.
    var outdated: [RestorationPath] = []
    /// The findings of captures that are on their way to the disk, by their generations.
    var pending: [UInt64: CaptureChanges] = [:]
}
