import RestorationStorage

/// A connection string of libpq that has been parsed, and the parts of it that messages may name.
///
/// Its errors quote nothing: libpq's own messages contain fragments of the string, and so of the
/// password.
struct ConnectionString: Sendable {
    let text: String
    /// "PostgreSQL database restoration at db.example.com".
    let place: String
    let role: String

    init(_ text: String, library: Library) throws(RemoteError) {
        guard !text.utf8.contains(0), let options = library.options(of: text) else {
            throw .connectionString(
                reason: "it is neither a list of options, such as host=db.example.com dbname=state,"
                    + " nor a URI, or it has an unknown option"
            )
        }
        self.text = text
        let defaults = library.defaultOptions
        func option(_ name: String) -> String? { options[name] ?? defaults[name] }
        role = option("user") ?? "the user of this process"
        let database = option("dbname") ?? role
        let host = option("host") ?? option("hostaddr") ?? "this machine"
        // In a URI with an unescaped password, its parts are taken for these.
        guard ![host, database, role].contains(where: { $0.contains("@") }),
            (option("port") ?? "").allSatisfy({ $0.isWholeNumber || $0 == "," })
        else {
            throw .connectionString(
                reason: "its host, port, role or database is invalid; percent-encode special"
                    + " characters of the password, such as %40 for @"
            )
        }
        place = "PostgreSQL database \(database) at \(host)"
    }
}
