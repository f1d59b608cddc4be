package import RestorationCore
package import RestorationDiscovery
package import RestorationPlugins
package import RestorationStorage

/// An object that the crash ledger keeps out of restores, or several of them, for whoever looks at
/// it from outside.
package struct SetAsideObject {
    /// `nil` if the archive that is there does not have it, and for several objects.
    package let path: RestorationPath?
    package let className: String?
    package let plugin: String?
    /// What happened: a sentence without its full stop.
    package let problem: String
    /// When that was found, in seconds since 1970.
    package let moment: Int64
    /// For how many launches more it is left out, until it is tried again by itself; `nil` if that
    /// does not happen.
    package let launches: Int?
    /// What it is kept out of.
    package let scope: Scope
    /// Whether more than one object is meant.
    package let group: Group?
    /// How often it happened.
    package private(set) var count = 1
    private let digests: Set<UInt64>

    package enum Scope {
        case restore
        /// It is restored, and not asked for its state.
        case save
        /// The plugin's objects of its class are not destroyed.
        case destruction
        /// State that the plugin would convert is retained.
        case conversion
        /// Nothing: it counts against its class and its plugin.
        case nothing
    }

    package enum Group {
        /// All objects of a class.
        case ofClass
        /// All objects of a plugin.
        case ofPlugin
    }

    /// Whether it is the program's delegate, which has no path: the application's own record is
    /// kept from it.
    package var isDelegate: Bool { digests == [LedgerPage.delegate] }
    /// Whether it is all that is saved.
    package var isEverything: Bool { digests == [LedgerPage.everything] }

    /// How the last launch has ended, if it has, in what the next one judges: a sentence without
    /// its full stop. `nil` if there is nothing to judge.
    package static func unjudgedEnding(in page: LedgerPage) -> String? {
        let last = LastLaunch(page)
        guard last.endedInWindow || last.crashOutsideRestore != nil else { return nil }
        return last.problem
    }

    /// The object in whose code the last launch has ended; `nil` if the archive does not have it.
    package static func unjudgedPath(
        in page: LedgerPage,
        archive: ArchiveReader?,
        generation: UInt64?
    ) -> RestorationPath? {
        guard let archive, let mark = LastLaunch(page).mark(in: generation), mark.isNumbered,
            archive.records.indices.contains(mark.record), mark.record > 0
        else { return nil }
        return archive.path(of: archive.records[mark.record].path)
    }

    /// The objects that a ledger has, oldest first; then the classes and plugins that are left out
    /// as a whole.
    ///
    /// - Parameters:
    ///   - archive: Tells what they are called; `nil` if it cannot be read.
    ///   - acting: Looks up whose code runs for what a class of a plugin has saved.
    ///   - pluginOf: Whose identity one of the ledger's is, of the plugins that are there; of an
    ///     object that the archive does not have, nothing else tells.
    package static func all(
        in page: LedgerPage,
        archive: ArchiveReader?,
        acting: @escaping (ClassVersion) -> ActingClass = ActingClass.init(of:),
        plugin pluginOf: (_ identity: UInt64) -> String? = { _ in nil }
    ) -> [SetAsideObject] {
        let suspects = page.sheet.suspects
        let names = SuspectNames(suspects, archive, salt: page.salt, ActingClasses(acting))
        let strikes = Strikes(suspects, names) { suspect in
            pluginOf(suspect.identity) ?? names.name(of: suspect)?.plugin
        }
        let groups = strikes.findings.map(SetAsideObject.init)
        var objects: [SetAsideObject] = []
        for suspect in suspects {
            let object = SetAsideObject(
                suspect,
                names.name(of: suspect),
                pluginOf(suspect.identity)
            )
            if object.scope == .nothing, groups.contains(where: { $0.has(object) }) { continue }
            if object.scope == .nothing, let known = objects.firstIndex(where: object.isSame) {
                objects[known].count += 1
            } else {
                objects.append(object)
            }
        }
        return objects + wholePlugins(suspects, names, groups) + groups
    }

    /// The plugins that are left out because of one object of theirs.
    private static func wholePlugins(
        _ suspects: [LedgerPage.Suspect],
        _ names: SuspectNames,
        _ groups: [SetAsideObject]
    ) -> [SetAsideObject] {
        suspects.filter { $0.concernsPlugin && $0.isCrash }.compactMap { suspect in
            guard let name = names.name(of: suspect), let plugin = name.plugin,
                !groups.contains(where: { $0.group == .ofPlugin && $0.plugin == plugin })
            else { return nil }
            return SetAsideObject(
                path: nil,
                className: nil,
                plugin: plugin,
                problem: CrashDescription(stage: suspect.stage, hasClass: true)
                    .problem(of: suspect),
                moment: suspect.moment,
                launches: nil,
                scope: .restore,
                group: .ofPlugin,
                digests: [suspect.object]
            )
        }
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

    private func has(_ other: SetAsideObject) -> Bool {
        plugin == other.plugin && (group == .ofPlugin || className == other.className)
    }

    private func isSame(_ other: SetAsideObject) -> Bool {
        digests == other.digests && problem == other.problem && scope == other.scope
    }

    /// Whether an object of a class is left out because of this.
    package func covers(_ acting: ActingClass) -> Bool {
        if scope == .conversion { return plugin.map(acting.converters.contains) ?? false }
        return switch group {
        case .ofClass: plugin == acting.plugin && className == acting.className
        case .ofPlugin: plugin == acting.plugin
        case nil: false
        }
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
        let digests = objects.reduce(into: Set<UInt64>()) { $0.formUnion($1.digests) }
        var sheet = page.sheet
        let parties = Set(sheet.suspects.filter { digests.contains($0.object) }.map(\.identity))
        sheet.suspects.removeAll { digests.contains($0.object) }
        // Another object of the plugin stays out by itself, and not with all of the plugin.
        for index in sheet.suspects.indices where parties.contains(sheet.suspects[index].identity) {
            sheet.suspects[index].stage &= ~LedgerPage.pluginStage
        }
        if forgivesLastLaunch {
            sheet.isWindowOpen = false
            sheet.endings = 0
            page.clearMark()
        }
        page.sheet = sheet
        page.synchronize()
    }
}

extension SetAsideObject {
    fileprivate init(
        _ suspect: LedgerPage.Suspect,
        _ name: SuspectNames.Name?,
        _ plugin: String?
    ) {
        self.init(
            path: name?.path,
            className: name?.className,
            plugin: name?.plugin ?? plugin,
            problem: CrashDescription(
                stage: suspect.stage,
                hasClass: name.map { $0.className != nil }
            ).problem(of: suspect),
            moment: suspect.moment,
            launches: suspect.launches,
            scope: suspect.isOfRestore ? .restore : Scope(LedgerStage(ofLedger: suspect.stage)),
            group: nil,
            digests: [suspect.object]
        )
    }

    fileprivate init(
        _ finding: (plugin: String, className: String?, strikes: [LedgerPage.Suspect])
    ) {
        let party = finding.className == nil ? "the plugin" : "the class"
        self.init(
            path: nil,
            className: finding.className,
            plugin: finding.plugin,
            problem: Strikes.problem(party, finding.strikes),
            moment: finding.strikes.map(\.moment).max() ?? 0,
            launches: nil,
            scope: .restore,
            group: finding.className == nil ? .ofPlugin : .ofClass,
            digests: Set(finding.strikes.map(\.object))
        )
    }
}

extension SetAsideObject.Scope {
    fileprivate init(_ stage: LedgerStage?) {
        self =
            switch stage {
            case .encode, .contents, .encodeDelegate: .save
            case .destroy: .destruction
            case .convert: .conversion
            case let stage? where stage.isAskedAgain: .nothing
            default: .restore
            }
    }
}
