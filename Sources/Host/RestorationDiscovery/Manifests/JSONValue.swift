struct JSONValue {
    let tree: JSONTree
    let node: Int

    private var record: JSONTree.Node { tree.nodes[node] }
    private var raw: ArraySlice<UInt8> { tree.bytes[Int(record.start)..<Int(record.end)] }

    /// The kind of value, worded for errors: "text", "a list".
    var kind: String {
        switch record.kind {
        case .null: "null"
        case .boolean: "true or false"
        case .number: wholeNumber == nil ? "a number" : "a whole number"
        case .text, .escapedText: "text"
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// The path in the document: `classes[0].routes[1]`; empty for the root.
    var location: String { JSONTree.location(of: node, in: tree.nodes, tree.bytes) }
    var position: TextPosition { TextPosition(ofByte: record.firstByte, in: tree.bytes) }

    var isObject: Bool { record.kind == .object }
    var isNumber: Bool { record.kind == .number }

    var string: String? {
        switch record.kind {
        case .text, .escapedText: JSONTree.text(of: record, tree.bytes)
        default: nil
        }
    }

    var boolean: Bool? {
        record.kind == .boolean ? raw.first == UInt8(ascii: "t") : nil
    }

    /// A number without a fraction.
    var wholeNumber: JSONWholeNumber? {
        record.kind == .number ? JSONWholeNumber(raw) : nil
    }

    var numberText: String? {
        record.kind == .number ? String(decoding: raw, as: UTF8.self) : nil
    }

    /// The closest 64-bit value of a number.
    var number: Double? { numberText.flatMap { Double($0) } }

    var isNull: Bool { record.kind == .null }

    var elements: [JSONValue]? {
        guard record.kind == .list else { return nil }
        var elements: [JSONValue] = []
        var child = node + 1
        while child < Int(record.next) {
            elements.append(JSONValue(tree: tree, node: child))
            child = Int(tree.nodes[child].next)
        }
        return elements
    }

    func member(_ key: String) -> JSONValue? {
        let wanted = key.utf8
        var child = node + 1
        while record.kind == .object, child < Int(record.next) {
            if tree.isText(child, equalTo: wanted) { return JSONValue(tree: tree, node: child + 1) }
            child = Int(tree.nodes[child + 1].next)
        }
        return nil
    }

    var keys: [JSONValue] {
        var keys: [JSONValue] = []
        var child = node + 1
        while record.kind == .object, child < Int(record.next) {
            keys.append(JSONValue(tree: tree, node: child))
            child = Int(tree.nodes[child + 1].next)
        }
        return keys
    }

    /// The first key of an object that begins with `!`.
    var firstRequirement: JSONValue? {
        var child = node + 1
        while record.kind == .object, child < Int(record.next) {
            let key = tree.nodes[child]
            let letter =
                key.kind == .text
                ? tree.bytes[Int(key.start)] : JSONTree.text(of: key, tree.bytes).utf8.first
            if letter == UInt8(ascii: "!") { return JSONValue(tree: tree, node: child) }
            child = Int(tree.nodes[child + 1].next)
        }
        return nil
    }
}

extension JSONTree {
    fileprivate func isText(_ node: Int, equalTo wanted: String.UTF8View) -> Bool {
        let record = nodes[node]
        guard record.kind == .text else {
            return JSONTree.text(of: record, bytes).utf8.elementsEqual(wanted)
        }
        guard record.end - record.start == wanted.count else { return false }
        let wanted = wanted.span
        let start = Int(record.start)
        for index in 0..<wanted.count where bytes[start + index] != wanted[index] { return false }
        return true
    }
}
