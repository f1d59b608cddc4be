public import FoundationEssentials

/// The scenes of a storyboard file, checked: all references resolve, no controller contains itself,
/// and identifiers are unique.
public struct StoryboardDocument: Sendable {
    /// The scenes by identifier.
    public let scenes: [String: Scene]
    /// The identifier of the initial scene.
    public let initial: String?

    /// The initial scene.
    public var initialScene: Scene? { initial.flatMap { scenes[$0] } }

    /// A controller and its view.
    public struct Scene: Sendable {
        /// The scene's identifier.
        public let identifier: String
        /// The controller's class, with its module or without.
        public let className: String
        /// The controller's restoration identifier.
        public let restorationIdentifier: String?
        /// The controller's title.
        public let title: String?
        /// The scenes that the controller contains.
        public let children: [String]
        /// The transitions to other scenes.
        public let segues: [Segue]
        /// The controller's view, or `nil` for an empty one.
        public let view: View?
    }

    /// A transition to another scene.
    public struct Segue: Sendable {
        /// The presentation of the destination.
        public enum Kind: String, Sendable, CaseIterable {
            /// Pushes onto the enclosing stack, or else presents.
            case show
            /// Shows the destination in the secondary column of the enclosing split view.
            case showDetail
            /// Presents the destination.
            case present
        }

        public let identifier: String
        public let kind: Kind
        /// The destination's scene.
        public let destination: String
    }

    /// A view and its subviews.
    public struct View: Sendable {
        /// The view's class, with its module or without.
        public let className: String
        public let restorationIdentifier: String?
        /// The controller's name for the view.
        public let outlet: String?
        /// The names of the controller's actions, by event.
        public let actions: [String: String]
        /// X, y, width and height.
        public let frame: [Double]?
        /// The view's properties.
        public let values: [String: StoryboardValue]
        public let subviews: [View]
    }

    /// Reads a storyboard file.
    ///
    /// - Parameter place: The file's name in errors.
    /// - Throws: The first ``StoryboardError``; ``faults(in:place:)`` returns all.
    public init(_ data: Data, place: String) throws(StoryboardError) {
        let file = try StoryboardFile(data, place: place)
        if let fault = Self.faults(of: file, place).first { throw fault }
        scenes = Dictionary(uniqueKeysWithValues: file.scenes.map { ($0.id, $0.scene) })
        initial = file.initial
    }

    /// All faults in a storyboard file, or just the first one if its form is invalid.
    public static func faults(in data: Data, place: String) -> [StoryboardError] {
        do {
            return faults(of: try StoryboardFile(data, place: place), place)
        } catch {
            return [error]
        }
    }

    /// The largest file accepted, in bytes.
    package static let maximumSizeInBytes = 16 << 20
    static let maximumDepth = 64

    /// O(scenes, their children and segues).
    private static func faults(of file: StoryboardFile, _ place: String) -> [StoryboardError] {
        var faults: [StoryboardError] = []
        func report(_ fault: StoryboardError.Fault, _ location: String) {
            faults.append(StoryboardError(fault: fault, place: place, location: location))
        }
        if file.format != 1 { report(.unknownFormat(file.format), "format") }
        let names = file.scenes.map(\.id)
        let known = Set(names)
        // Similar names are suggested for a few faults only. For all, the time would grow with the
        // square of the scenes.
        var suggestions = 10
        func recordUnknown(_ name: String, _ location: String) {
            report(.unknownScene(name, known: suggestions > 0 ? names : []), location)
            suggestions -= 1
        }
        var seen: Set<String> = []
        var parents: [String: String] = [:]
        for (index, scene) in file.scenes.enumerated() {
            let location = "scenes[\(index)]"
            if scene.id.isEmpty { report(.emptyIdentifier, location + ".id") }
            if !seen.insert(scene.id).inserted {
                report(.repeatedScene(scene.id), location + ".id")
            }
            if scene.scene.className.hasSuffix("UISplitViewController"),
                scene.scene.children.count > 3
            {
                report(.tooManyColumns(scene.scene.children.count), location + ".children")
            }
            for outlet in scene.scene.repeatedOutlets {
                report(.repeatedOutlet(outlet), location + ".view")
            }
            for (number, child) in scene.scene.children.enumerated() {
                let location = location + ".children[\(number)]"
                if !known.contains(child) {
                    recordUnknown(child, location)
                } else if parents[child] != nil {
                    report(.sharedScene(child), location)
                } else {
                    parents[child] = scene.id
                }
            }
            var segues: Set<String> = []
            for (number, segue) in scene.scene.segues.enumerated() {
                let location = location + ".segues[\(number)]"
                if !known.contains(segue.destination) {
                    recordUnknown(segue.destination, location + ".to")
                }
                if !segues.insert(segue.identifier).inserted {
                    report(.repeatedSegue(segue.identifier), location + ".id")
                }
            }
        }
        if let initial = file.initial, !known.contains(initial) {
            recordUnknown(initial, "initial")
        }
        faults += chains(names, parents, place)
        return faults
    }

    /// Cycles of containment, and the first scene nested too deeply.
    ///
    /// O(scenes): each has at most one parent, and is visited once on the way up.
    private static func chains(
        _ names: [String],
        _ parents: [String: String],
        _ place: String
    ) -> [StoryboardError] {
        func fault(_ fault: StoryboardError.Fault) -> StoryboardError {
            StoryboardError(fault: fault, place: place, location: "scenes")
        }
        let order = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
        // The nesting depth of each scene. Irrelevant in a cycle or below one.
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
            let cycle = next.flatMap { positions[$0] }.map { chain[$0...] } ?? []
            var depth = cycle.isEmpty ? next.flatMap { depths[$0] } ?? -1 : endless
            for scene in chain.reversed() {
                depth += 1
                depths[scene] = depth
            }
            guard let first = cycle.min(by: { order[$0, default: 0] < order[$1, default: 0] })
            else { continue }
            let start = cycle.firstIndex(of: first) ?? cycle.startIndex
            let upward = cycle[start...] + cycle[..<start] + [first]
            faults.append(fault(.cycle(upward.reversed())))
        }
        let deep = names.first { depths[$0, default: 0] > maximumDepth }
        return faults + (deep.map { [fault(.tooDeep($0))] } ?? [])
    }
}

extension StoryboardDocument.Scene {
    /// Outlets shared by several views, in the order of the file.
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

/// The value of a view's property.
public enum StoryboardValue: Sendable, Hashable {
    case bool(Bool)
    case number(Double)
    case text(String)
}
