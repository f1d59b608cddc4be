import RestorationCore
import RestorationDiscovery
import RestorationEngine
import RestorationKit
import RestorationPlugins

/// Looking at the objects of plugins, which no object of the test's own can ask.
extension TreeLife {
    /// Where an object of a plugin differs from what it was in the first life.
    ///
    /// - Parameter restored: The paths that the report says are restored. Of their objects, those
    ///   are looked at that somebody holds still.
    func foreignDifferences(at restored: Set<String>, _ expected: ExpectedTree) -> [String] {
        guard let session else { return [] }
        var found: [String] = []
        for object in foreignObjects {
            let path = session.path(of: object).map { "\($0)" } ?? "nowhere"
            let steps = path.split(separator: "/").map(String.init)
            guard let number = expected.owner(of: steps) else {
                found.append("a plugin's object is at \(path), where none was")
                continue
            }
            guard restored.contains(path), !expected.isShared(steps) else { continue }
            found += differences(of: object, number, at: path, expected)
        }
        return found
    }

    private func differences(
        of object: PluginObject,
        _ number: Int,
        at path: String,
        _ expected: ExpectedTree
    ) -> [String] {
        var found: [String] = []
        let (plugin, name) = (object.pluginClass.plugin, object.pluginClass.name)
        if tree.nodes[number].kind.language?.plugin != plugin || name != ClassOnPaper.className {
            found.append("\(path) is of the class \(name) of \(plugin ?? "the program")")
        }
        switch Result(catching: { try SmallState(of: object) }) {
        case .success(let state):
            if state.number != number {
                found.append("\(path) has the number \(state.number.map { "\($0)" } ?? "nil")")
            }
            found += differences(of: state.references, number, at: path, expected)
        case .failure(let error): found.append("\(path) does not encode: \(Diagnosis(error))")
        }
        let parent = session?.path(of: object)?.parent
        let wanted = expected.paths[number].flatMap { expected.owner(of: Array($0.dropLast())) }
        if let wanted, let here = made.first(where: { $0.number == wanted && $0.hasDecoded }),
            parent != session?.path(of: here)
        {
            found.append("\(path) is not below \(wanted)")
        }
        return found
    }

    /// The objects of plugins that somebody holds.
    private var foreignObjects: [PluginObject] {
        var found: [PluginObject] = []
        var seen: Set<ObjectIdentifier> = []
        var next: [(any Restorable)?] = made.flatMap { $0.children + $0.references }
        while let object = next.popLast() {
            let object = (object as? UnavailableObject)?.arrived ?? object
            guard let object = object as? PluginObject,
                seen.insert(ObjectIdentifier(object)).inserted
            else { continue }
            found.append(object)
            next += (try? SmallState(of: object).references) ?? []
        }
        return found
    }
}

extension TreeLife {
    /// Where what an object of a plugin refers to is not what it referred to.
    private func differences(
        of references: [(any Restorable)?],
        _ number: Int,
        at path: String,
        _ expected: ExpectedTree
    ) -> [String] {
        let wanted = tree.nodes[number].references
        guard references.count == wanted.count else {
            return ["\(path) refers to \(names(references)), not to \(wanted)"]
        }
        return zip(references, wanted).compactMap { object, target in
            isReferred(object, target, expected)
                ? nil : "\(path) refers to \(names([object])), not to \(target)"
        }
    }

    private func isReferred(
        _ object: (any Restorable)?,
        _ target: Int,
        _ expected: ExpectedTree
    ) -> Bool {
        if isEnded(object), mayHaveEnded(target, expected) {
            // What is kept takes the place of the object.
            let isKept = expected.paths[target].map { expected.outcomes[$0] == .retained } ?? false
            return object != nil || tree.isLate || !isFaulty || !isKept
        }
        if isFaulty { return isSame(object, target, expected) }
        guard let path = expected.paths[target] else { return object == nil }
        // What was out of the question may have been given up.
        let isOpen = tree.isLate && expected.outcomes[path] != .restored
        return isOpen && isEnded(object) || holds(object, target)
    }

    private func isEnded(_ object: (any Restorable)?) -> Bool {
        object == nil || object is UnavailableObject
    }

    /// A plugin's reference keeps nobody alive.
    private func mayHaveEnded(_ number: Int, _ expected: ExpectedTree) -> Bool {
        guard tree.nodes[number].kind.isPlugin, let parent = tree.nodes[number].parent else {
            return false
        }
        return [number, parent].contains { number in
            expected.paths[number].map { expected.outcomes[$0] != .restored } ?? true
        }
    }
}

/// What a small object encodes.
private final class SmallState: ReferenceNumbering, ReferenceResolving {
    private(set) var number: Int?
    private(set) var references: [(any Restorable)?] = []
    /// By number, from 1 up.
    private var objects: [any Restorable] = []

    init(of object: any Restorable) throws {
        let writer = ArchiveWriter()
        writer.sections.numbering = self
        defer { writer.sections.numbering = nil }
        let section = try writer.sections.writeSection {
            try object.encodeRestorableState(with: $0)
        }.get()
        writer.append(ArchiveRecord())
        writer.place(section, inRecord: 0)
        appendRecords(to: writer)
        let archive = try ArchiveReader(source: writer.finish(.unknown))
        let coder = try archive.coder(for: 0, resolving: self)
        number = try coder.decode(Int.self, forKey: "number")
        references =
            try coder.decode([RestorationReference].self, forKey: "references")?.map(\.object) ?? []
    }

    /// What is referred to has a record in every archive.
    private func appendRecords(to writer: ArchiveWriter) {
        for number in objects.indices {
            var record = ArchiveRecord()
            record.path = writer.number(
                of: PathNode(
                    parent: ArchiveRecord.none,
                    identifier: writer.stringNumber("\(number)"),
                    discriminator: ArchiveRecord.none
                )
            )
            record.referencesStart = UInt32(writer.sections.referenceCount)
            writer.append(record)
        }
    }

    func number(of object: any Restorable) -> UInt32? {
        objects.append(object)
        return UInt32(objects.count)
    }
    func object(for number: UInt32) -> (any Restorable)? { objects[Int(number) - 1] }
    func notePassedOver(_ object: any Restorable, key: String, holder: Int) {}
}

extension ContractProgram {
    /// Where the plugin alone is that recreates objects of a kind.
    func directory(of kind: RandomTree.Kind) -> String { "\(directory)/only-\(kind.rawValue)" }
}
