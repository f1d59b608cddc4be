package import RestorationInvocation

package struct NamePlaces {
    private let tree: JSONTree
    private var mentions: [String: [Mention]] = [:]

    package struct Place: Hashable, Sendable {
        /// The keys that lead to it: `Lamp, "on", get`.
        package let words: String
        package let position: TextPosition
    }

    private struct Mention {
        let words: String
        let offset: Int
        let call: CallExpression.Place
    }

    /// - Parameter bytes: a valid binding.
    init(parsing bytes: [UInt8]) throws(ManifestError) {
        tree = try JSONTree(parsing: bytes, of: .binding)
        let root = tree.root
        for key in ["requires", "kind", "failureMessage", "types"] {
            if let value = root.member(key) { add(value, key) }
        }
        if let constants = root.member("constants") {
            for name in constants.keys { addNames(in: name, "constants") }
            add(constants, "constants")
        }
        for value in root.member("classes")?.elements ?? [] { addClass(value) }
    }

    /// The places of a name, in the order of the file.
    package subscript(name: String) -> [Place] { (mentions[name] ?? []).map(place) }

    /// The places of given calls of a function, in the order of the file.
    package subscript(function: String, calls: Set<CallExpression.Place>) -> [Place] {
        (mentions[function] ?? []).filter { calls.contains($0.call) }.map(place)
    }

    private func place(of mention: Mention) -> Place {
        Place(
            words: mention.words,
            position: TextPosition(ofByte: mention.offset, in: tree.bytes)
        )
    }

    private mutating func addClass(_ value: JSONValue) {
        let name = value.member("id")?.string ?? ""
        let others = ["id", "aliases", "routes", "extends", "is", "summary", "state"]
        for key in BindingKeys.classes where !others.contains(key) {
            if let calls = value.member(key) { add(calls, "\(name), \(key)") }
        }
        if let calls = value.member("is")?.member("calls") { add(calls, "\(name), is") }
        for property in value.member("state")?.elements ?? [] {
            let words = "\(name), \"\(property.member("key")?.string ?? "")\""
            for key in BindingKeys.property where !["key", "after", "default"].contains(key) {
                if let calls = property.member(key) { add(calls, "\(words), \(key)") }
            }
        }
    }

    /// Adds the names in a text, or in the texts of a list or object.
    private mutating func add(_ value: JSONValue, _ words: String) {
        if value.string != nil { return addNames(in: value, words) }
        for element in value.elements ?? [] { add(element, words) }
        for key in value.keys where !key.isNote {
            guard let name = key.string, let member = value.member(name) else { continue }
            add(member, ["do", "get"].contains(name) ? words : "\(words), \(name)")
        }
    }

    private mutating func addNames(in value: JSONValue, _ words: String) {
        let text = value.string ?? ""
        for (name, start) in CallExpression.names(in: text) {
            let mention = Mention(
                words: words,
                offset: value.offset(ofByte: start),
                call: CallExpression.Place(text: text, byte: start)
            )
            mentions[name, default: []].append(mention)
        }
    }
}

extension JSONValue {
    /// The offset of a byte of text in the file. For text with escapes, the start of the text.
    fileprivate func offset(ofByte byte: Int) -> Int {
        let record = tree.nodes[node]
        return record.kind == .text ? Int(record.start) + byte : record.firstByte
    }
}
