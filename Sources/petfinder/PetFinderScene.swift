import PetFinderModel
import RestorationKit

/// All of the program but the terminal: the cats, the session and the screens, back where they
/// were.
final class PetFinderScene {
    let session: PetFinderSession
    let tabs: TabController
    /// The session holds its delegate weakly.
    private let provider: ScreenProvider

    /// Reads the records, builds the screens and restores them.
    ///
    /// - Throws: a `DiagnosedError` if the records cannot be read, or if there is saved state and
    ///   nobody can tell what it is.
    init(session: PetFinderSession, file: PetFile) throws {
        self.session = session
        let book = try PetBook(catalog: try .embedded(), file: file)
        let notices = Notices()
        let services = Services(book: book, session: session, report: notices.report)
        let tabs = TabController(services: services)
        self.tabs = tabs
        provider = ScreenProvider(tabs: tabs, services: services)

        session.offerInterfaces(book: book, report: notices.report)
        let restoreNotices = try session.restore(tabs, delegate: provider)
        notices.onReport = { [weak tabs] in tabs?.show($0) }
        restoreNotices.forEach(notices.report)
        session.onSaveProblem = { [weak tabs] in tabs?.saveProblem = $0 }
        book.willWrite = { [weak session] in session?.flush() }
        book.didWrite = { [weak tabs] in tabs?.recordsDidChange() }
    }
}

/// Collects what went wrong until there is a screen to show it on.
private final class Notices {
    var onReport: ((Diagnosis) -> Void)? {
        didSet {
            early.forEach { onReport?($0) }
            early = []
        }
    }
    private var early: [Diagnosis] = []

    private func add(_ notice: Diagnosis) {
        if let onReport { onReport(notice) } else { early.append(notice) }
    }

    var report: (Diagnosis) -> Void { { [self] in add($0) } }
}
