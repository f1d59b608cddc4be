import Foundation

/// What is selected of a text.
struct TextSelection {
    private var range: NSRange?
    /// What was saved, until the text is there that it is of.
    private var restored: NSRange?

    func range(_ text: String) -> NSRange {
        range ?? NSRange(location: text.utf16.count, length: 0)
    }

    mutating func set(_ new: NSRange, _ text: String) {
        restored = nil
        range = Self.isWithin(new, text) ? new : nil
    }

    /// The text has changed.
    mutating func fit(_ text: String) {
        if let range, !Self.isWithin(range, text) { self.range = nil }
    }

    func encode(with coder: NSCoder, _ key: String) {
        guard let range = restored ?? range else { return }
        coder.encode([range.location, range.length] as [Any], forKey: key)
    }

    mutating func decode(with coder: NSCoder, _ key: String) {
        let numbers = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: key) as? [Int]
        guard let numbers, numbers.count == 2 else { return }
        restored = NSRange(location: numbers[0], length: numbers[1])
    }

    /// One that lies outside of the text is ignored, not moved (T-62).
    mutating func apply(_ text: String) {
        guard let restored else { return }
        self.restored = nil
        if Self.isWithin(restored, text) { range = restored }
    }

    private static func isWithin(_ range: NSRange, _ text: String) -> Bool {
        range.location >= 0 && range.length >= 0
            && range.location <= text.utf16.count - range.length
    }
}
