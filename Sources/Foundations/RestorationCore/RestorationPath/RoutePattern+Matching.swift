extension RoutePattern {
    /// The captured identifiers by name, or `nil` if the pattern does not match the path.
    ///
    /// Where a path can be matched in several ways, each `**` takes as little as it can, the
    /// leftmost first.
    public func captures(in path: RestorationPath) -> [String: String]? {
        guard let positions = positions(in: path.components) else { return nil }
        var captures: [String: String] = [:]
        for case (.capture(let name), let position?) in zip(components, positions) {
            captures[name] = path.components[position].identifier.rawValue
        }
        return captures
    }

    /// For each component of the pattern the index of the path component that it stands for; `nil`
    /// for `**`. Or `nil` if the pattern does not match.
    ///
    /// 1. Between two `**`, a stretch of components has a fixed length. If the stretches are laid
    ///    as far left as possible, one after the other, later ones are left the most room.
    /// 2. So a stretch that has been laid never has to move because of a later one, except the
    ///    last, which must reach the end of the path. It is only ever the latest stretch that is
    ///    tried one further to the right: the cost is the product of the lengths, at worst.
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
    /// Tells whether one identifier can stand at this component.
    package func matches(_ identifier: RestorationIdentifier) -> Bool {
        switch self {
        case .literal(let literal): literal == identifier
        case .partial(let shape): shape.matches(identifier)
        case .capture, .one, .any: true
        }
    }
}

extension RoutePattern.Shape {
    /// Tells whether an identifier has this shape.
    ///
    /// The first and the last part are bound to the ends; each part between them is taken where it
    /// first occurs, which leaves the most room for the rest.
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
    /// The index after the first occurrence of `part`, or `nil` if it does not occur.
    fileprivate func endOfFirst(_ part: [UInt8]) -> Int? {
        guard count >= part.count else { return nil }
        let starts = startIndex...(endIndex - part.count)
        return starts.first { self[$0...].starts(with: part) }.map { $0 + part.count }
    }
}
