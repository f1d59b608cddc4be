import FoundationEssentials
import RestorationCore
import RestorationDiscovery

struct StoryboardFile: Decodable {
    let format: Int
    let initial: String?
    let scenes: [Scene]

    init(from decoder: any Decoder) throws {
        let values = try Fields(decoder, StoryboardKeys.document)
        format = try values.required("format")
        initial = try values.optional("initial")
        scenes = try values.required("scenes")
    }

    /// - Throws: The first fault in the form of the text.
    init(_ data: Data, place: String) throws(StoryboardError) {
        do {
            self = try JSONDecoder().decode(StoryboardFile.self, from: data)
        } catch let error as DecodingError {
            let fault = StoryboardError(error, place: place)
            guard case .notJSON = fault.fault, let found = JSONText.fault(in: [UInt8](data)) else {
                throw fault
            }
            throw StoryboardError(fault: .notJSON(found), place: place)
        } catch {
            throw StoryboardError(fault: .notJSON("\(error)"), place: place)
        }
    }

    struct Scene: Decodable {
        let id: String
        let scene: StoryboardDocument.Scene

        init(from decoder: any Decoder) throws {
            let values = try Fields(decoder, StoryboardKeys.scene)
            id = try values.required("id")
            let usesStoryboardID: Bool = try values.optional("useStoryboardID") ?? false
            let identifier: String? = try values.optional("restorationIdentifier")
            let segues: [Segue] = try values.optional("segues") ?? []
            let view: View? = try values.optional("view")
            scene = StoryboardDocument.Scene(
                identifier: id,
                className: try values.optional("class") ?? "UIViewController",
                restorationIdentifier: identifier ?? (usesStoryboardID ? id : nil),
                title: try values.optional("title"),
                children: try values.optional("children") ?? [],
                segues: segues.map(\.segue),
                view: view?.view
            )
        }
    }

    struct Segue: Decodable {
        let segue: StoryboardDocument.Segue

        init(from decoder: any Decoder) throws {
            let values = try Fields(decoder, StoryboardKeys.segue)
            let kind: String = try values.optional("kind") ?? "show"
            guard let known = StoryboardDocument.Segue.Kind(rawValue: kind) else {
                throw values.fault("kind", "is not show, showDetail or present")
            }
            segue = StoryboardDocument.Segue(
                identifier: try values.required("id"),
                kind: known,
                destination: try values.required("to")
            )
        }
    }

    struct View: Decodable {
        let view: StoryboardDocument.View

        init(from decoder: any Decoder) throws {
            let values = try Fields(decoder, StoryboardKeys.view)
            let frame: [Double]? = try values.optional("frame")
            if let frame, frame.count != 4 {
                throw values.fault("frame", "is not x, y, width and height")
            }
            let set: [String: Value] = try values.optional("values") ?? [:]
            let subviews: [View] = try values.optional("subviews") ?? []
            view = StoryboardDocument.View(
                className: try values.optional("class") ?? "UIView",
                restorationIdentifier: try values.optional("restorationIdentifier"),
                outlet: try values.optional("outlet"),
                actions: try values.optional("actions") ?? [:],
                frame: frame,
                values: set.mapValues(\.value),
                subviews: subviews.map(\.view)
            )
        }
    }

    struct Value: Decodable {
        let value: StoryboardValue

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let bool = try? container.decode(Bool.self) {
                value = .bool(bool)
            } else if let number = try? container.decode(Double.self) {
                value = .number(number)
            } else {
                value = .text(try container.decode(String.self))
            }
        }
    }
}

/// The keys of a storyboard's objects, in the order in which messages list them.
/// `restoration-storyboard.schema.json` lists the same keys; a test compares the two.
enum StoryboardKeys {
    static let document = ["format", "initial", "scenes", "$schema"]
    static let scene = [
        "id", "class", "restorationIdentifier", "useStoryboardID", "title", "children", "segues",
        "view",
    ]
    static let segue = ["id", "kind", "to"]
    static let view = [
        "class", "restorationIdentifier", "outlet", "actions", "frame", "values", "subviews",
    ]
}

/// The entries of a JSON object. Unknown keys are errors.
private struct Fields {
    private let container: KeyedDecodingContainer<Key>

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(_ decoder: any Decoder, _ known: [String]) throws {
        container = try decoder.container(keyedBy: Key.self)
        // Keys with the prefix `x-` are notes.
        for key in container.allKeys
        where !known.contains(key.stringValue) && !key.stringValue.hasPrefix("x-") {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: container,
                debugDescription: Spelling.nearest(to: key.stringValue, among: known)
                    .map { "is not known; did you mean \"\($0)\"?" }
                    ?? "is none of \(known.joined(separator: ", "))"
            )
        }
    }

    func required<Value: Decodable>(_ key: String) throws -> Value {
        try container.decode(Value.self, forKey: Key(stringValue: key))
    }

    func optional<Value: Decodable>(_ key: String) throws -> Value? {
        try container.decodeIfPresent(Value.self, forKey: Key(stringValue: key))
    }

    func fault(_ key: String, _ what: String) -> DecodingError {
        .dataCorruptedError(
            forKey: Key(stringValue: key),
            in: container,
            debugDescription: what
        )
    }
}
