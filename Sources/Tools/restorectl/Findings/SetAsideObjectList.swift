import RestorationCore
import RestorationKit
import RestorationStorage

struct SetAsideObjectList: Presentable {
    private let application: ApplicationIdentifier
    private let objects: [SetAsideObject]
    private let isRetry: Bool
    private let unjudgedEnding: String?
    private let hasNames: Bool

    /// Whether the last launch is exempt from judgement.
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
        unjudgedEnding = crashes.unjudged?.suspect.problem
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
                ? "The next launch ignores the end of the last one: \(unjudgedEnding)."
                : CrashFindings.sentence(about: unjudgedEnding),
            .caution
        )
        return page
    }

    private func add(_ object: SetAsideObject, to page: inout Page) {
        let nameless =
            if object.isDelegate {
                "(the program's delegate)"
            } else if object.suspect.isOfPlugin {
                "(all objects of the plugin)"
            } else {
                hasNames ? "(not in the current archive)" : "(name not readable)"
            }
        page.add(
            Span(object.path?.description ?? nameless, .title),
            Span(isRetry ? "  is tried at the next launch" : "  \(object.consequence)", .caution),
            Span(object.origin.map { "  \($0)" } ?? "", .aside)
        )
        let labels = isRetry ? ("was left out: ", "       since: ") : ("  why: ", "since: ")
        page.add(wrapping: object.suspect.problem + ".", label: Span(labels.0, .aside))
        page.add(Span(labels.1, .aside), Span(Quantity.moment(object.suspect.moment)))
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
    /// Whether it is the delegate, which has no path. The delegate then does not receive the
    /// application's own record.
    fileprivate var isDelegate: Bool { suspect.object == LedgerPage.delegate }
    /// Whether the next launch retries it without a command.
    fileprivate var isTriedAgain: Bool { suspect.treatment != .setAside }

    /// The consequence for the next launch.
    fileprivate var consequence: String {
        if isTriedAgain { return "is tried at the next launch" }
        if suspect.isOfSave { return "is not asked for its state" }
        return suspect.isOfPlugin ? "set aside, with its plugin" : "set aside"
    }

    fileprivate var origin: String? {
        guard let plugin, let className else { return plugin ?? className }
        return "\(className) of \(plugin)"
    }
}

private struct ObjectFacts: Encodable {
    let object: SetAsideObject

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(object.path?.description, forKey: "path")
        try members.encode(object.isDelegate, forKey: "isDelegate")
        try members.encode(object.isTriedAgain, forKey: "isTriedAgain")
        try members.encode(object.suspect.isOfSave ? "save" : "restore", forKey: "keptOutOf")
        try members.encode(object.suspect.isOfPlugin, forKey: "isOfPlugin")
        try members.encode(object.className, forKey: "class")
        try members.encode(object.plugin, forKey: "plugin")
        try members.encode(object.suspect.problem, forKey: "problem")
        try members.encode(Quantity.isoMoment(object.suspect.moment), forKey: "since")
    }
}
