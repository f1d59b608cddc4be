import RestorationCore
import RestorationKit

/// The objects that the program crashed in, or those that it is to try again.
struct SetAsideObjectList: Presentable {
    private let application: ApplicationIdentifier
    private let objects: [SetAsideObject]
    /// Whether the next launch is to try them.
    private let isRetry: Bool
    private let unjudgedEnding: String?
    private let hasNames: Bool

    /// Whether the next launch does not judge the last one.
    private let isForgiven: Bool

    init(
        _ crashes: CrashFindings,
        _ objects: [SetAsideObject],
        isRetry: Bool = false,
        isForgiven: Bool = false
    ) {
        self.isForgiven = isForgiven
        application = crashes.store.application
        self.objects = objects
        self.isRetry = isRetry
        unjudgedEnding = crashes.unjudgedEnding
        hasNames = crashes.obstacle == nil
    }

    func page() -> Page {
        var page = Page()
        if objects.isEmpty {
            let consequence = isRetry && !isForgiven ? "; nothing was changed." : "."
            page.add("No object is set aside or deferred\(consequence)")
        } else {
            page.add(Span(application.rawValue, .title))
        }
        for object in objects {
            page.addGap()
            add(object, to: &page)
        }
        guard let unjudgedEnding else { return page }
        page.addGap()
        page.add(
            wrapping: isForgiven
                ? "The next launch leaves nothing out for how the last one ended: \(unjudgedEnding)."
                : CrashFindings.sentence(about: unjudgedEnding),
            .caution
        )
        return page
    }

    private func add(_ object: SetAsideObject, to page: inout Page) {
        let nameless =
            object.isEverything
            ? "(all that is saved)"
            : object.scope == .conversion
                ? "(converters of \(object.plugin ?? "a plugin"))"
                : object.isOfClass && object.className != nil
                    ? "(any object)"
                    : object.group != nil
                        ? "(all objects of the \(object.group == .ofClass ? "class" : "plugin"))"
                        : object.isDelegate
                            ? "(the program's delegate)"
                            : hasNames
                                ? "(not in the archive that is there)" : "(name not readable)"
        page.add(
            Span(object.path?.description ?? nameless, .title),
            Span(isRetry ? "  is tried at the next launch" : "  \(object.standing)", .caution),
            Span(object.origin.map { "  \($0)" } ?? "", .aside)
        )
        let labels = isRetry ? ("was left out: ", "       since: ") : ("  why: ", "since: ")
        let times = object.count > 1 ? " (\(object.count) times)" : ""
        page.add(wrapping: object.problem + times + ".", label: Span(labels.0, .aside))
        page.add(Span(labels.1, .aside), Span(Quantity.moment(object.moment)))
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(isRetry && !objects.isEmpty, forKey: "released")
        try members.encode(unjudgedEnding != nil, forKey: "lastLaunchIsUnjudged")
        try members.encode(objects.map(ObjectFacts.init), forKey: "objects")
    }
}

extension SetAsideObject {
    /// What the next launch does without.
    fileprivate var standing: String {
        switch launches {
        case nil where scope == .save: "is not asked for its state"
        case nil where scope == .destruction: "is not destroyed"
        case nil where scope == .conversion: "are not asked"
        case nil where scope == .nothing: "counts against its class"
        case nil: "set aside"
        case 0: "is tried at the next launch"
        case 1: "deferred for a launch"
        case let count?: "deferred for \(count) launches"
        }
    }

    fileprivate var isOfClass: Bool { scope == .destruction || scope == .nothing }

    fileprivate var origin: String? {
        if scope == .conversion { return nil }
        guard let plugin, let className else { return plugin ?? className }
        return group == .ofPlugin ? plugin : "\(className) of \(plugin)"
    }
}

private struct ObjectFacts: Encodable {
    let object: SetAsideObject

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(object.path?.description, forKey: "path")
        try members.encode(object.isDelegate, forKey: "isDelegate")
        try members.encode(object.isEverything, forKey: "isEverything")
        try members.encode(object.launches, forKey: "deferredForLaunches")
        try members.encode("\(object.scope)", forKey: "keptOutOf")
        try members.encode(object.group.map { "\($0)" }, forKey: "group")
        try members.encode(object.count, forKey: "count")
        try members.encode(object.className, forKey: "class")
        try members.encode(object.plugin, forKey: "plugin")
        try members.encode(object.problem, forKey: "problem")
        try members.encode(Quantity.isoMoment(object.moment), forKey: "since")
    }
}
