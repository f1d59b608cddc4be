import PetFinderModel
import RestorationCore
import TerminalScreen

/// A controller that shows something and takes keys.
protocol Screen: Restorable {
    /// What the screen is called in the line of where one is.
    var title: String { get }
    /// The keys that do something now, and what they do.
    var help: [HelpEntry] { get }
    /// Whether letters are typed text now, rather than commands.
    var takesText: Bool { get }
    /// Draws the screen. The same state and the same area give the same picture.
    func draw(on canvas: inout Canvas, in area: Area)
    /// Handles a key, or leaves it to whoever shows the screen.
    func handle(_ key: Key) -> KeyOutcome
    /// The records have changed: a name, a match.
    func recordsDidChange()
}

extension Screen {
    var takesText: Bool { false }
    func recordsDidChange() {}
}

/// What became of a key.
enum KeyOutcome: Hashable {
    /// Nobody here had a use for it.
    case ignored
    /// It is done with.
    case handled
    /// It is done with, and the screen shall be left.
    case leave
}

/// A key and what it does, for the help line.
struct HelpEntry: Hashable {
    let key: String
    let action: String

    init(_ key: String, _ action: String) {
        self.key = key
        self.action = action
    }

    /// The columns that both take, with the blank between them.
    var columns: Int { TextWidth.columns(of: key) + 1 + TextWidth.columns(of: action) }
}

/// What screens need of the program: the cats, and the restoration session.
struct Services {
    let book: PetBook
    let session: PetFinderSession
    /// Tells the person that something went wrong.
    let report: (Diagnosis) -> Void

    /// Does something that may fail, and tells the person if it does. Whether it succeeded.
    @discardableResult
    func attempt(_ action: () throws(PetFinderError) -> Void) -> Bool {
        do {
            try action()
            return true
        } catch {
            report(error.diagnosis)
            return false
        }
    }
}
