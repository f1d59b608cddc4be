import Foundation

extension Document {
    /// The cells of all table rows, including heads and the dashes below them.
    var tableRows: [(number: Int, cells: [String])] {
        prose.compactMap { number, text in
            let row = text.trimmingCharacters(in: .whitespaces)
            guard row.hasPrefix("|"), row.hasSuffix("|") else { return nil }
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            let trimmed = cells.map { $0.trimmingCharacters(in: .whitespaces) }
            return (number, Array(trimmed.dropFirst().dropLast()))
        }
    }
}
