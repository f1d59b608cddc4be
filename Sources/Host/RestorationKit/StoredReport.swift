/// The report of a restore, stored and sealed beside the archive for tools.
package struct StoredReport: StoredDocument, Equatable {
    package struct Note: Codable, Equatable {
        package var problem: String
        package var excerpt: String?
        package var place: String?
        package var remedy: String

        package init(_ diagnosis: Diagnosis) {
            problem = diagnosis.problem
            excerpt = diagnosis.excerpt
            place = diagnosis.place
            remedy = diagnosis.remedy
        }
    }

    package struct Object: Codable, Equatable {
        package var path: String
        package var className: String?
        package var plugin: String?
        package var outcome: String
        package var reason: Note?
        /// The plugin's time in nanoseconds; absent for objects of the host.
        package var nanoseconds: Int64?
        /// The planned decision, if the outcome differs.
        package var planned: String?

        fileprivate init(_ entry: RestorationReport.Entry) {
            path = entry.path.description
            className = entry.className
            plugin = entry.plugin
            outcome = entry.outcome.rawValue
            reason = entry.reason.map(Note.init)
            planned = entry.planned?.rawValue
            nanoseconds = entry.duration.map {
                $0.components.seconds * 1_000_000_000
                    + $0.components.attoseconds / 1_000_000_000
            }
        }
    }

    package var application: String
    package var reason: String
    package var generation: UInt64?
    /// When the restored state was saved, in seconds since 1970.
    package var savedAt: Int64?
    package var applicationVersion: String?
    package var notes: [Note]
    /// The number of objects with each outcome, if they are not listed.
    package var counts: [String: Int]?
    package var objects: [Object]
    /// `nil` in a report made by a tool.
    package var program: ProgramFacts?

    package init(
        _ report: RestorationReport,
        application: String,
        program: ProgramFacts? = nil
    ) {
        self.application = application
        self.program = program
        reason = report.reason.rawValue
        generation = report.generation
        savedAt = report.preservationInfo?.timestamp.seconds
        applicationVersion = report.preservationInfo?.applicationVersion
        notes = report.notes.map(Note.init)
        // In a very deep tree, the paths would be larger than all state.
        guard !report.hasMoreSteps(than: Self.stepLimit) else {
            objects = []
            counts = [:]
            for outcome in RestorationReport.Outcome.allCases {
                counts?[outcome.rawValue] = report.count(of: outcome)
            }
            notes.append(Note(Self.tooDeep))
            return
        }
        objects = report.entries.map(Object.init)
    }

    /// Encodes some objects at a time, since an encoder keeps a tree of all that it encodes.
    package func encoded() throws -> [UInt8] {
        var outline = self
        outline.objects = []
        var bytes = try Self.json(outline)
        // Occurs once, since quotation marks within texts are escaped.
        let start = bytes.firstRange(of: "\"objects\":[".utf8)!.upperBound
        var list: [UInt8] = []
        for first in stride(from: 0, to: objects.count, by: 1_000) {
            let some = try Self.json(Array(objects[first...].prefix(1_000)))
            list += (first > 0 ? ",".utf8 : "".utf8) + some[1..<some.count - 1]
        }
        bytes.insert(contentsOf: list, at: start)
        return bytes
    }

    private static let stepLimit = 4_000_000

    private static let tooDeep = Diagnosis(
        problem: "The objects are nested too deep to be listed",
        remedy: "Read the entries of the report that restore() returned."
    )
}
