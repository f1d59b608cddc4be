public import Foundation

/// The scenes of a storyboard file, checked: every name in it leads somewhere, no controller
/// contains itself, and no identifier occurs twice.
public struct StoryboardDocument: Sendable {
    /// The scenes by their identifiers.
    public let scenes: [String: Scene]
    /// The identifiers in the order of the file.
    public let order: [String]
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
    /// - Throws: ``StoryboardError``.
    public init(_ data: Data, place: String) throws(StoryboardError) {
        let file: StoryboardFile
        do {
            file = try JSONDecoder().decode(StoryboardFile.self, from: data)
        } catch let error as DecodingError {
            throw StoryboardError(error, place: place)
        } catch {
            throw StoryboardError(fault: .notJSON("\(error)"), place: place)
        }
        func fail(_ fault: StoryboardError.Fault, _ location: String) -> StoryboardError {
            StoryboardError(fault: fault, place: place, location: location)
        }
        guard file.format == 1 else { throw fail(.unknownFormat(file.format), "format") }
        var scenes: [String: Scene] = [:]
        for (index, scene) in file.scenes.enumerated() {
            let scene = scene.scene
            guard scenes.updateValue(scene, forKey: scene.identifier) == nil else {
                throw fail(.repeatedScene(scene.identifier), "scenes[\(index)].id")
            }
        }
        let names = file.scenes.map(\.id)
        for (index, scene) in file.scenes.map(\.scene).enumerated() {
            for (number, child) in scene.children.enumerated() where scenes[child] == nil {
                throw fail(
                    .unknownScene(child, known: names),
                    "scenes[\(index)].children[\(number)]"
                )
            }
            var segues: Set<String> = []
            for (number, segue) in scene.segues.enumerated() {
                let location = "scenes[\(index)].segues[\(number)]"
                guard scenes[segue.destination] != nil else {
                    throw fail(.unknownScene(segue.destination, known: names), location + ".to")
                }
                guard segues.insert(segue.identifier).inserted else {
                    throw fail(.repeatedSegue(segue.identifier), location + ".id")
                }
            }
        }
        if let initial = file.initial, scenes[initial] == nil {
            throw fail(.unknownScene(initial, known: names), "initial")
        }
        if let circle = Self.circle(in: scenes, from: names) {
            throw fail(.circle(circle), "scenes")
        }
        self.scenes = scenes
        order = names
        initial = file.initial
    }

    /// Scenes that contain each other in a circle. O(scenes and children).
    private static func circle(in scenes: [String: Scene], from names: [String]) -> [String]? {
        var isDone: Set<String> = []
        var above: [String] = []
        func visit(_ name: String) -> [String]? {
            if let start = above.firstIndex(of: name) { return above[start...] + [name] }
            guard isDone.insert(name).inserted else { return nil }
            above.append(name)
            defer { above.removeLast() }
            for child in scenes[name]?.children ?? [] {
                if let circle = visit(child) { return circle }
            }
            return nil
        }
        for name in names {
            if let circle = visit(name) { return circle }
        }
        return nil
    }
}

/// What a storyboard sets of a view.
public enum StoryboardValue: Sendable, Hashable {
    case bool(Bool)
    case number(Double)
    case text(String)
}
