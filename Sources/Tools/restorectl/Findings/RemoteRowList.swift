import RestorationCore
import RestorationStorage

/// Rows of a remote store, without their contents.
struct RemoteRowList: Presentable {
    let place: String
    let rows: [RemoteEntry]
    var isRemoved = false

    func page() -> Page {
        var page = Page()
        page.add(Span(place, .title))
        guard !rows.isEmpty else {
            page.add("no states", indent: 4)
            return page
        }
        if isRemoved { page.add("removed:", indent: 4) }
        var table = Table(columns: [
            .init("APPLICATION"), .init("PERSON"), .init("NAME"), .init("DEVICE"),
            .init("SAVED"), .init("SIZE", isNumber: true),
        ])
        for row in rows {
            table.add(row: [
                Span(row.key.application.rawValue, .title), Span(row.key.person.rawValue),
                Span(row.label), Span(String(row.key.device.description.prefix(8))),
                Span(Quantity.moment(row.savedAt.seconds)), Span(Quantity.bytes(row.sizeInBytes)),
            ])
        }
        table.add(to: &page)
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(place, forKey: "place")
        try members.encode(isRemoved, forKey: "isRemoved")
        try members.encode(rows.map(EncodedRow.init), forKey: "rows")
    }

    private struct EncodedRow: Encodable {
        let row: RemoteEntry

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(row.key.application.rawValue, forKey: "application")
            try members.encode(row.key.instance, forKey: "instance")
            try members.encode(row.key.person.rawValue, forKey: "person")
            try members.encode(row.key.device.description, forKey: "device")
            try members.encode(row.label, forKey: "label")
            try members.encode(row.generation, forKey: "generation")
            try members.encode(Quantity.isoMoment(row.savedAt.seconds), forKey: "savedAt")
            try members.encode(row.sizeInBytes, forKey: "sizeInBytes")
        }
    }
}
