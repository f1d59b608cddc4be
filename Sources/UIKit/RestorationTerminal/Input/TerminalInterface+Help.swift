import Foundation
import RestorationUIKit
import TerminalScreen

/// The available keys, for the last line and the list of keys.
extension TerminalInterface {
    /// An alert disables all commands.
    var commands: Commands {
        topController is UIAlertController
            ? Commands(from: nil, and: nil) : Commands(from: responder, and: topController)
    }

    var entries: [HelpEntry] {
        if showsHelp { return [HelpEntry("any key", "Back")] }
        var entries = ownEntries
        if window?.focusedView is UITableView || window?.focusedView is UICollectionView {
            entries.insert(HelpEntry("Enter", "Open"), at: 0)
        }
        if canDelete, !entries.contains(where: { $0.key == "Delete" }) {
            entries.append(HelpEntry("Delete", "Delete"))
        }
        if backAction != nil, !entries.contains(where: { $0.key == "Esc" }) {
            entries.append(HelpEntry("Esc", "Back"))
        }
        entries.append(HelpEntry("^G", "Help"))
        return entries
    }

    /// The keys of the focused view and the program's commands, without letters while typing.
    private var ownEntries: [HelpEntry] {
        let view = window?.focusedView as? any TerminalKeyHandling
        let commands = commands.commands.filter { !isTyping || $0.mayBeUsedInText }
        return (view?.help ?? []).map { HelpEntry($0.key, $0.action) }
            + commands.compactMap { command in
                command.title.map { HelpEntry(command.keyName, $0) }
            }
    }

    private var canDelete: Bool {
        guard let table = window?.focusedView as? UITableView, let row = table.cursorRow else {
            return false
        }
        return table.dataSource?.tableView(table, canEditRowAt: row) ?? false
    }

    var helpEntries: [HelpEntry] {
        var entries = ownEntries
        if !isTyping {
            entries += [
                HelpEntry("↑ ↓ ← →, Page", "Choose, scroll"), HelpEntry("Enter", "Open, press"),
            ]
            if tabs != nil { entries.append(HelpEntry("1 2 3 …", "Choose a tab")) }
        }
        // Such a view lists its own keys.
        if !(isTyping && window?.focusedView is any TerminalKeyHandling) {
            entries += [
                HelpEntry("Tab, Shift-Tab", "Go to the next part, or the one before"),
                HelpEntry("Esc", "Go back"),
            ]
        }
        if canDelete, !entries.contains(where: { $0.key == "Delete" }) {
            entries.append(HelpEntry("Delete", "Delete the row"))
        }
        if scenes.count > 1 { entries.append(HelpEntry("F6", "Show the next window")) }
        entries.append(HelpEntry("^L", "Redraw the screen"))
        return entries + [HelpEntry("^C", "Quit, and come back to this place")]
    }
}
