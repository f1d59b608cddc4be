/// A document of JSON: its bytes, and where in them the values stand.
///
/// Nothing is copied or converted before somebody asks for it: of most manifests little is wanted.
final class JSONTree: Sendable {
    let bytes: [UInt8]
    /// In the order of the bytes; the members of an object are a key and a value each.
    let nodes: [Node]
    /// What it is, for errors.
    let subject: ManifestError.Subject

    /// A value, or the key of a member.
    struct Node {
        var kind: Kind
        /// Where it begins and ends; for text, without the quotation marks.
        let start: UInt32
        var end: UInt32
        /// The number of the node that comes after this one and all that is in it.
        var next: UInt32

        /// Where it begins, with its quotation mark.
        var firstByte: Int { Int(start) - (kind == .text || kind == .escapedText ? 1 : 0) }
    }

    enum Kind: UInt8 {
        case null, boolean, number, text
        /// Text with backslashes in it.
        case escapedText
        case list, object
    }

    /// The deepest nesting of lists and objects: parsing recurses, and the stack is finite.
    static let maximumDepth = 32

    /// Reads bytes that nobody vouches for.
    ///
    /// - Throws: ``ManifestError`` with the line, unless they are JSON (RFC 8259) in UTF-8, with no
    ///   key twice in an object.
    init(
        parsing bytes: [UInt8],
        of subject: ManifestError.Subject = .manifest
    ) throws(ManifestError) {
        self.subject = subject
        var parser = JSONParser(bytes, of: subject)
        nodes = try parser.run()
        self.bytes = bytes
    }

    /// The value that all others are in.
    var root: JSONValue { JSONValue(tree: self, node: 0) }

    /// The place of a node in words: `classes[0].routes[1]`; empty for the root.
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
                // The key's own place is that of its value.
                if child == node { return location }
                child += 1
            } else {
                location += "[\(number)]"
            }
            current = child
        }
        return location
    }

    /// The member or element after the one that begins at `child`. What is still open while the
    /// parser works has no end yet, and holds all that follows.
    private static func following(_ child: Int, in nodes: [Node], isObject: Bool) -> Int {
        let value = isObject ? child + 1 : child
        return value < nodes.count ? Int(nodes[value].next) : .max
    }

    /// The text of a node, its escapes resolved.
    static func text(of node: Node, _ bytes: [UInt8]) -> String {
        let raw = bytes[Int(node.start)..<Int(node.end)]
        guard node.kind == .escapedText else { return String(decoding: raw, as: UTF8.self) }
        return String(decoding: JSONEscape.resolve(raw), as: UTF8.self)
    }
}
