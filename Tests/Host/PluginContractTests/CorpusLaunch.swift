import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationPlugins

@testable import RestorationKit

/// One launch of a program whose objects are carriers in any language.
struct CorpusLaunch {
    let session: RestorationSession
    private let frame: HostCarrier
    private let classes: [CarrierLanguage: ManifestClass]

    init(_ program: ContractProgram, frame: HostCarrier) throws {
        session = try program.session()
        self.frame = frame
        session.addRoot(frame)
        session.register(HostCarrier.self, as: ManifestClass.className)
        classes = Dictionary(
            uniqueKeysWithValues: CarrierLanguage.allCases.map { ($0, ManifestClass($0)) }
        )
    }

    /// Records a node's object under the class of the node's language.
    func record(_ node: CorpusGraph.Node) {
        session.records.record(
            node.object,
            as: node.identifier,
            under: node.parent,
            restorationClass: classes[node.language]
        )
    }

    /// Records every object under the class of the next language.
    func switchLanguages() {
        for object in objects where object !== frame {
            guard let identifier = session.path(of: object)?.last,
                !frame.children.contains(where: { $0 === object })
            else { continue }
            session.records.record(
                object,
                as: identifier,
                under: session.records.parent(of: object),
                restorationClass: classes[CarrierLanguage(of: object).next]
            )
        }
    }

    /// Saves and ends.
    ///
    /// - Returns: The problems of the save.
    func end() throws -> [String] {
        var issues: [String] = []
        session.onSave = { issues = $0.report.issues.map(\.diagnosis.problem) }
        try session.preserveNow()
        session.close()
        // Breaks reference cycles.
        for object in objects { (object as? HostCarrier)?.state = [] }
        return issues
    }

    /// All objects reachable from the frame.
    var objects: [any Restorable] {
        var found: [any Restorable] = [frame]
        var seen = Set(found.map { ObjectIdentifier($0) })
        var next = 0
        while next < found.count {
            let references = (found[next] as? HostCarrier)?.state.flatMap(\.value.references) ?? []
            for object in references + found[next].restorationChildren
            where seen.insert(ObjectIdentifier(object)).inserted { found.append(object) }
            next += 1
        }
        return found
    }
}

/// A class that only appears in records. The host or a plugin provides it in the next launch.
final class ManifestClass: RestorationClass {
    static let className = "Carrier"
    let name = className
    let plugin: String?
    let schemaVersion = 1

    init(_ language: CarrierLanguage) { plugin = language.plugin }

    func createObject(_ request: CreationRequest) throws -> any Restorable {
        throw CreationDeclined()
    }
}

/// The language of an object's carrier.
enum CarrierLanguage: CaseIterable {
    case host, swiftPlugin, cPlugin

    /// The language of a live object.
    init(of object: any Restorable) {
        let plugin = (object as? PluginObject)?.pluginClass.plugin
        self = Self.allCases.first { $0.plugin == plugin } ?? .host
    }

    var plugin: String? {
        switch self {
        case .host: nil
        case .swiftPlugin: "org.example.sample"
        case .cPlugin: "org.example.carrier"
        }
    }

    /// The language of the carrier in the next launch.
    var next: CarrierLanguage {
        switch self {
        case .host: .swiftPlugin
        case .swiftPlugin: .cPlugin
        case .cPlugin: .host
        }
    }
}
