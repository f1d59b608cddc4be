package import RestorationCore
package import RestorationDiscovery
package import RestorationPlugins
package import RestorationStorage

/// What the crash ledger leaves out of restores and saves, for whoever looks at it from outside.
package struct SetAsideObject {
    /// `nil` if the archive that is there does not have it, and for all objects of a class.
    package let path: RestorationPath?
    package let className: String?
    package let plugin: String?
    /// What happened: a sentence without its full stop.
    package let problem: String
    /// When that was found, in seconds since 1970.
    package let moment: Int64
    /// Whether the next launch tries it again by itself.
    package let isTriedAgain: Bool
    /// Whether it is restored, and only not asked for its state.
    package let isOfSave: Bool
    package let extent: Extent
    private let object: UInt64

    package enum Extent: String, Sendable {
        case object, ofClass, ofPlugin
    }

    /// Whether it is the program's delegate, which has no path: the application's own record is
    /// kept from it.
    package var isDelegate: Bool { object == LedgerPage.delegate }
    /// Whether it is all that is saved.
    package var isEverything: Bool { object == LedgerPage.everything }

    /// How the last launch has ended, if it has, in what the next one judges: a sentence without
    /// its full stop. `nil` if there is nothing to judge.
    package static func unjudgedEnding(in page: LedgerPage) -> String? { LastLaunch(page).problem }

    /// The object in whose code the last launch has ended; `nil` if the archive does not have it.
    package static func unjudgedPath(
        in page: LedgerPage,
        archive: ArchiveReader?,
        generation: UInt64?
    ) -> RestorationPath? {
        guard let archive, let mark = LastLaunch(page).mark, mark.isNumbered,
            mark.generation == generation, archive.records.indices.contains(mark.record),
            mark.record > 0
        else { return nil }
        return archive.path(of: archive.records[mark.record].path)
    }

    /// What a ledger leaves out, oldest first.
    ///
    /// - Parameters:
    ///   - archive: Tells what objects are called; `nil` if it cannot be read.
    ///   - acting: Looks up whose code runs for what a class of a plugin has saved.
    ///   - pluginOf: Whose identity one of the ledger's is, of the plugins that are there.
    package static func all(
        in page: LedgerPage,
        archive: ArchiveReader?,
        acting: @escaping (ClassVersion) -> ActingClass = ActingClass.init(of:),
        plugin pluginOf: (_ identity: UInt64) -> String? = { _ in nil }
    ) -> [SetAsideObject] {
        var history = CrashHistory(page.sheet)
        // What came through in the last launch is left out no more.
        if LastLaunch(page).problem == nil { _ = history.add(.well) }
        let objects = Set(history.suspects.map(\.object))
        let records = archive.map {
            LedgerRecords(of: objects, in: $0, salt: page.salt, ActingClasses(acting))
        }
        return history.suspects.map { SetAsideObject($0, records, pluginOf($0.identity)) }
    }

    /// The same for a program that is looked at from outside.
    package static func all(
        in page: LedgerPage,
        archive: ArchiveReader?,
        facts: ProgramFacts,
        plugins: DiscoveryOutcome
    ) -> [SetAsideObject] {
        let participants = Participants(salt: page.salt, facts, plugins)
        return all(
            in: page,
            archive: archive,
            acting: { plugins.actingClass(for: $0, pinned: facts.pinnedPlugins) },
            plugin: { participants.party(of: $0)?.plugin }
        )
    }

    private init(
        _ suspect: LedgerPage.Suspect,
        _ records: LedgerRecords?,
        _ plugin: String?
    ) {
        let number = records?.record(of: suspect.object)
        let ofClass =
            suspect.knownStage?.kind == .other
            ? records?.records(ofClass: suspect.object).first : nil
        let acting = (number ?? ofClass).flatMap { records?.acting($0) }
        path = number.flatMap { records?.path(of: $0) }
        className = acting?.className
        self.plugin = acting?.plugin ?? plugin
        problem = CrashDescription(
            stage: suspect.stage,
            hasClass: number.flatMap { records?.hasClass($0) }
        ).problem(of: suspect)
        moment = suspect.moment
        isTriedAgain = suspect.standing != .setAside
        isOfSave = suspect.knownStage?.kind == .save
        extent =
            suspect.isOfPlugin
            ? .ofPlugin : suspect.knownStage?.kind == .other ? .ofClass : .object
        object = suspect.object
    }

    /// Whether an object of a class is left out because of this.
    package func covers(_ acting: ActingClass) -> Bool {
        plugin == acting.plugin
            && (extent == .ofPlugin || extent == .ofClass && className == acting.className)
    }

    /// Lets objects be restored, and asked for their state, again. The ledger must not be in use.
    ///
    /// - Parameter forgivesLastLaunch: Whether the next launch does not judge how the last one has
    ///   ended.
    package static func release(
        _ objects: [SetAsideObject],
        in page: LedgerPage,
        forgivesLastLaunch: Bool
    ) {
        let released = Set(objects.map(\.object))
        var sheet = page.sheet
        sheet.suspects.removeAll { released.contains($0.object) }
        if forgivesLastLaunch {
            sheet.isWindowOpen = false
            sheet.endings = 0
            page.clearMark()
        }
        page.sheet = sheet
        page.synchronize()
    }
}
