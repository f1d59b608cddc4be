package import RestorationDiscovery
import RestorationPlugins

/// An object that the crash ledger leaves out of restores and saves, or the end of the last launch.
package struct SetAsideObject {
    package let suspect: LedgerPage.Suspect
    let number: Int?
    let crashedObject: (plugin: String, file: String?)?
    /// `nil` if the present archive does not have the object, and without an object.
    package let path: RestorationPath?
    package let className: String?
    package let plugin: String?

    init(_ suspect: LedgerPage.Suspect, in records: LedgerRecords) {
        self.suspect = suspect
        crashedObject = records.participants.plugin(of: suspect.identity)
        number = records.number(of: suspect.object)
        path = number.flatMap { records.archive?.path(of: $0) }
        let acting = number.map { records.acting(for: $0).class }
        className = acting?.className
        plugin = acting?.plugin ?? crashedObject?.plugin
    }

    var place: String? {
        let parts = [path?.description, crashedObject?.file].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The objects that a ledger leaves out, oldest first, and the end of the last launch, if not
    /// judged yet.
    ///
    /// - Parameters:
    ///   - archive: Names the objects; `nil` if it cannot be read.
    ///   - program: The facts in the program's last report, and the plugins that it finds; `nil`
    ///     without a report.
    package static func all(
        in page: LedgerPage,
        archive: ArchiveReader?,
        generation: UInt64?,
        of program: (facts: ProgramFacts, plugins: DiscoveryOutcome)? = nil
    ) -> (leftOut: [SetAsideObject], unjudged: SetAsideObject?) {
        let build = program?.facts.program.map {
            BuildIdentity.program($0.file, version: program?.facts.applicationVersion)
        }
        let participants = Participants(salt: page.salt, program: build) {
            program.map { ($0.plugins, $0.facts.pinnedPlugins) }
        }
        let records = LedgerRecords(archive, generation, participants)
        let end = LastLaunch(page).end(in: records)
        var sheet = page.sheet
        // Drops suspects that were only noted, or that have succeeded since. `unjudged` has the end
        // of the last launch.
        _ = sheet.add(nil, program: 0)
        records.find(sheet.suspects + [end].compactMap(\.self))
        return (
            sheet.suspects.map { SetAsideObject($0, in: records) },
            end.map { SetAsideObject($0, in: records) }
        )
    }
}
