import RestorationCore
import RestorationKit

/// The objects that the program crashed in, or those that were given free again.
struct SetAsideObjectList: Presentable {
    let application: ApplicationIdentifier
    let objects: [SetAsideObject]
    /// Whether they are restored again from now on.
    var areReleased = false

    func page() -> Page {
        var page = Page()
        guard !objects.isEmpty else {
            page.add(areReleased ? "Nothing was changed." : "No object is set aside.")
            return page
        }
        page.add(Span(application.rawValue, .title))
        for object in objects {
            page.addGap()
            page.add(
                Span(object.name, .title),
                Span(areReleased ? "  restored again" : "  set aside", .caution),
                Span(object.origin.map { "  \($0)" } ?? "", .aside)
            )
            page.add(wrapping: object.problem + ".", label: Span("  why: ", .aside))
            page.add(Span("since: ", .aside), Span(Quantity.moment(object.moment)))
        }
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(areReleased, forKey: "released")
        try members.encode(objects.map(ObjectFacts.init), forKey: "objects")
    }
}

extension SetAsideObject {
    fileprivate var name: String { path?.description ?? "(not in the archive that is there)" }
    fileprivate var origin: String? { plugin.map { "\(className ?? "?") of \($0)" } ?? className }
}

private struct ObjectFacts: Encodable {
    let object: SetAsideObject

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(object.path?.description, forKey: "path")
        try members.encode(object.className, forKey: "class")
        try members.encode(object.plugin, forKey: "plugin")
        try members.encode(object.problem, forKey: "problem")
        try members.encode(Quantity.isoMoment(object.moment), forKey: "since")
    }
}
