import Foundation

/// The selection in a text.
package struct TextSelection {
    private var range: NSRange?
    /// The end at which the user began to select. `nil` means the beginning. Setting the range
    /// resets it.
    var anchor: Int?
    /// The saved range, until its text is set.
    private var restored: NSRange?

    func range(_ text: String) -> NSRange {
        range ?? NSRange(location: text.utf16.count, length: 0)
    }

    mutating func set(_ new: NSRange, _ text: String) {
        (restored, anchor) = (nil, nil)
        range = Self.valid(new, text)
    }

    mutating func fit(_ text: String) { range = range.flatMap { Self.valid($0, text) } }

    func encode(with coder: NSCoder, _ key: String) {
        guard let range = restored ?? range else { return }
        coder.encode([range.location, range.length] as [Any], forKey: key)
    }

    mutating func decode(with coder: NSCoder, _ key: String) {
        let numbers = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: key) as? [Int]
        guard let numbers, numbers.count == 2 else { return }
        restored = NSRange(location: numbers[0], length: numbers[1])
    }

    /// Selects nothing in a text that has become too short (VIEW-5), and puts the cursor at its
    /// end.
    mutating func apply(_ text: String) {
        guard let restored else { return }
        set(restored, text)
    }

    /// The nearest range between whole characters, or `nil` for a range beyond the text.
    private static func valid(_ range: NSRange, _ text: String) -> NSRange? {
        let text = text as NSString
        guard range.location >= 0, range.length >= 0,
            range.location <= text.length - range.length
        else { return nil }
        func edge(_ place: Int, isStart: Bool) -> Int {
            guard place > 0, place < text.length else { return place }
            let character = text.rangeOfComposedCharacterSequence(at: place)
            return isStart || character.location == place
                ? character.location : character.upperBound
        }
        let start = edge(range.location, isStart: range.length > 0)
        let end = edge(range.upperBound, isStart: false)
        return NSRange(location: start, length: end - start)
    }
}
