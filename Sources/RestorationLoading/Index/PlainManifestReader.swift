internal import RestorationCore

/// Reads the values of a plain manifest where they stand; `nil` or false for all that is not plain.
struct PlainManifestReader {
    private let bytes: [UInt8]
    private let nodes: [JSONTree.Node]

    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        do {
            var parser = JSONParser(bytes)
            nodes = try parser.run()
        } catch {
            return nil
        }
    }

    // MARK: Values

    func members(of object: Int) -> PlainMembers? {
        guard nodes[object].kind == .object else { return nil }
        var members = PlainMembers()
        var child = object + 1
        while child < Int(nodes[object].next) {
            guard nodes[child].kind == .text, members.note(bytes[range(child)], child + 1) else {
                return nil
            }
            child = Int(nodes[child + 1].next)
        }
        return members
    }

    private func range(_ node: Int) -> Range<Int> {
        Int(nodes[node].start)..<Int(nodes[node].end)
    }

    /// Where text of printable ASCII stands.
    private func plainText(_ node: Int) -> Range<Int>? {
        guard node != 0, nodes[node].kind == .text else { return nil }
        let range = range(node)
        for index in range where !(0x20..<0x7F).contains(bytes[index]) { return nil }
        return range
    }

    func text(_ node: Int) -> String? {
        plainText(node).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// Where the name of a class stands.
    private func className(_ node: Int) -> Range<Int>? {
        plainText(node).flatMap { name in
            (1...RestorationIdentifier.maximumLength).contains(name.count) ? name : nil
        }
    }

    /// The elements of a list; none where there is no list.
    private func elements(_ list: Int) -> Elements? {
        guard list != 0 else { return Elements(nodes: nodes, position: 0, end: 0) }
        guard nodes[list].kind == .list else { return nil }
        return Elements(nodes: nodes, position: list + 1, end: Int(nodes[list].next))
    }

    /// The numbers of a list's elements. No array: there are several lists in each manifest.
    private struct Elements: Sequence, IteratorProtocol {
        let nodes: [JSONTree.Node]
        var position: Int
        let end: Int

        mutating func next() -> Int? {
            guard position < end else { return nil }
            defer { position = Int(nodes[position].next) }
            return position
        }

        var isEmpty: Bool { position >= end }

        var count: Int {
            var count = 0
            for _ in self { count += 1 }
            return count
        }
    }

    /// A number of up to nine digits, written as itself.
    private func number(_ node: Int) -> Int64? {
        guard node != 0, nodes[node].kind == .number else { return nil }
        var digits = bytes[range(node)]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        guard digits.count <= 9 else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return isNegative ? -number : number
    }

    func isOne(_ node: Int) -> Bool { number(node) == 1 }

    /// Whether a version is printed as it is written: three numbers, none with a zero too many.
    func isWholeVersion(_ node: Int) -> Bool {
        guard node != 0, nodes[node].kind == .text else { return false }
        var numbers = 1
        var digits = 0
        var isZero = false
        for byte in bytes[range(node)] {
            if byte == UInt8(ascii: "."), digits > 0 {
                numbers += 1
                digits = 0
                continue
            }
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard isDigit, digits < 9, digits == 0 || !isZero else { return false }
            isZero = digits == 0 && byte == UInt8(ascii: "0")
            digits += 1
        }
        return numbers == 3 && digits > 0
    }

    func applications(_ node: Int) -> ApplicationScope? {
        guard let elements = elements(node), !elements.isEmpty else { return nil }
        var named: [ApplicationIdentifier] = []
        var includesEvery = false
        for element in elements {
            guard let text = text(element) else { return nil }
            if text == "*" {
                includesEvery = true
            } else if let application = ApplicationIdentifier(text) {
                named.append(application)
            } else {
                return nil
            }
        }
        return ApplicationScope(applications: named, includesEveryApplication: includesEvery)
    }

    // MARK: Record

    /// The manifest in the form of an index.
    func record(
        _ root: PlainMembers,
        abi: ABIVersion,
        _ applications: ApplicationScope
    ) -> [UInt8]? {
        // Each part becomes its text and a number or two.
        var record = RecordBuffer(capacity: bytes.count + nodes.count * 24 + 64)
        guard let id = plainText(root.id), let version = plainText(root.version),
            let names = elements(root.applications), let classes = elements(root.classes),
            !classes.isEmpty
        else { return nil }
        record.append(text: id, of: bytes)
        record.append(text: version, of: bytes)
        record.append(abi.packed)
        record.append(abi.packed)
        record.append(UInt32(applications.applications.count))
        for name in names {
            let range = range(name)
            let isEvery = range.count == 1 && bytes[range.lowerBound] == UInt8(ascii: "*")
            if !isEvery { record.append(text: range, of: bytes) }
        }
        record.append(applications.includesEveryApplication ? 1 : 0)
        record.append(0)
        guard append(classes, to: &record), appendCaption(root.name, to: &record),
            appendCaption(root.summary, to: &record), let authors = elements(root.authors)
        else { return nil }
        record.append(UInt32(authors.count))
        for author in authors {
            guard let author = plainText(author) else { return nil }
            record.append(text: author, of: bytes)
        }
        return appendCaption(root.license, to: &record) ? record.bytes : nil
    }

    private func appendCaption(_ node: Int, to record: inout RecordBuffer) -> Bool {
        guard node != 0 else {
            record.append(FlatWriter.noText)
            return true
        }
        guard let text = plainText(node) else { return false }
        record.append(text: text, of: bytes)
        return true
    }

    private func append(_ classes: Elements, to record: inout RecordBuffer) -> Bool {
        let count = classes.count
        record.append(UInt32(count))
        // Where there is one class without other names, nothing can be there twice.
        var names: [ArraySlice<UInt8>] = []
        var claims: [(shape: UInt64, classNumber: Int)] = []
        for (classNumber, node) in classes.enumerated() {
            guard let members = members(of: node), members.isClass,
                let name = className(members.id),
                let version = number(members.version), version >= 1,
                let aliases = elements(members.aliases), let routes = elements(members.routes)
            else { return false }
            record.append(text: name, of: bytes)
            record.append(UInt32(version))
            record.append(UInt32(aliases.count))
            if count > 1 || !aliases.isEmpty { names.append(bytes[name]) }
            for alias in aliases {
                guard let alias = className(alias) else { return false }
                record.append(text: alias, of: bytes)
                names.append(bytes[alias])
            }
            record.append(UInt32(routes.count))
            for route in routes {
                guard let text = plainText(route), let shape = PlainRoute(bytes[text]) else {
                    return false
                }
                record.append(text: text, of: bytes)
                if count > 1 { claims.append((shape.hash, classNumber)) }
            }
            let priority = members.priority == 0 ? 0 : number(members.priority)
            guard let priority else { return false }
            record.append(UInt32(bitPattern: Int32(priority)))
        }
        return Self.areDifferent(names) && Self.areApart(claims)
    }

    private static func areDifferent(_ names: [ArraySlice<UInt8>]) -> Bool {
        // Of more of them a dictionary makes less work.
        guard names.count <= 16 else { return false }
        return names.indices.allSatisfy { !names[..<$0].contains(names[$0]) }
    }

    /// Whether no two classes claim the same paths, at whatever priorities.
    private static func areApart(_ claims: [(shape: UInt64, classNumber: Int)]) -> Bool {
        guard claims.count <= 32 else { return false }
        return claims.indices.allSatisfy { number in
            claims[..<number].allSatisfy { other in
                other.shape != claims[number].shape
                    || other.classNumber == claims[number].classNumber
            }
        }
    }
}
