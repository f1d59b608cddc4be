/// Says where a text is not JSON, for readers that only say that it is not.
package enum JSONText {
    /// A clause with line and column: "a colon is missing (line 3, column 8)"; `nil` where nothing
    /// is wrong.
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
