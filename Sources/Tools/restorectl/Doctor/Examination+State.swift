import RestorationCore
import RestorationKit
import RestorationStorage

extension Examination.Part {
    /// The generations and set-aside files.
    ///
    /// - Parameter isLost: Whether a set-aside file contains nothing that can be restored.
    static func archive(
        of store: ArchiveStore,
        isLost: (StoredFile) throws -> Bool
    ) -> Self {
        Self("archive") { part in
            let check = try StateCheck(of: store)
            part.note(check.verdict.sentence)
            for file in check.files where file.role != .setAside {
                switch file.condition {
                case .intact: break
                case .harmless(let reason): part.note("\(file.name): \(reason.problem), harmless")
                case .partlyDamaged:
                    part.report(
                        Diagnosis(
                            problem: "Part of the \(file.name) is damaged",
                            place: file.path,
                            remedy: "Use restorectl archive verify \(store.commandSubject) to see"
                                + " which objects are in it."
                        )
                    )
                case .damaged(let reason):
                    part.report(
                        Diagnosis(
                            problem: reason.problem,
                            place: reason.place,
                            remedy: check.remedy(forDamaged: file) ?? reason.remedy
                        )
                    )
                case .unreadable(let reason): part.report(reason)
                }
            }
            let setAside = try store.files().filter { $0.role == .setAside }
            let lost = try setAside.count(where: isLost)
            part.reportSetAside(
                setAside.count - lost,
                "file is set aside",
                plural: "files are set aside",
                in: store,
                remedy: "Use restorectl archive list --set-aside \(store.commandSubject) to"
                    + " see how to restore each."
            )
            part.reportSetAside(
                lost,
                "file that is set aside is damaged, and nothing in it can be restored",
                plural: "files that are set aside are damaged, and nothing in them can be restored",
                in: store,
                remedy: "Only a backup of the state directory can bring that state back: quit the"
                    + " program, and put back the archive from the backup."
            )
        }
    }

    private mutating func reportSetAside(
        _ count: Int,
        _ singular: String,
        plural: String,
        in store: ArchiveStore,
        remedy: String
    ) {
        guard count > 0 else { return }
        report(
            Diagnosis(
                problem: Quantity.count(count, singular, plural: plural),
                place: "\(store.directory)/set-aside",
                remedy: remedy
            )
        )
    }

    /// Objects that are left out after crashes in their code.
    static func suspects(_ crashes: Result<CrashFindings, any Error>) -> Self {
        Self("crashes") { part in
            let crashes = try crashes.get()
            let subject = crashes.store.commandSubject
            if let ending = crashes.unjudged {
                part.report(
                    Diagnosis(
                        problem: "\(ending.suspect.problem), unless a launch is running right now",
                        place: ending.path?.description,
                        remedy: "The next launch decides whether to leave"
                            + " objects out. To restore all objects again, use restorectl"
                            + " archive retry \(subject)."
                    )
                )
            }
            for object in crashes.objects {
                let name = object.path?.description ?? object.className
                let owner = object.plugin.map { " of \($0)" } ?? ""
                part.report(
                    Diagnosis(
                        problem: object.suspect.problem,
                        place: name.map { $0 + owner } ?? object.plugin,
                        remedy: "Install a version without the fault, or restore"
                            + " it again with restorectl archive retry \(subject)."
                    )
                )
            }
            if part.findings.isEmpty { part.note("nothing is left out of restores") }
            // An earlier part reports the reason.
            if crashes.obstacle != nil { part.note("the names of the objects cannot be read") }
        }
    }

    static func retained(in store: ArchiveStore) -> Self {
        Self("retained state") { part in
            guard let archive = try store.openNewestForReading() else { return }
            let report = try? store.readReport().map { try StoredReport(decoding: $0) }
            let awaited = Set(report?.objects.filter(\.isAwaited).map(\.path) ?? [])
            let retained = try RetainedGroup.all(in: archive, except: awaited)
            let older = try? store.openOlderForReading()
            let before = try? older.map { try RetainedGroup.all(in: $0, except: awaited) }
            if retained.isEmpty { part.note(nothingRetained(in: archive, of: store)) }
            for group in retained {
                // An archive has no times of records, so the older archive shows whether the state
                // is older.
                let wasThere = before?.contains { $0.owner == group.owner } ?? false
                let moment = (wasThere ? older : nil)?.savedAt ?? archive.savedAt
                part.report(
                    Diagnosis(
                        problem: "The state of \(Quantity.count(group.paths.count, "object")) of"
                            + " \(group.owner) is retained, \(Quantity.bytes(group.sizeInBytes)),"
                            + " since \(Quantity.moment(moment.seconds)) or longer",
                        place: group.paths.first,
                        remedy: "Use restorectl report \(store.commandSubject) to"
                            + " see how to restore it, or restorectl archive drop to give it up."
                    )
                )
            }
        }
    }

    /// The note for an archive without retained state, even if the last restore retained some.
    private static func nothingRetained(
        in archive: OpenedArchive,
        of store: ArchiveStore
    ) -> String {
        let report = try? store.readReport().map { try StoredReport(decoding: $0) }
        guard let report, case let facts = ReportFacts(report: report, showsAll: false),
            case let count = facts.count(of: .retained), count > 0
        else { return "none" }
        return report.generation == archive.generation
            ? "none saved yet: the next save writes that of \(Quantity.count(count, "object")),"
                + " which the last restore retained"
            : "none any more in generation \(archive.generation), saved since the last restore"
    }

    static func save(in store: ArchiveStore) -> Self {
        Self("last save") { part in
            guard let saved = try StoredSave(lastOf: store) else {
                part.note("there is no report of one yet")
                return
            }
            let moment = Quantity.moment(saved.savedAt)
            guard let error = saved.error?.diagnosis else {
                // A save with nothing new to report does not update the report.
                let newest = (try? store.openNewestForReading()).flatMap(\.self)
                if let newest, newest.generation > saved.generation {
                    let moment = Quantity.moment(newest.savedAt.seconds)
                    part.note("saved generation \(newest.generation), \(moment)")
                } else {
                    part.note("saved generation \(saved.generation), \(moment)")
                }
                return
            }
            part.report(
                Diagnosis(
                    problem: "The save at \(moment) has failed: \(error.problem)",
                    place: error.place,
                    remedy: error.remedy
                )
            )
        }
    }

    /// The result of the last restore.
    ///
    /// - Parameter reported: Objects that an earlier part reports.
    static func report(in store: ArchiveStore, without reported: Set<String>) -> Self {
        Self("last restore") { part in
            guard let bytes = try store.readReport() else {
                part.note("there was none yet")
                return
            }
            let report = try StoredReport(decoding: bytes)
            let facts = ReportFacts(report: report, showsAll: false)
            part.note(facts.origin)
            if let summary = facts.summary { part.note(summary) }
            report.notes.forEach { part.report($0.diagnosis) }
            // Awaited objects need no attention; the summary counts them.
            for object in report.objects where !reported.contains(object.path) {
                guard let reason = object.reason, !object.isAwaited else { continue }
                part.report(
                    Diagnosis(
                        problem: "\(object.outcome): \(reason.problem)",
                        excerpt: reason.excerpt,
                        place: [object.path, reason.place].compactMap(\.self)
                            .joined(separator: ", "),
                        remedy: reason.remedy
                    )
                )
            }
        }
    }
}

extension StateCheck {
    /// The remedy for a damaged generation, depending on the others; `nil` for other files.
    fileprivate func remedy(forDamaged file: FileCheck) -> String? {
        let generations = files.filter { $0.role?.isGeneration == true }
        guard generations.contains(where: { $0.path == file.path }) else { return nil }
        let other = generations.first { $0.path != file.path && $0.isUsable }
        return other?.generation.map {
            "No action is needed: the next launch restores generation \($0)."
        } ?? "Put the file back from a backup. Without one, the next launch starts afresh."
    }
}

extension StateCheck.FileCheck {
    fileprivate var name: String { "\(role?.rawValue ?? "file") generation" }
}

private struct RetainedGroup {
    let owner: String
    var paths: [String] = []
    var sizeInBytes = 0

    /// - Parameter awaited: The paths of objects that come later, which are nothing to examine.
    static func all(
        in archive: OpenedArchive,
        except awaited: Set<String>
    ) throws -> [RetainedGroup] {
        let reader = try ArchiveReader(archive)
        var groups: [RetainedGroup] = []
        for number in reader.records.indices {
            let object = PreservedObject(number, of: reader)
            guard object.flags.contains(.isRetained), !awaited.contains(object.pathText)
            else { continue }
            let type = object.className ?? object.typeName ?? "the program"
            let owner = object.plugin.map { "\(type) of \($0)" } ?? type
            let place = groups.firstIndex { $0.owner == owner } ?? groups.endIndex
            if place == groups.endIndex { groups.append(RetainedGroup(owner: owner)) }
            groups[place].paths.append(object.pathText)
            groups[place].sizeInBytes += object.sizeInBytes
        }
        return groups
    }
}

extension StoredReport.Object {
    fileprivate var isAwaited: Bool { outcome == RestorationReport.Outcome.awaited.rawValue }
}
