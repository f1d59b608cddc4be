import Foundation

/// Stores an attributed text as its string, followed by the length and attributes of each run.
/// Linux's Foundation cannot read its own archive of a text with uniform attributes.
extension StoredValue {
    static func parts(of text: NSAttributedString) -> [Any] {
        var parts: [Any] = [text.string]
        let whole = NSRange(location: 0, length: text.length)
        // Invariant: the pointer, which could stop the enumeration, is not used.
        unsafe text.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
            let named = attributes.map { ($0.key.rawValue, $0.value) }
            parts += [range.length, Dictionary(uniqueKeysWithValues: named)] as [Any]
        }
        return parts
    }

    /// - Parameter allowed: The classes of attributes, in addition to those of a property list.
    static func attributedText(
        _ parts: [StoredValue],
        _ allowed: AllowedClasses?,
        _ secure: Bool,
        _ outer: StateCoder
    ) throws(UnstorableValue) -> NSMutableAttributedString {
        try check(NSMutableAttributedString.self, allowed)
        let others: [AnyClass] = [
            NSURL.self, NSValue.self, NSNull.self, NSError.self, NSUUID.self, NSIndexPath.self,
        ]
        let plain = AllowedClasses.propertyList.classes + others
        let allowed = allowed.map { AllowedClasses($0.classes + plain) }
        let parts = try objects(parts, allowed, secure, outer)
        guard let string = parts.first as? String else { throw unknownKind }
        let text = NSMutableAttributedString(string: string)
        var place = 0
        for index in stride(from: 1, to: parts.count - 1, by: 2) {
            guard let length = parts[index] as? Int, let named = parts[index + 1] as? [String: Any],
                length > 0, length <= text.length - place
            else { throw unknownKind }
            let attributes = named.map { (NSAttributedString.Key($0.key), $0.value) }
            text.addAttributes(
                Dictionary(uniqueKeysWithValues: attributes),
                range: NSRange(location: place, length: length)
            )
            place += length
        }
        return text
    }
}
