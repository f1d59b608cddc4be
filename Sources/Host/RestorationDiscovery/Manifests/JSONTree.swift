/// A JSON document: its bytes and the positions of the values.
///
/// Values are converted lazily, because few parts of most manifests are needed.
final class JSONTree: Sendable {
    let bytes: [UInt8]
    /// In document order. A member of an object is a key and a value.
    let nodes: [Node]
    /// For errors.
    let subject: ManifestError.Subject

    struct Node {
        var kind: Kind
        /// The range of bytes; for text, without the quotation marks.
        let start: UInt32
        var end: UInt32
        /// The number of the first node after this one and its descendants.
        var next: UInt32

        /// The start, including the quotation mark.
        var firstByte: Int { Int(start) - (kind == .text || kind == .escapedText ? 1 : 0) }
    }

    enum Kind: UInt8 {
        case null, boolean, number, text
        case escapedText
        case list, object
    }

    /// The maximum nesting of lists and objects, because parsing recurses.
    static let maximumDepth = 32

    /// Parses untrusted bytes.
    ///
    /// - Throws: ``ManifestError`` with the line, unless they are UTF-8 JSON (RFC 8259) without
    ///   repeated keys in an object.
    init(
        parsing bytes: [UInt8],
        of subject: ManifestError.Subject = .manifest
    ) throws(ManifestError) {
        self.subject = subject
        var parser = JSONParser(bytes, of: subject)
        nodes = try parser.run()
        self.bytes = bytes
    }

    var root: JSONValue { JSONValue(tree: self, node: 0) }

    /// The path of a node: `classes[0].routes[1]`; empty for the root.
    static func location(of node: Int, in nodes: [Node], _ bytes: [UInt8]) -> String {
        var location = ""
        var current = 0
        while current < node {
            let isObject = nodes[current].kind == .object
            var child = current + 1
            var number = 0
            while case let next = following(child, in: nodes, isObject: isObject), next <= node {
                child = next
                number += 1
            }
            if isObject {
                location += (location.isEmpty ? "" : ".") + text(of: nodes[child], bytes)
                // A key has the location of its value.
                if child == node { return location }
                child += 1
            } else {
                location += "[\(number)]"
            }
            current = child
        }
        return location
    }

    /// The next sibling of a member or element. During parsing, an unclosed container includes
    /// everything after it.
    private static func following(_ child: Int, in nodes: [Node], isObject: Bool) -> Int {
        let value = isObject ? child + 1 : child
        return value < nodes.count ? Int(nodes[value].next) : .max
    }

    static func text(of node: Node, _ bytes: [UInt8]) -> String {
        let raw = bytes[Int(node.start)..<Int(node.end)]
        guard node.kind == .escapedText else { return String(decoding: raw, as: UTF8.self) }
        return String(decoding: JSONEscape.resolve(raw), as: UTF8.self)
    }
}
