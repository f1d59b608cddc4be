import RestorationCore
import TerminalDialogue

extension ArchiveContents: Presentable {
    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title), Span(", generation \(generation)"))
        page.add(Span(savedText), indent: 4)
        page.add(
            Span("\(Quantity.count(objectCount, "object")), \(Quantity.bytes(sizeInBytes))"),
            indent: 4
        )
        if let applicationObject {
            page.addGap()
            add(applicationObject, to: &page)
        }
        for (row, objects) in rows {
            if row.depth == 0 { page.addGap() }
            add(row, objects, to: &page)
        }
        return page
    }

    private var savedText: String {
        let version = info.applicationVersion.map { " by version \($0)" } ?? ""
        return "saved \(Quantity.moment(info.timestamp.seconds))\(version) on \(info.systemVersion)"
    }

    private func add(_ object: PreservedObject, to page: inout Page) {
        page.add(head([], PreservedObject.applicationText, object))
        addFields(of: object, guide: "    ", to: &page)
    }

    private func add(_ row: ObjectTree.Row, _ objects: [PreservedObject], to page: inout Page) {
        let isDeeper = row.depth > ObjectTree.drawnLevels
        let name =
            row.depth == 0
            ? row.path.description
            : (isDeeper ? "… " : "")
                + row.path.components[row.path.components.count - 1].description
        let stem = row.continues.dropLast().map { $0 ? "│  " : "   " }.joined()
        let branch = row.continues.last.map { $0 ? "├─ " : "└─ " } ?? ""
        let guide =
            stem + (row.continues.last.map { $0 ? "│  " : "   " } ?? "")
            + (row.hasChildren && !isDeeper ? "│  " : "   ")
        if objects.isEmpty { page.add(Span(stem + branch, .aside), Span(name, .aside)) }
        for object in objects {
            page.add(head([Span(stem + branch, .aside)], name, object))
            addFields(of: object, guide: guide, to: &page)
        }
    }

    private func head(_ start: [Span], _ name: String, _ object: PreservedObject) -> Line {
        var line = Line(start + [Span(name, .title), "  "] + object.sizeAndMarks)
        let room = isFull ? Int.max : max(Page.width - line.columns, 20)
        line.spans.append(Span(object.origin.escapedForTerminal.cut(to: room), .aside))
        return line
    }

    private func addFields(of object: PreservedObject, guide: String, to page: inout Page) {
        switch object.fields {
        case .failure(let damage):
            page.add(Span(guide, .aside), Span("damaged: \(damage.diagnosis.problem)", .bad))
        case .success(let fields):
            let keys = fields.map { $0.key.quotedIfNeeded }
            let width = min(keys.map(\.columns).max() ?? 0, 24)
            for (key, field) in zip(keys, fields) {
                let name = isFull ? key : key.cut(to: 40)
                var line = Line([Span(guide, .aside), Span(name.padded(to: width), .key), "  "])
                let mark = object.unreadKeys.contains(field.key) ? "  unread" : ""
                if hides(field) {
                    line.spans.append(Span("hidden: sensitive, --reveal shows it", .aside))
                    line.spans.append(Span(mark, .caution))
                    page.add(line)
                    continue
                }
                let room = max(Page.width - line.columns - mark.count, 20)
                let values = ValueText(path: path(ofRecord:), limit: isFull ? nil : room)
                line.spans.append(Span(values.text(field.value)))
                line.spans.append(Span(mark, .caution))
                page.add(line)
            }
        }
    }
}

extension PreservedObject {
    fileprivate var sizeAndMarks: [Span] {
        var spans = [Span(Quantity.bytes(sizeInBytes), .aside)]
        if flags.contains(.isRetained) { spans += [", ", Span("retained", .caution)] }
        if flags.contains(.isEmpty) { spans += [", ", Span("preserving it failed", .bad)] }
        return spans
    }

    /// The object's class or type and its plugin, with a leading comma, since the text follows the
    /// size and flags.
    fileprivate var origin: String {
        let plugin = plugin.map { " of \($0)" } ?? ""
        guard let className else { return typeName.map { ", type \($0)\(plugin)" } ?? "" }
        let schema = schemaVersion == 1 ? "" : ", schema \(schemaVersion)"
        return ", class \(className)\(plugin)\(schema)"
    }
}
