import RestorationCore

/// The restoration classes that an archive names, and the types of its objects. Each is looked up
/// once.
final class ClassLookup {
    private let keeper: RecordKeeper
    private let classes: any RestorationClassSource
    private let planned: PlannedRecords?
    private let registry: ObjectRegistry
    let traits = TraitTable()
    private let answers = Remembered<ClassKey, ClassAnswer>()
    private let kinds = Remembered<KindKey, Bool>()
    /// The plugins of the archive whose state another one has by now.
    private var takenOver: Set<String> = []
    private let knownClasses = Remembered<ObjectIdentifier, KnownClass>()

    init(
        _ keeper: RecordKeeper,
        _ classes: any RestorationClassSource,
        _ registry: ObjectRegistry,
        _ planned: PlannedRecords?
    ) {
        self.keeper = keeper
        self.classes = classes
        self.planned = planned
        self.registry = registry
    }

    /// The class of a record, whose plugin is loaded for it in a step of its own.
    func loadedClass(of record: ArchiveRecord, _ number: Int) throws -> ClassAnswer {
        let key = ClassKey(record)
        if let known = answers[key] { return known }
        guard record.plugin != ArchiveRecord.none else { return restorationClass(of: record) }
        return try keeper.run(.load, number) { restorationClass(of: record) }
    }

    /// The class of a record.
    func restorationClass(of record: ArchiveRecord) -> ClassAnswer {
        let key = ClassKey(record)
        if let known = answers[key] { return known }
        let answer: ClassAnswer
        do {
            answer = .found(try knownClass(of: record))
        } catch {
            answer = .unavailable(Obstacle(Diagnosis(error)))
        }
        answers[key] = answer
        return answer
    }

    /// Whether converters bring the state to another class, the plan has decided.
    private func knownClass(of record: ArchiveRecord) throws -> KnownClass {
        if let conversion = planned?.conversion(of: record) {
            let end = conversion.target
            let found = try classes.restorationClass(named: end.className, plugin: end.plugin)
            return KnownClass(found, number: known(found).number, conversion)
        }
        let plugin = keeper.archive.string(record.plugin)
        let found = try classes.restorationClass(
            named: keeper.archive.string(record.className) ?? "",
            plugin: plugin
        )
        noteTakeover(by: found.plugin, of: plugin)
        return known(found)
    }

    /// Has converters rewrite the state of a record.
    func convert(_ number: Int, by conversion: Conversion) throws {
        try keeper.convert(number, by: conversion) { step, reading, writing in
            try classes.convert(conversion, step: step, reading: reading, writing: writing)
        }
    }

    /// Says once that a plugin has taken over the state of another one.
    private func noteTakeover(by heir: String?, of plugin: String?) {
        guard let heir, let plugin, heir != plugin, takenOver.insert(plugin).inserted else {
            return
        }
        keeper.notes.append(
            Diagnosis(
                problem: "The plugin \(heir) has taken over the state of \(plugin)",
                remedy: "Nothing needs to be done: its manifest lists that as a former id."
            )
        )
    }

    /// The class whose route claims a path; `nil` if none does.
    func routedClass(for path: RestorationPath) throws -> KnownClass? {
        try classes.restorationClass(for: path).map { known($0) }
    }

    private func known(_ restorationClass: any RestorationClass) -> KnownClass {
        let key = ObjectIdentifier(restorationClass)
        if let known = knownClasses[key] { return known }
        let known = KnownClass(restorationClass, number: registry.number(of: restorationClass))
        knownClasses[key] = known
        return known
    }

    /// The kind-of rule: the object is of the type that saved, or of a descendant (REST-19), by the
    /// type's name now or a former one (REST-20). Not for objects that the recorded restoration
    /// class made: that decides, by its name.
    func isKind(_ object: any Restorable, of record: ArchiveRecord) -> Bool {
        // What a plugin holds is of its kinds, of which it knows how they go together. Older
        // archives have the name of one Swift type for all of them.
        if traits.traits(of: object).contains(.pluginHeld), let held = object as? any PluginHeld {
            guard let plugin = keeper.archive.string(record.plugin) else { return false }
            return plugin == held.holdingPlugin
                || classes.heir(ofPlugin: plugin) == held.holdingPlugin
        }
        guard record.plugin == ArchiveRecord.none else { return false }
        guard record.typeName != ArchiveRecord.none else { return true }
        let type: AnyClass = type(of: object)
        let key = KindKey(saved: record.typeName, type: ObjectIdentifier(type))
        if let known = kinds[key] { return known }
        let saved = keeper.archive.string(record.typeName) ?? ""
        var candidate: AnyClass? = type
        var answer = false
        while let current = candidate, !answer {
            answer = TypeName.of(current) == saved || classes.isFormerName(saved, of: current)
            candidate = _getSuperclass(current)
        }
        kinds[key] = answer
        return answer
    }
}

extension ClassLookup {
    /// Asked for every object: one pointer, which costs next to nothing to copy.
    enum ClassAnswer {
        case found(KnownClass)
        case unavailable(Obstacle)
    }
    final class Obstacle {
        let reason: Diagnosis

        init(_ reason: Diagnosis) { self.reason = reason }
    }
    /// What a restoration class says of itself, asked once.
    final class KnownClass {
        let restorationClass: any RestorationClass
        let schemaVersion: Int
        let isForeign: Bool
        let hasCaptures: Bool
        /// Its number in the registry.
        let number: UInt32
        /// What brings the state to it, if another class has saved that.
        let conversion: Conversion?

        init(
            _ restorationClass: any RestorationClass,
            number: UInt32,
            _ conversion: Conversion? = nil
        ) {
            self.conversion = conversion
            self.restorationClass = restorationClass
            schemaVersion = restorationClass.schemaVersion
            isForeign = restorationClass.plugin != nil
            hasCaptures = restorationClass.hasCaptures
            self.number = number
        }
    }

    /// A saved type, by the number of its name, and the type of a live object.
    struct KindKey: Hashable {
        let saved: UInt32
        let type: ObjectIdentifier
    }
}
