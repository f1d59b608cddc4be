package import RestorationInvocation

/// Where a binding's file names functions, constants and enumerators.
package struct NamePlaces {
    private let tree: JSONTree
    private var mentions: [String: [Mention]] = [:]

    /// A place in the file.
    package struct Place: Hashable, Sendable {
        /// Under which keys: `Lamp, "on", get`.
        package let words: String
        package let position: TextPosition
    }

    private struct Mention {
        let words: String
        let offset: Int
        let call: CallExpression.Place
    }

    /// - Parameter bytes: a binding that can be read.
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

    /// The places of a function where these calls of it are written, in the order of the file.
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

    /// Adds what is named in text, and in that of lists and objects.
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
    /// Where in the file a byte of text is; of text with escapes, where it begins.
    fileprivate func offset(ofByte byte: Int) -> Int {
        let record = tree.nodes[node]
        return record.kind == .text ? Int(record.start) + byte : record.firstByte
    }
}
