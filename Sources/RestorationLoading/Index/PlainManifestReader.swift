internal import RestorationCore

/// Reads a plain manifest from its first byte to its last, once; `nil` or false for all that is not
/// plain.
struct PlainManifestReader {
    private let bytes: [UInt8]
    /// Where the next token begins, or the end.
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        skipSpace()
    }

    // MARK: Tokens

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Goes on behind a byte that must be the next token.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        skipSpace()
        return true
    }

    /// Where text of printable ASCII without escapes stands.
    private mutating func text() -> Range<Int>? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let start = position + 1
        for end in start..<bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") {
                position = end + 1
                skipSpace()
                return start..<end
            }
            guard (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\\") else { return nil }
        }
        return nil
    }

    /// A number of up to nine digits, written as itself.
    private mutating func number() -> Int64? {
        let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        let start = position + (isNegative ? 1 : 0)
        var end = start
        var number: Int64 = 0
        while end < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end]) {
            number = number * 10 + Int64(bytes[end] - UInt8(ascii: "0"))
            end += 1
            guard end - start <= 9 else { return nil }
        }
        // JSON has no zeroes before other digits.
        guard end > start, end - start == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
        position = end
        skipSpace()
        return isNegative ? -number : number
    }

    /// Reads a list of plain texts.
    private mutating func list() -> PlainList? {
        guard take(UInt8(ascii: "[")) else { return nil }
        var list = PlainList(start: position)
        if take(UInt8(ascii: "]")) { return list }
        repeat {
            guard text() != nil else { return nil }
            list.count += 1
        } while take(UInt8(ascii: ","))
        list.end = position
        return take(UInt8(ascii: "]")) ? list : nil
    }

    /// Where the key of the next member stands.
    private mutating func key() -> Range<Int>? {
        text().flatMap { take(UInt8(ascii: ":")) ? $0 : nil }
    }

    // MARK: Members

    /// Reads the manifest.
    ///
    /// - Parameter classes: gets its classes, in the form of a record.
    mutating func manifest(_ classes: inout RecordBuffer) -> PlainMembers? {
        var members = PlainMembers()
        guard take(UInt8(ascii: "{")) else { return nil }
        repeat {
            guard let key = key(), readMember(key, &members, &classes) else { return nil }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) && position == bytes.count ? members : nil
    }

    private mutating func readMember(
        _ key: Range<Int>,
        _ members: inout PlainMembers,
        _ classes: inout RecordBuffer
    ) -> Bool {
        // The length and the first letter leave one of them each time.
        switch (key.count, bytes[key.lowerBound]) {
        case (2, UInt8(ascii: "i")): isKey(key, "id") && read(&members.id)
        case (3, UInt8(ascii: "a")): isKey(key, "abi") && read(&members.abi)
        case (4, UInt8(ascii: "n")): isKey(key, "name") && read(&members.name)
        case (7, UInt8(ascii: "v")): isKey(key, "version") && read(&members.version)
        case (7, UInt8(ascii: "c")): isKey(key, "classes") && readClasses(&members, &classes)
        case (7, UInt8(ascii: "s")): isKey(key, "summary") && read(&members.summary)
        case (7, UInt8(ascii: "l")): isKey(key, "license") && read(&members.license)
        case (7, UInt8(ascii: "a")): isKey(key, "authors") && read(&members.authors)
        case (8, UInt8(ascii: "m")): isKey(key, "manifest") && read(&members.manifest)
        case (12, UInt8(ascii: "a")): isKey(key, "applications") && read(&members.applications)
        default: false
        }
    }

    @inline(__always)
    private func isKey(_ key: Range<Int>, _ wanted: StaticString) -> Bool {
        wanted.stands(in: bytes.span, at: key.lowerBound)
    }

    // What is there already is not plain: a key must not be there twice.

    private mutating func read(_ member: inout Range<Int>) -> Bool {
        guard member.upperBound == 0, let text = text() else { return false }
        member = text
        return true
    }

    private mutating func read(_ member: inout PlainList) -> Bool {
        guard !member.isThere, let list = list() else { return false }
        member = list
        return true
    }

    private mutating func read(_ member: inout Int64?) -> Bool {
        guard member == nil, let number = number() else { return false }
        member = number
        return true
    }

    // MARK: Classes

    private mutating func readClasses(
        _ members: inout PlainMembers,
        _ record: inout RecordBuffer
    ) -> Bool {
        guard members.classCount == 0, take(UInt8(ascii: "[")) else { return false }
        let start = self
        var hasAliases = false
        repeat {
            guard let found = readClass(), append(found, to: &record) else { return false }
            hasAliases = hasAliases || found.aliases.count > 0
            members.classCount += 1
        } while take(UInt8(ascii: ","))
        // Where there is one class without other names, nothing can be there twice.
        let isAlone = members.classCount == 1 && !hasAliases
        return take(UInt8(ascii: "]")) && (isAlone || start.areApart(members.classCount))
    }

    /// The members of the class that begins here.
    private mutating func readClass() -> PlainClass? {
        var members = PlainClass()
        guard take(UInt8(ascii: "{")) else { return nil }
        repeat {
            guard let key = key() else { return nil }
            let isRead =
                switch (key.count, bytes[key.lowerBound]) {
                case (2, UInt8(ascii: "i")): isKey(key, "id") && read(&members.id)
                case (6, UInt8(ascii: "r")): isKey(key, "routes") && read(&members.routes)
                case (7, UInt8(ascii: "v")): isKey(key, "version") && read(&members.version)
                case (7, UInt8(ascii: "a")): isKey(key, "aliases") && read(&members.aliases)
                case (8, UInt8(ascii: "p")): isKey(key, "priority") && read(&members.priority)
                default: false
                }
            guard isRead else { return nil }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")), Self.isName(members.id), (members.version ?? 0) >= 1 else {
            return nil
        }
        return members
    }

    private static func isName(_ text: Range<Int>) -> Bool {
        (1...RestorationIdentifier.maximumLength).contains(text.count)
    }

    /// Appends a class; false if a name or route of it is not plain.
    private func append(_ members: PlainClass, to record: inout RecordBuffer) -> Bool {
        record.append(text: members.id, of: bytes)
        record.append(UInt32(members.version ?? 0))
        record.append(small: members.aliases.count)
        for alias in texts(of: members.aliases) {
            guard Self.isName(alias) else { return false }
            record.append(text: alias, of: bytes)
        }
        record.append(small: members.routes.count)
        for route in texts(of: members.routes) {
            guard PlainRoute(bytes[route]) != nil else { return false }
            record.append(text: route, of: bytes)
        }
        record.append(UInt32(bitPattern: Int32(members.priority ?? 0)))
        return true
    }

    /// Whether no two of the classes that begin here have a name in common, or claim the same
    /// paths, at whatever priorities.
    private func areApart(_ count: Int) -> Bool {
        var reader = self
        var names: [Range<Int>] = []
        var claims: [Claim] = []
        for number in 0..<count {
            guard let found = reader.readClass() else { return false }
            _ = reader.take(UInt8(ascii: ","))
            names.append(found.id)
            names += texts(of: found.aliases)
            for route in texts(of: found.routes) {
                guard let shape = PlainRoute(bytes[route]) else { return false }
                claims.append(Claim(shape: shape.hash, classNumber: number))
            }
        }
        return areDifferent(names) && Self.areApart(claims)
    }

    private func areDifferent(_ names: [Range<Int>]) -> Bool {
        // Of more of them a dictionary makes less work.
        guard names.count <= 16 else { return false }
        return names.indices.allSatisfy { number in
            names[..<number].allSatisfy { !bytes[$0].elementsEqual(bytes[names[number]]) }
        }
    }

    /// A class claims all paths of this shape.
    private struct Claim {
        let shape: UInt64
        let classNumber: Int
    }

    private static func areApart(_ claims: [Claim]) -> Bool {
        guard claims.count <= 32 else { return false }
        return claims.indices.allSatisfy { number in
            claims[..<number].allSatisfy { other in
                other.shape != claims[number].shape
                    || other.classNumber == claims[number].classNumber
            }
        }
    }

    // MARK: What has been read

    /// Where the texts of a list stand that has been read.
    private func texts(of list: PlainList) -> Texts {
        var reader = self
        reader.position = list.start
        return Texts(reader: reader, count: list.count)
    }

    /// No array: there are several lists in each manifest.
    private struct Texts: Sequence, IteratorProtocol {
        var reader: PlainManifestReader
        var count: Int

        mutating func next() -> Range<Int>? {
            guard count > 0 else { return nil }
            count -= 1
            defer { _ = reader.take(UInt8(ascii: ",")) }
            return reader.text()
        }
    }

    func string(_ text: Range<Int>) -> String? {
        guard text.upperBound > 0 else { return nil }
        return FlatBytes(bytes).text(at: text.lowerBound, count: text.count)
    }

    /// A version that is printed as it is written: three numbers, none with a zero too many.
    func version(_ text: Range<Int>) -> PluginVersion? {
        numbers(text, count: 3).map { PluginVersion(major: $0, minor: $1, patch: $2) }
    }

    /// A version of the interface, likewise.
    func abi(_ text: Range<Int>) -> ABIVersion? {
        guard let numbers = numbers(text, count: 2), let major = UInt16(exactly: numbers.0),
            let minor = UInt16(exactly: numbers.1)
        else { return nil }
        return ABIVersion(major: major, minor: minor)
    }

    /// Numbers of up to nine digits with dots between them, none with a zero too many; 0 for those
    /// behind the last.
    private func numbers(_ text: Range<Int>, count: Int) -> (UInt32, UInt32, UInt32)? {
        var numbers: (UInt32, UInt32, UInt32) = (0, 0, 0)
        var start = text.lowerBound
        for number in 1...count {
            var value: UInt32 = 0
            var end = start
            while end < text.upperBound, (0x30...0x39).contains(bytes[end]) {
                guard end - start < 9 else { return nil }
                value = value * 10 + UInt32(bytes[end] - 0x30)
                end += 1
            }
            guard end > start, end - start == 1 || bytes[start] != 0x30 else { return nil }
            numbers = (numbers.1, numbers.2, value)
            // A dot follows each but the last, and nothing follows that.
            if number < count {
                guard end < text.upperBound, bytes[end] == UInt8(ascii: ".") else { return nil }
                start = end + 1
            } else if end < text.upperBound {
                return nil
            }
        }
        return count == 3 ? numbers : (numbers.1, numbers.2, 0)
    }

    /// - Parameter known: those of other plugins, mostly the same, which are not made anew.
    func applications(_ list: PlainList, _ known: inout PlainScopes) -> ApplicationScope? {
        guard list.count > 0 else { return nil }
        let text = bytes[list.start..<list.end]
        if let scope = known[text] { return scope }
        var named: [ApplicationIdentifier] = []
        var includesEvery = false
        for element in texts(of: list) {
            if isStar(element) {
                includesEvery = true
            } else if let application = string(element).flatMap({ ApplicationIdentifier($0) }) {
                named.append(application)
            } else {
                return nil
            }
        }
        let scope = ApplicationScope(applications: named, includesEveryApplication: includesEvery)
        known.keep(scope, for: text)
        return scope
    }

    private func isStar(_ text: Range<Int>) -> Bool {
        text.count == 1 && bytes[text.lowerBound] == UInt8(ascii: "*")
    }

    /// Appends the manifest in the form of an index.
    func write(
        _ members: PlainMembers,
        abi: ABIVersion,
        _ applications: ApplicationScope,
        _ classes: borrowing RecordBuffer,
        to record: inout RecordBuffer
    ) {
        record.append(text: members.id, of: bytes)
        record.append(text: members.version, of: bytes)
        record.append(abi.packed)
        record.append(abi.packed)
        record.append(small: applications.names.count)
        for name in texts(of: members.applications) where !isStar(name) {
            record.append(text: name, of: bytes)
        }
        record.append(small: applications.includesEveryApplication ? 1 : 0)
        record.append(small: 0)
        record.append(small: members.classCount)
        record.append(classes)
        appendCaption(members.name, to: &record)
        appendCaption(members.summary, to: &record)
        append(members.authors, to: &record)
        appendCaption(members.license, to: &record)
    }

    private func append(_ list: PlainList, to record: inout RecordBuffer) {
        record.append(small: list.count)
        for text in texts(of: list) { record.append(text: text, of: bytes) }
    }

    private func appendCaption(_ text: Range<Int>, to record: inout RecordBuffer) {
        if text.upperBound == 0 {
            record.append(small: FlatWriter.noText)
        } else {
            record.append(text: text, of: bytes)
        }
    }
}
