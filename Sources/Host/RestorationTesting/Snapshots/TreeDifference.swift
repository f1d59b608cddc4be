/// The differing lines of two states; empty if the states are equal.
///
/// ```swift
/// let difference = expectSameState(before, after)
/// #expect(difference.isEmpty, "\(difference)")
/// ```
///
/// It works with any test library.
public struct TreeDifference: Hashable, Sendable {
    /// The differing lines below the head of each object, with `-` for the first state and `+` for
    /// the second.
    public let lines: [String]

    /// Whether the states are equal.
    public var isEmpty: Bool { lines.isEmpty }

    init(from old: StateSnapshot, to new: StateSnapshot) {
        let before = Dictionary(old.objects.map { ($0.path, $0) }) { $1 }
        let after = Dictionary(new.objects.map { ($0.path, $0) }) { $1 }
        var lines: [String] = []
        for object in old.objects {
            lines += Self.lines(object, after[object.path])
        }
        for object in new.objects where before[object.path] == nil {
            lines += Self.lines(nil, object)
        }
        self.lines = lines
    }

    init(from old: StateSnapshot.Object, to new: StateSnapshot.Object) {
        lines = Self.lines(old, new)
    }

    private static func lines(
        _ old: StateSnapshot.Object?,
        _ new: StateSnapshot.Object?
    ) -> [String] {
        guard old != new else { return [] }
        guard let old else { return new?.lines.map { "+ \($0)" } ?? [] }
        guard let new else { return old.lines.map { "- \($0)" } }
        let changes = new.lines.difference(from: old.lines)
        let removed = changes.removals.map(\.line)
        let added = changes.insertions.map(\.line)
        // A head that both share names the object of the lines.
        let head = old.lines.first == new.lines.first ? ["  \(old.lines[0])"] : []
        return head + interleaved(removed, added)
    }

    private static func interleaved(_ removed: [String], _ added: [String]) -> [String] {
        var added = added[...]
        var lines: [String] = []
        for line in removed {
            lines.append("- \(line)")
            let key = line.prefix { $0 != ":" }
            if let match = added.firstIndex(where: { $0.prefix { $0 != ":" } == key }) {
                lines += added[...match].map { "+ \($0)" }
                added = added[(match + 1)...]
            }
        }
        return lines + added.map { "+ \($0)" }
    }
}

extension TreeDifference: CustomStringConvertible {
    /// The lines, or "no difference".
    public var description: String {
        isEmpty ? "no difference" : lines.joined(separator: "\n")
    }
}

extension CollectionDifference.Change where ChangeElement == String {
    fileprivate var line: String {
        switch self {
        case .insert(_, let line, _), .remove(_, let line, _): line
        }
    }
}

extension StateSnapshot {
    /// The differences of this state from `old`.
    public func difference(from old: StateSnapshot) -> TreeDifference {
        TreeDifference(from: old, to: self)
    }
}

/// Compares two states, such as those of two launches.
///
/// - Returns: The differences; empty if there are none.
public func expectSameState(_ first: StateSnapshot, _ second: StateSnapshot) -> TreeDifference {
    second.difference(from: first)
}

/// Compares the states of two launches, of one program or two, as saves would write them now.
///
/// - Throws: The errors of ``TestLaunch/snapshot()``.
public func expectSameState<First, Second>(
    _ first: TestLaunch<First>,
    _ second: TestLaunch<Second>
) throws -> TreeDifference {
    try expectSameState(first.snapshot(), second.snapshot())
}
