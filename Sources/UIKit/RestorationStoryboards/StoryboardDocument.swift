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

    /// The largest file that is one, in bytes.
    package static let maximumSizeInBytes = 16 << 20
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
        // Similar names are looked for among all: for a few, or the time would grow with the
        // square of the scenes.
        var suggestions = 10
        func noteUnknown(_ name: String, _ location: String) {
            note(.unknownScene(name, known: suggestions > 0 ? names : []), location)
            suggestions -= 1
        }
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
                    noteUnknown(child, location)
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
                    noteUnknown(segue.destination, location + ".to")
                }
                if !segues.insert(segue.identifier).inserted {
                    note(.repeatedSegue(segue.identifier), location + ".id")
                }
            }
        }
        if let initial = file.initial, !known.contains(initial) {
            noteUnknown(initial, "initial")
        }
        faults += chains(names, parents, place)
        return faults
    }

    /// Scenes that contain each other in a circle, and the first one that lies too deep.
    ///
    /// O(scenes): each has one parent at most, and is passed once on the way up.
    private static func chains(
        _ names: [String],
        _ parents: [String: String],
        _ place: String
    ) -> [StoryboardError] {
        func fault(_ fault: StoryboardError.Fault) -> StoryboardError {
            StoryboardError(fault: fault, place: place, location: "scenes")
        }
        let order = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
        // In how many others a scene lies; of one in a circle, or below one, it does not matter.
        var depths: [String: Int] = [:]
        let endless = Int.min / 2
        var faults: [StoryboardError] = []
        for name in names where depths[name] == nil {
            var chain: [String] = []
            var positions: [String: Int] = [:]
            var next: String? = name
            while let scene = next, depths[scene] == nil, positions[scene] == nil {
                positions[scene] = chain.count
                chain.append(scene)
                next = parents[scene]
            }
            let circle = next.flatMap { positions[$0] }.map { chain[$0...] } ?? []
            var depth = circle.isEmpty ? next.flatMap { depths[$0] } ?? -1 : endless
            for scene in chain.reversed() {
                depth += 1
                depths[scene] = depth
            }
            guard let first = circle.min(by: { order[$0, default: 0] < order[$1, default: 0] })
            else { continue }
            let start = circle.firstIndex(of: first) ?? circle.startIndex
            let upward = circle[start...] + circle[..<start] + [first]
            faults.append(fault(.circle(upward.reversed())))
        }
        let deep = names.first { depths[$0, default: 0] > maximumDepth }
        return faults + (deep.map { [fault(.tooDeep($0))] } ?? [])
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
