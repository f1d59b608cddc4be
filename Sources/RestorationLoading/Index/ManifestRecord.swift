internal import RestorationCore

/// A manifest as an index holds it: with nothing left to interpret, and no need of JSON.
///
/// ```
/// number    32 bits; a small one in groups of 7 bits, the lowest first, all but the last marked
/// list      its length, small, and then its elements
/// text      its length in bytes plus 1, small, and the bytes; 0 for a text that is not there
/// manifest  id, version, lowest and highest ABI version, applications, 1 (small) if `*` is among
///           them, needed interfaces, classes, name, summary, authors, licence
/// class     name, schema version, aliases, routes, priority
/// ```
///
/// Whatever is read is checked again by the types that checked it the first time; routes when they
/// are asked for.
enum ManifestRecord {
    static func write(_ manifest: PluginManifest, to writer: inout FlatWriter) {
        writer.append(text: manifest.identifier.rawValue)
        writer.append(text: manifest.version.description)
        writer.append(manifest.abi.minimum.packed)
        writer.append(manifest.abi.maximum.packed)
        writer.append(texts: manifest.applications.names)
        writer.append(small: manifest.applications.includesEveryApplication ? 1 : 0)
        writer.append(texts: manifest.neededInterfaces)
        writer.append(small: manifest.classes.count)
        for restorationClass in manifest.classes {
            writer.append(text: restorationClass.name)
            writer.append(restorationClass.schemaVersion)
            writer.append(texts: restorationClass.aliases)
            writer.append(texts: restorationClass.routes.map(\.description))
            writer.append(UInt32(bitPattern: restorationClass.priority))
        }
        writer.append(text: manifest.credits.name)
        writer.append(text: manifest.credits.summary)
        writer.append(texts: manifest.credits.authors)
        writer.append(text: manifest.credits.license)
    }

    /// The manifest at an offset, or `nil` if there is none.
    static func read(_ bytes: FlatBytes, at offset: Int) -> PluginManifest? {
        var reader = FlatReader(bytes, at: offset)
        guard let identifier = reader.text().flatMap(PluginIdentifier.init(_:)),
            let version = reader.text().flatMap(PluginVersion.init(_:)),
            let abi = ABIRange(
                minimum: ABIVersion(packed: reader.number()),
                maximum: ABIVersion(packed: reader.number())
            ),
            let applications = reader.texts(),
            applications.allSatisfy(ApplicationIdentifier.isWellFormed)
        else { return nil }
        let includesEveryApplication = reader.small() == 1
        guard let neededInterfaces = reader.texts(),
            let declarations = reader.list(readClass), !declarations.isEmpty
        else { return nil }
        let name = reader.text()
        let summary = reader.text()
        guard let authors = reader.texts() else { return nil }
        let license = reader.text()
        return PluginManifest(
            identifier: identifier,
            version: version,
            abi: abi,
            applications: ApplicationScope(names: applications, includesEveryApplication),
            neededInterfaces: neededInterfaces,
            declarations: declarations,
            credits: .init(name: name, summary: summary, authors: authors, license: license)
        )
    }

    private static func readClass(_ reader: inout FlatReader) -> PluginManifest.Declaration? {
        guard let name = reader.text() else { return nil }
        let schemaVersion = reader.number()
        guard let aliases = reader.texts(), let routes = reader.texts() else { return nil }
        return PluginManifest.Declaration(
            name: name,
            schemaVersion: schemaVersion,
            aliases: aliases,
            routes: .texts(routes),
            priority: Int32(bitPattern: reader.number())
        )
    }
}

/// Reads one value after another.
struct FlatReader {
    private let bytes: FlatBytes
    private var offset: Int

    init(_ bytes: FlatBytes, at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func number() -> UInt32 {
        defer { offset += 4 }
        return bytes.uint32(at: offset)
    }

    mutating func small() -> Int {
        var number = 0
        for shift in stride(from: 0, to: FlatWriter.smallSize * 7, by: 7) {
            let group = bytes.byte(at: offset)
            offset += 1
            number |= Int(group & 0x7F) << shift
            if group & 0x80 == 0 { break }
        }
        return number
    }

    mutating func text() -> String? {
        let place = textPlace()
        return place.flatMap { bytes.text(at: $0.lowerBound, count: $0.count) }
    }

    /// Where a text stands.
    mutating func textPlace() -> Range<Int>? {
        let count = small() - 1
        guard count >= 0 else { return nil }
        defer { offset += count }
        return offset..<offset + count
    }

    /// A list of texts; `nil` if one of them is not there.
    mutating func texts() -> [String]? { list { $0.text() } }

    /// The elements of a list; `nil` if one of them is not there.
    mutating func list<Element>(
        _ element: (inout FlatReader) -> Element?
    ) -> [Element]? {
        let count = small()
        // Every element takes a byte at least: a larger number is not to be believed.
        guard count <= bytes.count - offset else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let element = element(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }
}

extension FlatWriter {
    /// What stands for a text that is not there.
    static let noText = 0
    /// The most bytes that a small number takes.
    static let smallSize = 5

    /// The bytes of a number that is mostly small: 7 bits each, the lowest first; the highest bit
    /// says that another one follows.
    static func forEachGroup(of number: Int, _ body: (UInt8) -> Void) {
        precondition((0..<1 << 35).contains(number))
        var rest = number
        while rest > 0x7F {
            body(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        body(UInt8(rest))
    }

    mutating func append(small number: Int) {
        Self.forEachGroup(of: number) { append($0) }
    }

    mutating func append(text: String?) {
        guard let text else { return append(small: Self.noText) }
        append(small: text.utf8.count + 1)
        append(contentsOf: text.utf8)
    }

    mutating func append(texts: [String]) {
        append(small: texts.count)
        for text in texts { append(text: text) }
    }
}
