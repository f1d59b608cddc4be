import RestorationCore
import RestorationStorage

struct StateOverview: Presentable {
    let stateHome: String
    let applications: [StoredFileList]
    /// The errors of state directories that could not be read.
    let unreadable: [Diagnosis]

    init(in stateHome: String, keys: Keys) throws {
        self.stateHome = stateHome
        let survey = try ArchiveStore.survey(of: stateHome)
        var unreadable = survey.unreadable
        var lists: [StoredFileList] = []
        for application in survey.applications {
            let store = try keys.store(of: application)
            do throws(StorageError) {
                let files = try store.files()
                lists.append(
                    StoredFileList(
                        application: application,
                        directory: store.directory,
                        files: files
                    )
                )
            } catch {
                unreadable.append(error)
            }
        }
        applications = lists
        self.unreadable = unreadable.map(\.diagnosis)
    }

    func page() -> Page {
        var page = Page()
        guard !applications.isEmpty else {
            page.add(Span("No application has saved state in \(stateHome)."))
            return page
        }
        var table = Table(columns: [
            .init("APPLICATION"), .init("GENERATION", isNumber: true), .init("SAVED"),
            .init("SIZE", isNumber: true), .init("CONDITION"),
        ])
        for list in applications {
            let current = list.files.first { $0.role == .current }
            table.add(
                row: [Span(list.application.rawValue, .title)]
                    + (current?.cells ?? ["", "", "", Span("no current generation", .caution)])
            )
        }
        table.add(to: &page)
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(stateHome, forKey: "stateHome")
        try members.encode(applications, forKey: "applications")
    }
}
