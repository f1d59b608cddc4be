import CPostgreSQL

extension Library {
    /// The options that a connection string sets, by keyword; `nil` if libpq cannot parse it.
    func options(of text: String) -> [String: String]? {
        var message: UnsafeMutablePointer<CChar>?
        guard let list = unsafe functions.pointee.PQconninfoParse(text, &message) else {
            unsafe functions.pointee.PQfreemem(message)
            return nil
        }
        return unsafe Self.values(list, freeing: functions)
    }

    /// The options of the environment and of libpq itself, by keyword.
    var defaultOptions: [String: String] {
        guard let list = unsafe functions.pointee.PQconndefaults() else { return [:] }
        return unsafe Self.values(list, freeing: functions)
    }

    private static func values(
        _ list: UnsafeMutablePointer<PQconninfoOption>,
        freeing functions: UnsafePointer<restoration_libpq>
    ) -> [String: String] {
        defer { unsafe functions.pointee.PQconninfoFree(list) }
        var values: [String: String] = [:]
        // Invariant (libpq): an option without a keyword ends the list.
        var option = unsafe list
        while let keyword = unsafe text(option.pointee.keyword) {
            if let value = unsafe text(option.pointee.val), !value.isEmpty {
                values[keyword] = value
            }
            unsafe option += 1
        }
        return values
    }
}
