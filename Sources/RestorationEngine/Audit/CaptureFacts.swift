import RestorationCore

/// What a capture sees on its way that its audit wants to know. Recorded only where there is one.
final class CaptureFacts {
    /// Objects with an identifier of which nothing is written that they hold now.
    var leftOut: [any Restorable] = []
    /// What the objects that have encoded name as their children.
    var children = NamedChildren()
    /// Elements that an owner lists, and that name another as nearer.
    var strays: [any Restorable] = []
    /// Objects at the top since what contained them has ended, and nothing else holds them.
    var bereft: [any Restorable] = []
    /// Objects that failed to encode, and the records to which only they may have led.
    var failed: [(records: Range<Int>, parent: Int)] = []
    /// Retained records that gave way to new objects, and those that are not written.
    var superseded: [UnavailableObject] = []
    var unwritten: [UnavailableObject] = []
    /// How many of the objects that the registry can list have a record.
    var knownCount = 0
    /// Objects that a class made, and that have taken another name since than they are saved by.
    var misnamed: [(object: any Restorable, own: String)] = []
}
