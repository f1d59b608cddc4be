import FoundationEssentials
import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import RestorationStorage
import RestorationTesting

/// A minimal program for a plugin: it has roots, and below them the objects that steps create.
final class PluginProgram: RestorationDelegate {
    let session: RestorationSession
    private(set) var plugin: DiscoveredPlugin
    private var holders: [String: Holder] = [:]
    private let folder: RunFolder
    /// The object of steps without a path.
    private(set) var current: String?

    init(
        _ plugin: DiscoveredPlugin,
        application: String,
        in folder: RunFolder,
        current: String?,
        onCall: @escaping @Sendable (PluginCallTrace) -> Void
    ) throws {
        self.plugin = plugin
        self.folder = folder
        self.current = current
        var options = RestorationOptions()
        options.stateDirectory = folder.path + "/state"
        options.keyProvider = FileKeyProvider(directory: folder.path + "/keys")
        let alone = IsolatedPlugin(plugin)
        alone.configure(&options)
        options.savesAutomatically = false
        options.acceptsReloads = true
        options.onPluginCall = onCall
        session = try RestorationSession(application: application, options: options)
        try alone.checkUse(by: session)
        session.delegate = self
        try folder.keep(plugin: plugin.manifest.identifier.rawValue)
        for path in folder.places { place(path) }
    }

    struct Fault: Error {
        let sentence: String
        let remedy: String

        /// - Parameter remedy: By default, to show the object.
        init(_ sentence: String, remedy: String = "show lists the object's members.") {
            self.sentence = sentence
            self.remedy = remedy
        }
    }

    /// The object at a path; `nil` for the last object that was made or named.
    func object(at path: String?) throws -> (path: String, object: any Restorable) {
        // After a crash, no step has named an object yet.
        let objects = objects
        guard let path = path ?? current ?? (objects.count == 1 ? objects[0].path : nil) else {
            throw objects.isEmpty
                ? Fault("there is no object yet", remedy: "make makes one.")
                : Fault("the step names no object", remedy: "Write its path; list shows them.")
        }
        guard let object = holder(of: path)?.objects[Self.name(path)] else {
            let known = objects.map(\.path)
            let near = Spelling.nearest(to: path, among: known)
            throw Fault(
                "there is no object at \(path)" + (near.map { "; did you mean \($0)?" } ?? ""),
                remedy: "list shows the objects."
            )
        }
        current = path
        return (path, object)
    }

    var objects: [(path: String, object: any Restorable)] {
        holders.flatMap { place, holder in
            holder.objects.map { (path: "\(place)/\($0.key)", object: $0.value) }
        }.sorted { $0.path < $1.path }
    }

    /// Creates an object.
    ///
    /// - Parameter path: `nil` to derive it from a route of the class.
    func make(
        _ path: String?,
        className: String?,
        parameters: [String: RestorationValue]
    ) throws -> String {
        let identifier = plugin.manifest.identifier.rawValue
        // The file may contain another build by now.
        let classes =
            (try? DiscoveredPlugin(inspecting: plugin.file))?.manifest.classes
            ?? plugin.manifest.classes
        guard let declared = classes.first(where: { className == nil || $0.name == className })
        else {
            let names = classes.map(\.name)
            let near = className.flatMap { Spelling.nearest(to: $0, among: names) }
            throw Fault(
                near.map { "there is no such class; did you mean \($0)?" }
                    ?? "there is no such class; the plugin has \(names.joined(separator: ", "))",
                remedy: "Name a class of the plugin, or none."
            )
        }
        let path =
            path ?? declared.routes.first?.example.map { $0.joined(separator: "/") }
            ?? "Root/\(declared.name)"
        guard path.split(separator: "/").count > 1 else {
            throw Fault("a path has a root and an object", remedy: "Write Root/\(path).")
        }
        let holder = place(String(path.dropLast(Self.name(path).count + 1)))
        try folder.keep(places: holders.keys.sorted())
        // Without a class name, the routes decide, as in every program.
        let object =
            className == nil && !declared.routes.isEmpty
            ? try session.make(Self.name(path), under: holder, parameters: parameters)
            : try session.make(Self.name(path), under: holder, parameters: parameters) { _ in
                try session.restorationClass(named: declared.name, plugin: identifier)
            }
        holder.objects[Self.name(path)] = object
        current = path
        return path
    }

    func reload(_ file: String) throws {
        let plugin = try DiscoveredPlugin.named(file)
        let (identifier, former) = (plugin.manifest.identifier, self.plugin.manifest.identifier)
        guard identifier == former else {
            throw Fault(
                "the file has another plugin now, \(identifier) instead of \(former)",
                remedy: "Run that one in a run of its own."
            )
        }
        try TrialLoad.check(file)
        try session.reloadPlugin(identifier.rawValue)
        self.plugin = plugin
    }

    func snapshot() throws -> StateSnapshot {
        guard let image = try session.captureImage() else {
            throw Fault("the program declines to be saved", remedy: "Try the step again.")
        }
        return try StateSnapshot(image)
    }

    /// Adopts deferred objects after their restore.
    func didRestoreAwaited(_ objects: [any Restorable]) {
        for object in objects {
            guard let path = session.path(of: object)?.description else { continue }
            holder(of: path)?.objects[Self.name(path)] = object
        }
    }

    private static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private func holder(of path: String) -> Holder? {
        holders[path.split(separator: "/").dropLast().joined(separator: "/")]
    }

    /// The holder at a path, created with its ancestors if necessary.
    @discardableResult
    private func place(_ path: String) -> Holder {
        if let known = holders[path] { return known }
        let parts = path.split(separator: "/").map(String.init)
        let holder = Holder(parts.last ?? path)
        holders[path] = holder
        if parts.count > 1 {
            let above = place(parts.dropLast().joined(separator: "/"))
            above.holders[holder.name] = holder
        } else {
            session.addRoot(holder)
        }
        return holder
    }
}

/// An object of the program: a root, or an object between a root and the plugin's objects.
private final class Holder: Restorable {
    let name: String
    var restorationIdentifier: String? { name }
    /// The children that the program builds on every launch.
    var holders: [String: Holder] = [:]
    /// The children that classes created.
    var objects: [String: any Restorable] = [:]

    init(_ name: String) { self.name = name }

    var restorationChildren: [any Restorable] {
        holders.sorted { $0.key < $1.key }.map(\.value)
            + objects.sorted { $0.key < $1.key }.map(\.value)
    }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(objects.mapValues { RestorationReference($0) }, forKey: "objects")
        coder.encode(holders.mapValues { RestorationReference($0) }, forKey: "holders")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        let saved = try coder.decode([String: RestorationReference].self, forKey: "objects")
        objects = (saved ?? [:]).compactMapValues(\.object)
    }
}
