/// Parsed debug information in LLVM's text format, with a line for each node, such as `!8 =
/// !DIEnumerator(name: "WHEEL_STILL", value: 1)`.
struct DebugFacts {
    private var nodes: [Substring: Substring] = [:]
    private var variables: [Substring: Substring] = [:]

    init(_ text: String) {
        for line in text.split(separator: "\n") where line.hasPrefix("!") {
            guard let equals = line.firstRange(of: " = ") else { continue }
            let node = line[equals.upperBound...]
            nodes[line[..<equals.lowerBound]] = node
            if node.contains("!DIGlobalVariable("), let name = Self.field("name", of: node) {
                variables[name] = node
            }
        }
    }

    private static func field(_ name: String, of node: Substring) -> Substring? {
        for start in ["(\(name): ", ", \(name): "] {
            guard let range = node.firstRange(of: start) else { continue }
            let value = node[range.upperBound...]
            return value.first == "\""
                ? value.dropFirst().prefix { $0 != "\"" }
                : value.prefix { $0 != "," && $0 != ")" }
        }
        return nil
    }

    /// The type of a variable or field, without typedefs and qualifiers.
    private func type(of node: Substring) -> Substring? {
        var node = Self.field("type", of: node) ?? Self.field("baseType", of: node)
        while let current = node.flatMap({ nodes[$0] }),
            let base = Self.field("baseType", of: current),
            ["DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type"]
                .contains(Self.field("tag", of: current))
        {
            node = base
        }
        return node.flatMap { nodes[$0] }
    }

    private func elements(of node: Substring) -> [Substring?] {
        guard let list = Self.field("elements", of: node).flatMap({ nodes[$0] }) else { return [] }
        return list.split { "!{, }".contains($0) }.map { nodes["!\($0)"] }
    }

    /// The enumerators of a variable's type, in the order of declaration. Empty unless the type is
    /// an enumeration whose values all fit.
    func enumerators(of variable: String) -> [(name: String, number: Int64)] {
        guard let type = variables[variable[...]].flatMap(type),
            Self.field("tag", of: type) == "DW_TAG_enumeration_type"
        else { return [] }
        let elements = elements(of: type)
        let values = elements.compactMap { element -> (String, Int64)? in
            guard let element, let name = Self.field("name", of: element),
                let number = Self.field("value", of: element).flatMap({ Int64($0) })
            else { return nil }
            return (String(name), number)
        }
        return values.count == elements.count ? values : []
    }

    /// The leaves of a variable whose type is a structure.
    func parts(of variable: String) -> [CPart] {
        variables[variable[...]].flatMap(type).map { parts(of: $0, "", 0) } ?? []
    }

    /// The leaves of a structure that starts at a bit offset in the whole.
    private func parts(of type: Substring, _ prefix: String, _ start: Int) -> [CPart] {
        elements(of: type).compactMap(\.self).flatMap { member -> [CPart] in
            func number(_ name: String) -> Int {
                Self.field(name, of: member).flatMap { Int($0) } ?? 0
            }
            let begin = start + number("offset")
            let name = Self.field("name", of: member).map { prefix + $0 }
            let type = self.type(of: member)
            let tag = type.flatMap { Self.field("tag", of: $0) }
            if let type, tag == "DW_TAG_structure_type" || tag == "DW_TAG_union_type" {
                return parts(of: type, name.map { "\($0)." } ?? prefix, begin)
            }
            guard let name, number("size") > 0 else { return [] }
            let bytes = begin / 8..<(begin + number("size") + 7) / 8
            let isComplex =
                type.flatMap { Self.field("encoding", of: $0) } == "DW_ATE_complex_float"
            let unit = isComplex ? bytes.count / 2 : bytes.count
            return [
                CPart(
                    path: name,
                    bytes: bytes,
                    alignment: [2, 4, 8].contains(unit) ? unit : 1,
                    obstacle: obstacle(of: member)
                )
            ]
        }
    }

    // MARK: Obstacles

    /// The first part of a variable without a type in signatures.
    func obstacle(of variable: String) -> CObstacle? {
        guard let type = variables[variable[...]].flatMap(type) else { return nil }
        if let obstacle = obstacle(in: type, nil) { return obstacle }
        return isPacked(type) ? CObstacle(kind: .packing, path: nil) : nil
    }

    /// - Parameter path: The path of the union or structure; `nil` for the whole.
    private func obstacle(in type: Substring, _ path: String?) -> CObstacle? {
        switch Self.field("tag", of: type) {
        case "DW_TAG_union_type": return CObstacle(kind: .union, path: path)
        case "DW_TAG_structure_type": break
        default: return nil
        }
        return elements(of: type).lazy.compactMap(\.self).compactMap { member in
            let name = Self.field("name", of: member).map(String.init)
            let start = path.map { $0.isEmpty ? "" : "\($0)." } ?? ""
            // The fields of an unnamed member belong to the enclosing structure.
            let inner = name.map { start + $0 } ?? path ?? ""
            if let kind = self.obstacle(of: member) {
                return CObstacle(kind: kind, path: name == nil ? "" : inner)
            }
            return self.type(of: member).flatMap { self.obstacle(in: $0, inner) }
        }
        .first
    }

    /// Why a field has no type, unless it is a union or structure.
    private func obstacle(of member: Substring) -> CObstacle.Kind? {
        if Self.field("flags", of: member)?.contains("DIFlagBitField") ?? false { return .bitField }
        guard let type = type(of: member), Self.field("tag", of: type) == "DW_TAG_array_type" else {
            return nil
        }
        return type.contains("DIFlagVector") ? .vector : .array
    }

    /// Whether a field is misaligned, or would be in the next element of an array.
    private func isPacked(_ type: Substring) -> Bool {
        let size = Self.field("size", of: type).flatMap { Int($0) } ?? 0
        return parts(of: type, "", 0).contains { part in
            part.bytes.lowerBound % part.alignment != 0 || size / 8 % part.alignment != 0
        }
    }
}
