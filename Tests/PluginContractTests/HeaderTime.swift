import Foundation
import TestSupport

/// The headers as they were at first, and as they may become: structs with their last fields taken
/// away, and with new ones at their ends.
enum HeaderTime: Int, CaseIterable, Sendable {
    case first, now, later

    /// A directory with the headers of that time.
    func headers(in directory: String) throws -> String {
        guard self != .now else { return ContractPlugin.headers }
        let copy = "\(directory)/headers-\(self)"
        try FileManager.default.copyItem(atPath: ContractPlugin.headers, toPath: copy)
        for header in ["coder", "host", "plugin"] {
            let file = "\(copy)/restoration/\(header).h"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let changed = self == .first ? Self.shortened(text) : Self.lengthened(text)
            guard changed != text else { throw Unchanged(header: header) }
            try changed.write(toFile: file, atomically: true, encoding: .utf8)
        }
        return copy
    }

    struct Unchanged: Error {
        let header: String
    }

    /// Where the fields begin, in each struct, that the first headers did not have.
    private static let firstNewField = [
        "    // Other restorable objects.", "    // Objects. A handle names",
        "    /// The object's own state, the same", "    /// Rewrites state that an older",
    ]
    private static let end = "    // Since the next minor version:"

    private static func shortened(_ text: String) -> String {
        var lines: [Substring] = []
        var isLeftOut = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if firstNewField.contains(where: { line.hasPrefix($0) }) { isLeftOut = true }
            if line.hasPrefix(end) { isLeftOut = false }
            if !isLeftOut { lines.append(line) }
        }
        var text = lines.joined(separator: "\n")
        // The inline functions for what is gone go as well.
        for name in ["put_reference", "get_reference", "put_copy", "mark_sensitive"] {
            text = text.withoutFunction("restoration_\(name)")
        }
        return text
    }

    private static func lengthened(_ text: String) -> String {
        text.replacingOccurrences(
            of: end,
            with: "    restoration_status (*later)(void *context);\n    uint64_t latest[4];\n" + end
        )
    }
}

extension String {
    /// Takes out an inline function, from its comment to its closing brace.
    fileprivate func withoutFunction(_ name: String) -> String {
        guard let found = range(of: "\n\(name)("),
            let comment = range(
                of: "/// Calls",
                options: .backwards,
                range: startIndex..<found.lowerBound
            ),
            let end = range(of: "\n}\n", range: found.upperBound..<endIndex)
        else { return self }
        return String(self[..<comment.lowerBound]) + self[end.upperBound...]
    }
}
