import RestorationCore
import RestorationStorage

struct StoredFileList: Presentable {
    let application: ApplicationIdentifier
    let directory: String
    let files: [StoredFile]

    var setAside: [StoredFile] { files.filter { $0.role == .setAside } }

    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title))
        page.add(Span(directory), indent: 4)
        page.addGap()
        var table = Table(columns: [
            .init("FILE"), .init("GENERATION", isNumber: true), .init("SAVED"),
            .init("SIZE", isNumber: true), .init("CONDITION"),
        ])
        for file in files where file.role != .setAside {
            table.add(row: [Span(file.role.rawValue, .title)] + file.cells)
        }
        table.add(to: &page)
        if !setAside.isEmpty {
            page.addGap()
            page.add(Span("set aside", .title))
            for file in setAside {
                page.add(Span(file.name), indent: 4)
                page.add(wrapping: file.story, indent: 8)
            }
            page.add(
                "restorectl archive list --set-aside shows which can be restored, and how.",
                indent: 4
            )
        }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(directory, forKey: "directory")
        try members.encode(files, forKey: "files")
    }
}
