import RestorationKit

/// The live objects as lines: children in order, slots, selection, presented, references.
struct LiveGraphText {
    private let session: RestorationSession
    private var seen: Set<ObjectIdentifier> = []
    private(set) var lines: [String] = []
    /// What the session says of those that are not as they were.
    private(set) var failures: [String] = []

    init(_ session: RestorationSession) { self.session = session }

    mutating func add(_ object: any Restorable, at depth: Int = 0) {
        let stage = Stage.current
        if let failure = session.failure(of: object) {
            failures.append("\(stage.name(object)) has failed: \(failure)")
        }
        let indent = String(repeating: "  ", count: depth)
        guard let part = object as? Part, seen.insert(ObjectIdentifier(part)).inserted else {
            return lines.append("\(indent)\(stage.name(object))")
        }
        let path = session.path(of: part).map { "\($0)" } ?? "nowhere"
        var line = "\(indent)\(part.label): \(type(of: part)) at \(path), \(part.value)"
        line += " \"\(part.note)\" \(part.balance), refers to \(stage.names(part.referenced))"
        if let friend = part.friend { line += ", friend \(friend.label)" }
        if let box = part as? Box {
            line += ", keys \(box.slots.map { $0.key ?? "-" })"
            line += ", selected \(box.selected.map(stage.name) ?? "none")"
        }
        lines.append(line)
        for bit in part.bits ?? [] {
            lines.append("\(indent)  element \(bit.label): \(bit.value)")
            if let failure = session.failure(of: bit) {
                failures.append("\(bit.label) has failed: \(failure)")
            }
        }
        if let presented = part.presented {
            lines.append("\(indent)  presents")
            add(presented, at: depth + 1)
        }
        for child in part.members { add(child, at: depth + 1) }
    }
}
