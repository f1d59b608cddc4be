/// Counts the changes that a program reports, and how many of them are on the disk.
struct ReportedChanges {
    /// The number of the last change; 0 before the first.
    private(set) var number: UInt64 = 0
    /// The number of the last change that is durable, with all before it.
    private var saved: UInt64 = 0

    /// Whether all of them are durable.
    var areSaved: Bool { saved == number }

    mutating func note() { number += 1 }

    /// A capture that had all changes up to `number` is on the disk.
    mutating func noteSaved(upTo number: UInt64) { saved = max(saved, number) }
}
