import Foundation
import RestorationUIKit
import TerminalScreen

/// What the person can do, in the last line and in the list of keys.
extension TerminalInterface {
    /// An alert has to be answered before anything else.
    var commands: Commands {
        topController is UIAlertController
            ? Commands(from: nil, and: nil) : Commands(from: responder, and: topController)
    }

    /// What can be done here, the nearest first.
    var entries: [HelpEntry] {
        if showsHelp { return [HelpEntry("any key", "Back")] }
        var entries: [HelpEntry] = []
        if let view = window?.focusedView as? any TerminalKeyHandling {
            entries = view.help.map { HelpEntry($0.key, $0.action) }
        }
        let commands = commands.commands.filter { !isTyping || $0.mayBeUsedInText }
        entries += commands.compactMap { command in
            command.title.map { HelpEntry(command.keyName, $0) }
        }
        if window?.focusedView is UITableView || window?.focusedView is UICollectionView {
            entries.insert(HelpEntry("Enter", "Open"), at: 0)
        }
        if canDelete { entries.append(HelpEntry("Delete", "Delete")) }
        if wayBack != nil, !entries.contains(where: { $0.key == "Esc" }) {
            entries.append(HelpEntry("Esc", "Back"))
        }
        entries.append(HelpEntry("^G", "Help"))
        return entries
    }

    private var canDelete: Bool {
        guard let table = window?.focusedView as? UITableView, let row = table.cursorRow else {
            return false
        }
        return table.dataSource?.tableView(table, canEditRowAt: row) ?? false
    }

    var helpEntries: [HelpEntry] {
        var entries = commands.commands.compactMap { command in
            command.title.map { HelpEntry(command.keyName, $0) }
        }
        entries += [
            HelpEntry("↑ ↓ ← →, Page", "Choose, scroll"),
            HelpEntry("Tab, Shift-Tab", "Go to the next part, or the one before"),
            HelpEntry("Enter", "Open, press"),
            HelpEntry("Esc", "Go back"),
        ]
        if canDelete { entries.append(HelpEntry("Delete", "Delete the row")) }
        if tabs != nil { entries.append(HelpEntry("1 2 3 …", "Choose a tab")) }
        if scenes.count > 1 { entries.append(HelpEntry("F6", "Show the next window")) }
        entries.append(HelpEntry("^L", "Draw the screen anew"))
        return entries + [HelpEntry("^C", "Quit, and come back to this place")]
    }
}
