import RestorationCore
import RestorationKit
import RestorationStorage

struct DroppedState: Presentable {
    private let application: ApplicationIdentifier
    private let directory: String
    private let dropped: [GivenUpState]
    private let isDone: Bool

    init(_ store: ArchiveStore, _ dropped: [GivenUpState], isDone: Bool) {
        application = store.application
        directory = store.directory
        self.dropped = dropped
        self.isDone = isDone
    }

    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title))
        if dropped.isEmpty { page.add("nothing was changed", indent: 4) }
        let verb = isDone ? "dropped" : "would be dropped"
        for state in dropped {
            page.add(
                Span("\(state.path)", .title),
                Span("  \(verb), \(Quantity.bytes(state.sizeInBytes))", .caution),
                Span(state.origin.map { "  \($0)" } ?? "", .aside)
            )
        }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(directory, forKey: "directory")
        try members.encode(isDone, forKey: "isDone")
        try members.encode(dropped.map(StateFacts.init), forKey: "objects")
    }
}

extension GivenUpState {
    fileprivate var origin: String? { plugin.map { "\(className ?? "?") of \($0)" } ?? className }
}

private struct StateFacts: Encodable {
    let state: GivenUpState

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(state.path.description, forKey: "path")
        try members.encode(state.className, forKey: "class")
        try members.encode(state.plugin, forKey: "plugin")
        try members.encode(state.sizeInBytes, forKey: "bytes")
    }
}
