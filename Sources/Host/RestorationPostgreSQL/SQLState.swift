import RestorationStorage

extension RemoteError {
    /// Turns an error of the server into one of a store.
    ///
    /// Semantic source: appendix A of PostgreSQL's documentation.
    ///
    /// - Parameters:
    ///   - code: The SQLSTATE, five characters.
    ///   - reason: The primary message, which contains names but no values.
    ///   - size: The size of the value that the statement would have stored.
    init(sqlState code: String, reason: String, in place: String, role: String, size: Int = 0) {
        switch code {
        case "28P01", "28000":
            self = .loginRefused(place: place, role: role, reason: reason)
        case "42501": self = .noRights(place: place, role: role)
        // The table or the schema is missing.
        case "42P01", "3F000": self = .notInitialised(place: place)
        case "53100": self = .full(place: place)
        case "53300": self = .tooManyConnections(place: place)
        // A limit of the server, or a check that an administrator added to the table.
        case "54000", "23514": self = .tooLarge(place: place, sizeInBytes: size, limit: nil)
        case "25006": self = .readOnly(place: place)
        case "57014": self = .timedOut(place: place)
        case "57P03": self = .unreachable(place: place, reason: reason)
        case "57P01", "57P02", "57P05": self = .connectionLost(place: place)
        case _ where code.hasPrefix("08"): self = .connectionLost(place: place)
        default: self = .refused(place: place, code: code, reason: reason)
        }
    }

    /// Whether the server asks to repeat the statement, as it does under serialisable isolation.
    var asksToRepeat: Bool {
        guard case .refused(_, let code, _) = self else { return false }
        return code == "40001" || code == "40P01"
    }
}

/// Finds the SQLSTATE in the message of a failed login, which libpq gives as text alone.
struct LoginFailure {
    let code: String
    let reason: String

    /// - Parameter message: With verbosity "verbose", the server's part of each host's message is
    ///   "FATAL:  28P01: password authentication failed…", with the first word in any language.
    init?(_ message: String) {
        for line in message.split(separator: "\n").reversed() {
            for start in line.indices where line[start...].hasPrefix(":  ") {
                let rest = line[start...].dropFirst(3)
                let code = rest.prefix(5)
                guard code.count == 5, rest.dropFirst(5).hasPrefix(": "),
                    code.allSatisfy({ $0.isASCII && ($0.isWholeNumber || $0.isUppercase) })
                else { continue }
                self.code = String(code)
                reason = String(rest.dropFirst(7))
                return
            }
        }
        return nil
    }
}
