internal import RestorationCore

/// A manifest as an index holds it: with nothing left to interpret, and no need of JSON.
///
/// ```
/// numbers   all in 32 bits; a list is its length and then its elements
/// text      its length in bytes, the bytes; length 0xFFFF_FFFF for a text that is not there
/// manifest  id, version, lowest and highest ABI version, applications, 1 if `*` is among them,
///           needed interfaces, classes, name, summary, authors, licence
/// class     name, schema version, aliases, routes, priority
/// ```
///
/// Whatever is read is checked again by the types that checked it the first time.
enum ManifestRecord {
    static func write(_ manifest: PluginManifest, to writer: inout FlatWriter) {
        writer.append(text: manifest.identifier.rawValue)
        writer.append(text: manifest.version.description)
        writer.append(manifest.abi.minimum.packed)
        writer.append(manifest.abi.maximum.packed)
        writer.append(texts: manifest.applications.applications.map(\.rawValue))
        writer.append(UInt32(manifest.applications.includesEveryApplication ? 1 : 0))
        writer.append(texts: manifest.neededInterfaces)
        writer.append(UInt32(manifest.classes.count))
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
            let applications = reader.list({ $0.text().flatMap(ApplicationIdentifier.init(_:)) })
        else { return nil }
        let includesEveryApplication = reader.number() == 1
        guard let neededInterfaces = reader.list({ $0.text() }),
            let classes = reader.list(readClass), !classes.isEmpty
        else { return nil }
        let name = reader.text()
        let summary = reader.text()
        guard let authors = reader.list({ $0.text() }) else { return nil }
        let license = reader.text()
        return PluginManifest(
            identifier: identifier,
            version: version,
            abi: abi,
            applications: ApplicationScope(
                applications: applications,
                includesEveryApplication: includesEveryApplication
            ),
            neededInterfaces: neededInterfaces,
            classes: classes,
            credits: .init(name: name, summary: summary, authors: authors, license: license)
        )
    }

    private static func readClass(_ reader: inout FlatReader) -> PluginManifest.Class? {
        guard let name = reader.text() else { return nil }
        let schemaVersion = reader.number()
        guard let aliases = reader.list({ $0.text() }),
            let routes = reader.list({ $0.text().flatMap(RoutePattern.init(reading:)) })
        else { return nil }
        return PluginManifest.Class(
            name: name,
            schemaVersion: schemaVersion,
            aliases: aliases,
            routes: routes,
            priority: Int32(bitPattern: reader.number())
        )
    }
}

extension RoutePattern {
    /// The pattern, or `nil` if the text is none.
    fileprivate init?(reading text: String) {
        do {
            try self.init(parsing: text)
        } catch {
            return nil
        }
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

    mutating func text() -> String? {
        let count = number()
        guard count != FlatWriter.noText, let text = bytes.text(at: offset, count: Int(count))
        else {
            return nil
        }
        offset += Int(count)
        return text
    }

    /// The elements of a list; `nil` if one of them is not there.
    mutating func list<Element>(
        _ element: (inout FlatReader) -> Element?
    ) -> [Element]? {
        let count = Int(number())
        // Every element takes four bytes at least: a larger number is not to be believed.
        guard count <= max(0, bytes.count - offset) / 4 else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let element = element(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }
}

extension FlatWriter {
    static let noText: UInt32 = 0xFFFF_FFFF

    mutating func append(text: String?) {
        guard let text else { return append(Self.noText) }
        append(UInt32(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    mutating func append(texts: [String]) {
        append(UInt32(texts.count))
        for text in texts { append(text: text) }
    }
}
