package import RestorationCore

/// Locates JSON faults for parsers that report only failure.
package enum JSONText {
    /// A clause with the position, such as "a colon is missing (line 3, column 8)"; `nil` for valid
    /// JSON.
    package static func fault(in bytes: [UInt8]) -> String? {
        do throws(ManifestError) {
            _ = try JSONTree(parsing: bytes)
            return nil
        } catch {
            guard case .notJSON(let fault) = error.fault else { return nil }
            return fault.clause + (error.position.map { " (\($0))" } ?? "")
        }
    }
}

extension JSONText {
    /// Parses JSON to a value, or returns `nil` for invalid JSON.
    ///
    /// A number with a fraction or an exponent becomes a double, even if its value is whole.
    package static func value(of bytes: [UInt8]) -> RestorationValue? {
        (try? JSONTree(parsing: bytes))?.root.value
    }
}

extension JSONValue {
    fileprivate var value: RestorationValue {
        if let elements { return .array(elements.map(\.value)) }
        if let string { return .string(string) }
        if let boolean { return .bool(boolean) }
        if let numberText {
            if let number = Int64(numberText) { return .integer(number) }
            if let number = UInt64(numberText) { return .unsigned(number) }
            return .double(Double(numberText) ?? .nan)
        }
        var entries: [String: RestorationValue] = [:]
        for key in keys { entries[key.string ?? ""] = member(key.string ?? "")?.value }
        return isObject ? .dictionary(entries) : .null
    }
}
