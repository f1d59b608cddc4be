extension RoutePattern {
    /// The captured identifiers by name, or `nil` if the pattern does not match the path.
    ///
    /// If several matches exist, each `**` matches as few components as possible, from left to
    /// right.
    public func captures(in path: RestorationPath) -> [String: String]? {
        guard let positions = positions(in: path.components) else { return nil }
        var captures: [String: String] = [:]
        for case (.capture(let name), let position?) in zip(components, positions) {
            captures[name] = path.components[position].identifier.rawValue
        }
        return captures
    }

    /// The index of the matching path component for each component of the pattern, `nil` for `**`.
    /// Returns `nil` if the pattern does not match.
    ///
    /// 1. The components between two `**` form a stretch of fixed length. Placing each stretch as
    ///    far left as possible leaves the most room for the later ones.
    /// 2. A placed stretch therefore never has to move for a later one. Only the last must reach
    ///    the path's end. Backtracking moves only the latest stretch, so the cost is at worst the
    ///    product of the lengths.
    private func positions(in path: [RestorationPath.Component]) -> [Int?]? {
        var positions: [Int?] = Array(repeating: nil, count: components.count)
        var index = 0
        var position = 0
        var latestAny: (index: Int, nextStart: Int)?
        while true {
            if index < components.count, components[index] == .any {
                latestAny = (index, position + 1)
                index += 1
            } else if index < components.count, position < path.count,
                components[index].matches(path[position].identifier)
            {
                positions[index] = position
                index += 1
                position += 1
            } else if index == components.count, position == path.count {
                return positions
            } else if let retry = latestAny, retry.nextStart <= path.count {
                latestAny = (retry.index, retry.nextStart + 1)
                index = retry.index + 1
                position = retry.nextStart
            } else {
                return nil
            }
        }
    }
}

extension RoutePattern.Component {
    package func matches(_ identifier: RestorationIdentifier) -> Bool {
        switch self {
        case .literal(let literal): literal == identifier
        case .partial(let shape): shape.matches(identifier)
        case .capture, .one, .any: true
        }
    }
}

extension RoutePattern.Shape {
    /// Whether an identifier has this shape.
    ///
    /// The first and last parts are anchored at the ends. Each part between them matches its first
    /// occurrence, which leaves the most room for the rest.
    package func matches(_ identifier: RestorationIdentifier) -> Bool {
        var rest = Array(identifier.rawValue.utf8)[...]
        guard let first = parts.first, let last = parts.last, rest.starts(with: first) else {
            return false
        }
        rest = rest.dropFirst(first.count)
        guard rest.count >= last.count, rest.suffix(last.count).elementsEqual(last) else {
            return false
        }
        rest = rest.dropLast(last.count)
        for part in parts.dropFirst().dropLast() {
            guard let end = rest.endOfFirst(part) else { return false }
            rest = rest[end...]
        }
        return true
    }
}

extension ArraySlice<UInt8> {
    fileprivate func endOfFirst(_ part: [UInt8]) -> Int? {
        guard count >= part.count else { return nil }
        let starts = startIndex...(endIndex - part.count)
        return starts.first { self[$0...].starts(with: part) }.map { $0 + part.count }
    }
}
