import CRestorationSystem
import RestorationCore

/// A restoration class's description of itself, read once, and the conversion of the state for it.
final class KnownClass {
    let restorationClass: any RestorationClass
    let conversion: Conversion?
    let schemaVersion: Int
    let isForeign: Bool
    let hasCaptures: Bool

    init(_ restorationClass: any RestorationClass, _ conversion: Conversion? = nil) {
        self.restorationClass = restorationClass
        self.conversion = conversion
        schemaVersion = restorationClass.schemaVersion
        isForeign = restorationClass.plugin != nil
        hasCaptures = restorationClass.hasCaptures
    }
}

/// Why no object can be made for a record, or its state cannot be read. The record is retained.
struct Obstacle: DiagnosedError {
    let diagnosis: Diagnosis
}

/// The first step: the restoration class in the record.
extension Restoration {
    /// The class of a record. Loads its plugin in a step of its own.
    func loadedClass(of row: Int) throws -> KnownClass {
        let kind = set.rows[row].kind
        return try classAnswers.answer(for: kind) {
            guard set.kinds.plugin(of: kind) != nil else {
                return Result { try knownClass(of: kind) }
            }
            if let obstacle = planned?.obstacle(to: kind, set.kinds) {
                return .failure(Obstacle(diagnosis: obstacle))
            }
            return try run(.load, row) { Result { try knownClass(of: kind) } }
        }.get()
    }

    private func knownClass(of number: Int) throws -> KnownClass {
        let kind = set.kinds[number]
        // The plan has decided whether the state is converted for another class.
        let conversion = planned?.conversion(of: number)
        let found = try classes.restorationClass(
            named: conversion?.target.className ?? kind.className ?? "",
            plugin: conversion.map(\.target.plugin) ?? kind.plugin
        )
        if conversion == nil { noteTakeover(by: found.plugin, of: kind.plugin) }
        // The class may have been registered after the plan was made.
        let facts = ClassFacts.present(
            name: found.name,
            schemaVersion: found.schemaVersion,
            conversion
        )
        if let obstacle = facts.obstacle(to: number, set.kinds) {
            throw Obstacle(diagnosis: obstacle)
        }
        return KnownClass(found, conversion)
    }

    /// Notes once that a plugin has taken over another plugin's state.
    private func noteTakeover(by successor: String?, of plugin: String?) {
        guard let successor, let plugin, successor != plugin else { return }
        let note = Diagnosis(
            problem: "The plugin \(successor) has taken over the state of \(plugin)",
            remedy: "No action is needed: its manifest lists that as a former id."
        )
        if !notes.contains(note) { notes.append(note) }
    }

    func droppedKeys(of row: Int) -> Set<String> {
        let kind = set.rows[row].kind
        let known = set.hasClass(row) ? try? classAnswers.known(kind)?.get() : nil
        return (known?.restorationClass ?? set.kinds.restorationClass(of: kind))?.droppedKeys ?? []
    }

    func create(_ row: Int, _ known: KnownClass, isRecorded: Bool = false) throws {
        let start = known.isForeign ? restoration_nanoseconds() : nil
        let object = try makeObject(row, known, isRecorded)
        if let start { set.addDuration(since: start, of: row) }
        if let root = builtRoot(row), root !== object {
            // The other object may have read keys that the root does not know.
            values[row].askedAtCreation = []
            if bind(root, row) { set.setReason(Self.secondRoot, of: row) }
            return
        }
        // If another record is already bound to the object, the object keeps that identity. A class
        // found by the recorded name stands for the type, which may be renamed.
        let isKnownKind = isRecorded && !known.restorationClass.isBoundToType
        guard bind(object, row, isKnownKind: isKnownKind) else { return }
        mark(row, .isCreated)
        if known.conversion != nil { set.hasConverted = true }
        set.rows[row].flags.insert(.isNamed)
        if set.rows[row].fate == .bound {
            set.rows[row].kind = set.kinds.number(
                of: known.restorationClass,
                type: type(of: object)
            )
        }
    }

    private func makeObject(
        _ row: Int,
        _ known: KnownClass,
        _ isRecorded: Bool
    ) throws -> any Restorable {
        guard let origin = values.origin(of: row) else { throw CreationDeclined() }
        let archive = origin.source.archive
        let isEmpty = archive.records[origin.number].isEmpty
        if isRecorded, !isEmpty { try rewrite(row, for: known) }
        let coders = values.coders(of: origin.source)
        // Rewritten values have a coder of their own.
        let isAtHand = values.known(row)?.migrated == nil && archive.isInWindow(origin.number)
        // Bytes that have not been read yet may be damaged. The values then come from an older
        // generation, or there is no object.
        let coder = isEmpty || isAtHand ? nil : try values.coder(for: row)
        let captures =
            known.hasCaptures
            ? set.path(of: row).map { known.restorationClass.captures(in: $0) } ?? [:] : [:]
        let object = try known.restorationClass.createObject(
            CreationRequest(
                restoring: UInt32(origin.number),
                from: coders,
                reason: reason,
                coder: coder,
                captures: captures
            )
        )
        let asked = coder?.askedKeys ?? coders.keysAsked(ofRecord: origin.number)
        if !asked.isEmpty { values[row].askedAtCreation = asked }
        return object
    }
}
