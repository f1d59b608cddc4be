import RestorationTerminal

/// Mailboxes, the letters of one of them, and a letter.
final class ColumnsController: UISplitViewController {
    override var keyCommands: [UIKeyCommand]? {
        [UIKeyCommand(title: "Write", input: "c") { [weak self] in self?.write() }]
    }

    var letters: LettersController? {
        let stack = viewController(for: .supplementary) as? UINavigationController
        return stack?.viewControllers.first as? LettersController
    }

    var letter: LetterController? { viewController(for: .secondary) as? LetterController }

    private func write() {
        guard let form = storyboard?.instantiateViewController(withIdentifier: "Compose") else {
            return
        }
        present(form, animated: true)
    }
}

extension UIViewController {
    /// The columns that contain the controller.
    var columns: ColumnsController? { splitViewController as? ColumnsController }
}
