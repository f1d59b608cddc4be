public import FoundationEssentials

/// The scenes of a storyboard file, checked: every name in it leads somewhere, no controller
/// contains itself, and no identifier occurs twice.
public struct StoryboardDocument: Sendable {
    /// The scenes by their identifiers.
    public let scenes: [String: Scene]
    /// The scene that the program begins with.
    public let initial: String?

    /// The scene that the program begins with.
    public var initialScene: Scene? { initial.flatMap { scenes[$0] } }

    /// A controller and its view.
    public struct Scene: Sendable {
        /// The storyboard's name for it.
        public let identifier: String
        /// The class of the controller, with its module or without.
        public let className: String
        /// The controller's restoration identifier.
        public let restorationIdentifier: String?
        /// The controller's title.
        public let title: String?
        /// The scenes that the controller contains.
        public let children: [String]
        /// The ways to other scenes.
        public let segues: [Segue]
        /// The controller's view; `nil` for an empty one.
        public let view: View?
    }

    /// A way to another scene.
    public struct Segue: Sendable {
        /// How the destination is shown.
        public enum Kind: String, Sendable, CaseIterable {
            /// On top of the stack that the controller is in, else as a presentation.
            case show
            /// In the secondary column of the split view that the controller is in.
            case showDetail
            /// Above the controller.
            case present
        }

        public let identifier: String
        public let kind: Kind
        /// The scene that it leads to.
        public let destination: String
    }

    /// A view and those in it.
    public struct View: Sendable {
        /// The class of the view, with its module or without.
        public let className: String
        public let restorationIdentifier: String?
        /// The controller's name for the view.
        public let outlet: String?
        /// By event, the controller's name for what it does then.
        public let actions: [String: String]
        /// X, y, width and height.
        public let frame: [Double]?
        /// What is set of the view.
        public let values: [String: StoryboardValue]
        public let subviews: [View]
    }

    /// Reads a storyboard file.
    ///
    /// - Parameter place: What errors call the file.
    /// - Throws: the first ``StoryboardError``; ``faults(in:place:)`` has all.
    public init(_ data: Data, place: String) throws(StoryboardError) {
        let file = try StoryboardFile(data, place: place)
        if let fault = Self.faults(of: file, place).first { throw fault }
        scenes = Dictionary(uniqueKeysWithValues: file.scenes.map { ($0.id, $0.scene) })
        initial = file.initial
    }

    /// All that is wrong with a storyboard file, or the first thing that is wrong with its form.
    public static func faults(in data: Data, place: String) -> [StoryboardError] {
        do {
            return faults(of: try StoryboardFile(data, place: place), place)
        } catch {
            return [error]
        }
    }

    /// How many controllers may lie in each other.
    static let maximumDepth = 64

    /// O(scenes, their children and segues).
    private static func faults(of file: StoryboardFile, _ place: String) -> [StoryboardError] {
        var faults: [StoryboardError] = []
        func note(_ fault: StoryboardError.Fault, _ location: String) {
            faults.append(StoryboardError(fault: fault, place: place, location: location))
        }
        if file.format != 1 { note(.unknownFormat(file.format), "format") }
        let names = file.scenes.map(\.id)
        let known = Set(names)
        var seen: Set<String> = []
        var parents: [String: String] = [:]
        for (index, scene) in file.scenes.enumerated() {
            let location = "scenes[\(index)]"
            if scene.id.isEmpty { note(.emptyIdentifier, location + ".id") }
            if !seen.insert(scene.id).inserted { note(.repeatedScene(scene.id), location + ".id") }
            if scene.scene.className.hasSuffix("UISplitViewController"),
                scene.scene.children.count > 3
            {
                note(.tooManyColumns(scene.scene.children.count), location + ".children")
            }
            for outlet in scene.scene.repeatedOutlets {
                note(.repeatedOutlet(outlet), location + ".view")
            }
            for (number, child) in scene.scene.children.enumerated() {
                let location = location + ".children[\(number)]"
                if !known.contains(child) {
                    note(.unknownScene(child, known: names), location)
                } else if parents[child] != nil {
                    note(.sharedScene(child), location)
                } else {
                    parents[child] = scene.id
                }
            }
            var segues: Set<String> = []
            for (number, segue) in scene.scene.segues.enumerated() {
                let location = location + ".segues[\(number)]"
                if !known.contains(segue.destination) {
                    note(.unknownScene(segue.destination, known: names), location + ".to")
                }
                if !segues.insert(segue.identifier).inserted {
                    note(.repeatedSegue(segue.identifier), location + ".id")
                }
            }
        }
        if let initial = file.initial, !known.contains(initial) {
            note(.unknownScene(initial, known: names), "initial")
        }
        faults += chains(names, parents, place)
        return faults
    }

    /// Scenes that contain each other in a circle, or that lie too deep. Each has one parent at
    /// most, so that looking up as far as is allowed finds both.
    private static func chains(
        _ names: [String],
        _ parents: [String: String],
        _ place: String
    ) -> [StoryboardError] {
        var told: Set<String> = []
        return names.compactMap { name in
            var above = [name]
            while let next = parents[above[above.count - 1]] {
                if next == name {
                    guard told.isDisjoint(with: above) else { return nil }
                    told.formUnion(above)
                    let circle = Array((above + [name]).reversed())
                    return StoryboardError(fault: .circle(circle), place: place, location: "scenes")
                }
                above.append(next)
                // One below a circle, which is told for its own scenes, goes round for ever.
                guard above.count <= maximumDepth else {
                    let isBelowCircle = Set(above).count < above.count
                    guard !isBelowCircle, told.insert("").inserted else { return nil }
                    return StoryboardError(fault: .tooDeep(name), place: place, location: "scenes")
                }
            }
            return nil
        }
    }
}

extension StoryboardDocument.Scene {
    /// The outlets that several views have, in the order of the file.
    fileprivate var repeatedOutlets: [String] {
        var counts: [String: Int] = [:]
        var repeated: [String] = []
        var waiting = [view].compactMap(\.self)
        while let next = waiting.popLast() {
            waiting += next.subviews.reversed()
            guard let outlet = next.outlet else { continue }
            counts[outlet, default: 0] += 1
            if counts[outlet] == 2 { repeated.append(outlet) }
        }
        return repeated
    }
}

/// What a storyboard sets of a view.
public enum StoryboardValue: Sendable, Hashable {
    case bool(Bool)
    case number(Double)
    case text(String)
}
