import Foundation
import RestorationUIKit
import TerminalScreen

/// The active key commands: those of the focused responder and its ancestors, then those of the top
/// controller, because a focused bar is outside it.
@MainActor struct Commands {
    /// The nearest first.
    let commands: [UIKeyCommand]

    init(from responder: UIResponder?, and top: UIResponder?) {
        var found: [UIKeyCommand] = []
        var seen: Set<ObjectIdentifier> = []
        for start in [responder, top] {
            var next = start
            while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
                found += current.keyCommands ?? []
                next = current.nextForKeys
            }
        }
        commands = found
    }

    /// The command of a key. While typing, only Control, Esc and function keys are commands.
    func command(for key: Key, isTyping: Bool) -> UIKeyCommand? {
        commands.first { command in
            guard let known = command.key, known == key else { return false }
            return !isTyping || command.mayBeUsedInText
        }
    }
}

extension UIKeyCommand {
    /// The terminal's key, or `nil` if no terminal sends it.
    var key: Key? {
        switch (input, modifierFlags) {
        case (Self.inputUpArrow, []): return .up
        case (Self.inputDownArrow, []): return .down
        case (Self.inputLeftArrow, []): return .left
        case (Self.inputRightArrow, []): return .right
        case (Self.inputUpArrow, .shift): return .shiftUp
        case (Self.inputDownArrow, .shift): return .shiftDown
        case (Self.inputLeftArrow, .shift): return .shiftLeft
        case (Self.inputRightArrow, .shift): return .shiftRight
        case (Self.inputLeftArrow, .control): return .wordLeft
        case (Self.inputRightArrow, .control): return .wordRight
        case (Self.inputEscape, []): return .escape
        case (Self.inputDelete, []): return .backspace
        case ("\r", []): return .enter
        case ("\t", []): return .tab
        default: break
        }
        if input.unicodeScalars.first?.properties.generalCategory == .control { return nil }
        let scalars = input.unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else { return nil }
        if modifierFlags.contains(.control) {
            return .control(Unicode.Scalar(String(scalar).lowercased()) ?? scalar)
        }
        guard modifierFlags.contains(.shift) else { return .character(scalar) }
        return Unicode.Scalar(String(scalar).uppercased()).map { .character($0) }
    }

    /// Whether the key neither types, moves the cursor nor deletes.
    var mayBeUsedInText: Bool {
        switch key {
        case .control, .escape, .function: true
        default: false
        }
    }

    var keyName: String {
        switch key {
        case .character(" "): "Space"
        case .character(let scalar): String(scalar)
        case .control(let scalar): "^\(String(scalar).uppercased())"
        case .shiftUp: "Shift-↑"
        case .shiftDown: "Shift-↓"
        case .shiftLeft: "Shift-←"
        case .shiftRight: "Shift-→"
        case .wordLeft: "Ctrl-←"
        case .wordRight: "Ctrl-→"
        case .tab: "Tab"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .enter: "Enter"
        case .escape: "Esc"
        case .backspace: "Delete"
        default: input
        }
    }
}
