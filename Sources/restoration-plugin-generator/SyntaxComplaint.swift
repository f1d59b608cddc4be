import Foundation

/// What Foundation says about bytes that are not JSON, and where.
///
/// Hosts do without: FoundationEssentials, which is all that they load, says no more than "invalid".
/// An author needs the line.
struct SyntaxComplaint {
    /// A sentence or more, with full stops.
    let words: String
    /// In bytes; 0 where the words name no place.
    let offset: Int

    /// Parses once more, or returns `nil` if Foundation finds nothing to complain about.
    init?(_ bytes: [UInt8]) {
        do {
            _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            return nil
        } catch {
            let words = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
            guard let words else { return nil }
            self.words = words
            // "Invalid value around character 95.": it counts bytes, and tells them no other way.
            let lastWord = words.split(separator: " ").last ?? ""
            offset = Int(lastWord.prefix { $0.isNumber }) ?? 0
        }
    }
}
