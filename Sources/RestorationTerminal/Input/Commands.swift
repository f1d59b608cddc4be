import Foundation
import RestorationUIKit
import TerminalScreen

/// The key commands that count now: those of what has the keys, and of all that it lies in.
@MainActor struct Commands {
    /// The nearest first.
    let commands: [UIKeyCommand]

    init(from responder: UIResponder?) {
        var found: [UIKeyCommand] = []
        var next = responder
        while let current = next {
            found += current.keyCommands ?? []
            next = current.next
        }
        commands = found
    }

    /// What a key commands, where letters may be typed text.
    func command(for key: Key, isTyping: Bool) -> UIKeyCommand? {
        commands.first { command in
            guard let known = command.key, known == key else { return false }
            if case .character = known { return !isTyping }
            return !isTyping || Self.mayBeUsedInText(known)
        }
    }

    /// Keys that move the cursor or delete are not taken from a text.
    private static func mayBeUsedInText(_ key: Key) -> Bool {
        switch key {
        case .control, .escape, .function: true
        default: false
        }
    }
}

extension UIKeyCommand {
    /// The key of the terminal; `nil` for one that no terminal sends.
    var key: Key? {
        switch input {
        case Self.inputUpArrow: return modifierFlags == .shift ? .shiftUp : .up
        case Self.inputDownArrow: return modifierFlags == .shift ? .shiftDown : .down
        case Self.inputLeftArrow: return modifierFlags == .shift ? .shiftLeft : .left
        case Self.inputRightArrow: return modifierFlags == .shift ? .shiftRight : .right
        case Self.inputEscape: return .escape
        case Self.inputDelete: return .backspace
        case "\r": return .enter
        default: break
        }
        let scalars = input.unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else { return nil }
        if modifierFlags.contains(.control) {
            return .control(Unicode.Scalar(String(scalar).lowercased()) ?? scalar)
        }
        guard modifierFlags.contains(.shift) else { return .character(scalar) }
        return Unicode.Scalar(String(scalar).uppercased()).map { .character($0) }
    }

    /// What the key is called.
    var keyName: String {
        switch key {
        case .character(" "): "Space"
        case .character(let scalar): String(scalar)
        case .control(let scalar): "^\(String(scalar).uppercased())"
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
