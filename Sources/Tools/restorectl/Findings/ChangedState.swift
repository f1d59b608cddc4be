import RestorationCore
import RestorationStorage

struct ChangedState: Presentable {
    let application: ApplicationIdentifier
    let directory: String
    /// The generation that was made current again.
    private var reinstated: UInt64?
    private var savedAt: Int64?
    private let removed: [String]
    private let setAside: [String]

    init(_ store: ArchiveStore, _ reinstatement: Reinstatement) {
        self.init(store, removed: [], setAside: reinstatement.setAside)
        reinstated = reinstatement.archive.generation
        savedAt = reinstatement.archive.savedAt.seconds
    }

    init(_ store: ArchiveStore, removed: [StoredFile], setAside: [SetAsideFile]) {
        application = store.application
        directory = store.directory
        self.removed = removed.map(\.path)
        self.setAside = setAside.map(\.path)
    }

    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title))
        if let reinstated {
            let moment = savedAt.map { ", saved \(Quantity.moment($0))" } ?? ""
            page.add(Span("generation \(reinstated) is current again\(moment)", .good), indent: 4)
        }
        for path in setAside { page.add("set aside: \(path)", indent: 4) }
        for path in removed { page.add("removed: \(path)", indent: 4) }
        if reinstated == nil, removed.isEmpty, setAside.isEmpty {
            page.add("nothing was changed", indent: 4)
        }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(directory, forKey: "directory")
        try members.encode(reinstated, forKey: "generation")
        try members.encode(savedAt.map(Quantity.isoMoment), forKey: "savedAt")
        try members.encode(setAside, forKey: "setAside")
        try members.encode(removed, forKey: "removed")
    }
}
