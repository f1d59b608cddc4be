package import RestorationCore
package import RestorationStorage

/// An object that the crash ledger keeps out of restores, for whoever looks at it from outside.
package struct SetAsideObject {
    /// `nil` if the archive that is there does not have it.
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
    private let digest: UInt64

    package enum Scope {
        case restore
        /// It is restored, and not asked for its state.
        case save
        /// The plugin's objects of its class are not destroyed.
        case destruction
        /// Nothing: it counts against its class and its plugin.
        case nothing
    }
    /// Whether it is the program's delegate, which has no path: the application's own record is
    /// kept from it.
    package var isDelegate: Bool { digest == LedgerPage.delegate }
    /// Whether it is all that is saved.
    package var isEverything: Bool { digest == LedgerPage.everything }

    /// Whether the last launch has ended, if it has, in what the next one judges.
    package static func isLastLaunchUnjudged(in page: LedgerPage) -> Bool {
        let last = LastLaunch(page)
        return last.endedInWindow || last.crashOutsideRestore != nil
    }

    /// The objects that a ledger has, oldest first.
    ///
    /// - Parameter archive: Tells what they are called; `nil` if it cannot be read.
    package static func all(
        in page: LedgerPage,
        archive: ArchiveReader?
    ) -> [SetAsideObject] {
        let suspects = page.sheet.suspects
        let names = SuspectNames(suspects, archive, salt: page.salt)
        return suspects.map { suspect in
            let name = names.name(of: suspect)
            return SetAsideObject(
                path: name?.path,
                className: name?.className,
                plugin: name?.plugin,
                problem: CrashDescription(
                    stage: suspect.stage,
                    hasClass: name.map { $0.className != nil }
                ).problem(of: suspect),
                moment: suspect.moment,
                launches: suspect.launches,
                scope: Scope(LedgerStage(ofLedger: suspect.stage)),
                digest: suspect.object
            )
        }
    }

    /// Lets objects be restored, and asked for their state, again. The ledger must not be in use.
    package static func release(_ objects: [SetAsideObject], in page: LedgerPage) {
        let digests = Set(objects.map(\.digest))
        var sheet = page.sheet
        let parties = Set(sheet.suspects.filter { digests.contains($0.object) }.map(\.identity))
        sheet.suspects.removeAll { digests.contains($0.object) }
        // Another object of the plugin stays out by itself, and not with all of the plugin.
        for index in sheet.suspects.indices where parties.contains(sheet.suspects[index].identity) {
            sheet.suspects[index].stage &= ~LedgerPage.pluginStage
        }
        page.sheet = sheet
        page.synchronize()
    }
}

extension SetAsideObject.Scope {
    fileprivate init(_ stage: LedgerStage?) {
        self =
            switch stage {
            case .encode, .contents, .encodeDelegate: .save
            case .destroy: .destruction
            case let stage? where stage.isAskedAgain: .nothing
            default: .restore
            }
    }
}
