import Foundation
import PetFinderModel
import RestorationKit
import RestorationTerminal

final class AppDelegate: UIResponder, TerminalApplicationDelegate {
    /// The program's application id, which also names its state and its records.
    nonisolated static let application = "org.restorationkit.petfinder"

    var window: UIWindow?
    let book: PetBook

    init(book: PetBook) {
        self.book = book
        super.init()
    }

    required init?(coder: NSCoder) { return nil }

    static var book: PetBook {
        guard let delegate = UIApplication.shared.delegate as? AppDelegate else {
            preconditionFailure("Pet Finder's controllers belong to a program of this delegate.")
        }
        return delegate.book
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let session = application.restorationSession
        session.offerInterfaces(book: book) { show($0.diagnosis) }
        // The records are never more than one step ahead of the screens.
        book.willWrite = { [weak session] in _ = try? session?.preserveNow() }
        book.didWrite = { [weak self] in MainActor.assumeIsolated { self?.showRecords() } }
        do {
            let file = Data(PackageResources.Main_storyboard_json)
            let storyboard = try UIStoryboard(name: "Main", data: file)
            window = UIWindow()
            window?.rootViewController = storyboard.instantiateInitialViewController()
        } catch {
            preconditionFailure("\(error)")
        }
        window?.makeKeyAndVisible()
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        showRecords()
        return true
    }

    private var stacks: [UINavigationController] {
        let tabs = window?.rootViewController as? UITabBarController
        return (tabs?.viewControllers ?? []).compactMap { $0 as? UINavigationController }
    }

    private func showRecords() {
        for stack in stacks {
            for controller in stack.viewControllers { (controller as? any CatScreen)?.showCats() }
        }
        stacks.last?.tabBarItem.badgeValue = "\(book.matches.count)"
    }

    // MARK: Keys

    override var keyCommands: [UIKeyCommand]? {
        [
            UIKeyCommand(title: "Quit", input: "q") { TerminalApplication.quit() },
            UIKeyCommand(title: "Quit and forget", input: "Q") {
                ask(
                    "Quit and forget this place? Your matches and notes are kept either way.",
                    title: "Quit"
                ) { TerminalApplication.quit(forgettingState: true) }
            },
        ]
    }
}

@MainActor protocol CatScreen: UIViewController {
    func showCats()
}

extension CatScreen {
    var book: PetBook { AppDelegate.book }

    /// Changes the records, and shows an alert if that fails.
    func attempt(_ change: () throws(PetFinderError) -> Void) {
        do throws(PetFinderError) { try change() } catch { show(error.diagnosis) }
    }

    func showDetails(of cat: Cat.ID) {
        let details = storyboard?.instantiateViewController(withIdentifier: "Details")
        guard let details = details as? DetailsController else { return }
        details.cat = cat
        navigationController?.pushViewController(details, animated: true)
    }
}

@MainActor func show(_ problem: Diagnosis) {
    let place = problem.place.map { "\n\($0)" } ?? ""
    let notice = UIAlertController(
        title: "Attention",
        message: "\(problem.problem).\(place)\n\n\(problem.remedy)",
        preferredStyle: .alert
    )
    notice.addAction(UIAlertAction(title: "Continue", style: .cancel))
    UIApplication.shared.keyWindow?.rootViewController?.present(notice, animated: true)
}

/// Asks the user to confirm a loss.
///
/// - Parameter title: The title of the destructive button.
@MainActor func ask(_ question: String, title: String, then lose: @escaping () -> Void) {
    let alert = UIAlertController(title: title, message: question, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Stay", style: .cancel))
    alert.addAction(UIAlertAction(title: title, style: .destructive) { _ in lose() })
    UIApplication.shared.keyWindow?.rootViewController?.present(alert, animated: true)
}
