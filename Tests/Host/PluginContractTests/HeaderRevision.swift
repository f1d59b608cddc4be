import Foundation
import TestSupport

/// The first headers and possible future ones: structs without their newest fields, or with
/// additional ones.
enum HeaderRevision: String, CaseIterable, Sendable {
    /// `earlier` lacks only the fields that were added to properties later.
    case first, earlier, now, later

    /// A directory with the headers of this version.
    func headers(in directory: String) throws -> String {
        guard self != .now else { return ContractPlugin.headers }
        let copy = "\(directory)/headers-\(self)"
        try FileManager.default.copyItem(atPath: ContractPlugin.headers, toPath: copy)
        for header in changedHeaders {
            let file = "\(copy)/restoration/\(header).h"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let changed = self == .later ? Self.lengthened(text) : Self.shortened(text)
            guard changed != text else { throw Unchanged(header: header) }
            try changed.write(toFile: file, atomically: true, encoding: .utf8)
        }
        return copy
    }

    /// The structs of methods have no optional fields, so only `later` changes them.
    private var changedHeaders: [String] {
        switch self {
        case .first: ["coder", "host", "plugin", "property"]
        case .earlier: ["property"]
        case .now: []
        case .later: ["coder", "host", "plugin", "property", "method", "value_methods"]
        }
    }

    struct Unchanged: Error {
        let header: String
    }

    /// The comments at which the newer fields begin in each struct.
    private static let firstNewField = [
        "    // Both.", "    // Objects. A handle names",
        "    /// The object's own state, the same", "    /// Rewrites state that an older",
        "    /// The key of another property of the class that is restored",
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
        // The inline functions that use a removed field are removed, too.
        for name in ["put_copy", "mark_sensitive"] {
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
    /// Removes an inline function, from its comment to its closing brace.
    fileprivate func withoutFunction(_ name: String) -> String {
        guard let found = range(of: "\n\(name)("),
            let comment = range(
                of: "\n/// ",
                options: .backwards,
                range: startIndex..<found.lowerBound
            ),
            let end = range(of: "\n}\n", range: found.upperBound..<endIndex)
        else { return self }
        return String(self[..<comment.lowerBound]) + self[end.upperBound...]
    }
}
