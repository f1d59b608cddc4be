import RestorationKit

/// A restoration class of the program, which may fail in each of its functions.
final class LifeClass: RestorationClass {
    let name: String
    let plugin: String? = nil
    let schemaVersion: Int
    private let kind: Kind
    private unowned let life: Life
    private let failsToMigrate: Bool

    init(_ kind: Kind, _ name: String, _ registration: LaunchFaults.Registration, _ life: Life) {
        self.kind = kind
        self.name = name
        self.life = life
        schemaVersion = registration == .older ? 1 : 2
        failsToMigrate = registration == .failingMigration
    }

    /// The names of a kind's two classes. The second belongs to a plugin and is missing more often.
    static func names(of kind: Kind) -> [String] { [kind.rawValue, "\(kind.rawValue)2"] }

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        let isNew = request.reason == .make
        let stored =
            isNew
            ? try request.parameter("token", as: Int.self)
            : try request.coder?.decode(Int.self, forKey: "token")
        guard let token = stored else { throw Broken() }
        if !isNew { try life.willCreate(token, kind, request) }
        let page = Page.type(of: kind)
            .init(life, token, kind, request.identifier, className: name, isNew: isNew)
        life.add(page)
        return page
    }

    func migrateState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws {
        life.counters.note(failsToMigrate ? .failedMigration : .upgrade)
        if failsToMigrate { throw Broken() }
        // Some kinds do not migrate their state.
        if kind == .stack || kind == .form { throw MigrationUnsupported() }
        try writing.encodeCopies(from: reading)
    }
}

/// Loads a form's elements when the form is made, unless they are deferred.
extension Life {
    func add(_ page: Page) {
        pages.append(WeakPage(page: page))
        if page.hasState { newTokens.insert(page.token) }
        guard let form = page as? Form else { return }
        if !page.hasState, launchFaults.isUnloaded(page.token) {
            note(.unloaded, [page.token])
        } else {
            form.load()
        }
    }

    func isNew(_ page: Page) -> Bool { newTokens.contains(page.token) }
}

struct WeakPage {
    weak var page: Page?
}
