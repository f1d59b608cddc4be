import RestorationCore
import TestSupport

/// A carrier of the program, either built by the program on every launch or created by a class.
final class HostCarrier: Carrier {
    private(set) var identifier: String?
    private weak var parent: HostCarrier?
    private(set) var children: [HostCarrier] = []

    override var restorationIdentifier: String? { identifier }
    override var restorationParent: (any Restorable)? { parent }
    override var restorationChildren: [any Restorable] { children }

    /// The two objects that the program builds itself: the frame and its child, the fixture.
    static func base() throws -> (frame: HostCarrier, fixture: HostCarrier) {
        let (frame, fixture) = (try make(), try make())
        (frame.identifier, fixture.identifier) = ("Frame", "Fixture")
        fixture.parent = frame
        frame.children = [fixture]
        return (frame, fixture)
    }

    static func make() throws -> HostCarrier {
        let path = RestorationPath(root: RestorationIdentifier("New")!)
        return try HostCarrier(CreationRequest(path: path, reason: .make))
    }
}

/// Objects with random state and random references. Equal seeds give equal graphs.
struct CorpusGraph {
    struct Node {
        let object: HostCarrier
        let identifier: RestorationIdentifier
        let parent: HostCarrier
        /// The language of the object's carrier after its first launch.
        let language: CarrierLanguage
    }

    let frame: HostCarrier
    /// Parents come before children. Excludes the objects that the program builds itself.
    private(set) var nodes: [Node] = []
    /// The state of every object, in the format of ``SavedRecord/ownText``.
    private(set) var text: [String] = []

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (frame, fixture) = try HostCarrier.base()
        self.frame = frame
        var objects = [frame, fixture]
        var parents: [HostCarrier?] = [nil, frame]
        for number in 0..<Int.random(in: 1...9, using: &random) {
            let parent = objects.randomElement(using: &random)!
            let name = Self.names.randomElement(using: &random)! + "\(number)"
            let language = CarrierLanguage.allCases.randomElement(using: &random)!
            let object = try HostCarrier.make()
            nodes.append(
                Node(
                    object: object,
                    identifier: RestorationIdentifier(name)!,
                    parent: parent,
                    language: language
                )
            )
            objects.append(object)
            parents.append(parent)
        }
        var values = CorpusValues(random: random, objects: objects)
        for object in objects {
            let below = zip(objects, parents).filter { $1 === object }.map(\.0)
            object.state = values.state(referringTo: below)
        }
        describe()
    }

    private static let names = ["A", "pane ", "a/b", "Ж", "e\u{301}", "🐈", "%2F.."]

    private mutating func describe() {
        var paths: [ObjectIdentifier: RestorationPath] = [:]
        let top = RestorationPath(root: RestorationIdentifier("Frame")!)
        paths[ObjectIdentifier(frame)] = top
        for fixture in frame.children {
            paths[ObjectIdentifier(fixture)] = top.appending(RestorationIdentifier("Fixture")!)
        }
        for node in nodes {
            paths[ObjectIdentifier(node.object)] =
                paths[ObjectIdentifier(node.parent)]!.appending(node.identifier)
        }
        for object in [frame] + frame.children + nodes.map(\.object) {
            let path = "\(paths[ObjectIdentifier(object)]!)"
            let sensitive = object.state.map(\.key).filter { $0.hasPrefix("!") }
            text += object.state.map { key, value in
                "\(path): " + value.line(key) { "\(paths[ObjectIdentifier($0)]!)" }
            }
            text.append("\(path): sensitive are \(sensitive.map(CarriedValue.quoted).sorted())")
        }
    }
}
