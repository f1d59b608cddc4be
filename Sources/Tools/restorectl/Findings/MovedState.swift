import RestorationCore
import RestorationStorage

/// A state that was pulled or pushed.
struct MovedState: Presentable {
    private let application: ApplicationIdentifier
    private let row: RemoteEntry
    private let place: String

    init(_ application: ApplicationIdentifier, _ row: RemoteEntry, place: String) {
        self.application = application
        self.row = row
        self.place = place
    }

    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title))
        let text =
            "generation \(row.generation) of \(row.label), saved"
            + " \(Quantity.moment(row.savedAt.seconds)), is now in \(place)"
        page.add(wrapping: text, .good, indent: 4)
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(row.key.device.description, forKey: "device")
        try members.encode(row.label, forKey: "label")
        try members.encode(row.generation, forKey: "generation")
        try members.encode(place, forKey: "place")
    }
}
