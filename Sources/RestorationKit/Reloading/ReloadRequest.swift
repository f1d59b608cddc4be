internal import RestorationCore

/// That somebody wants a plugin loaded anew, and is told what comes of it. If nobody answers, the
/// other side hears the connection end.
struct ReloadRequest: Sendable {
    let plugin: String
    private let caller: LocalSocket

    /// - Returns: `nil` if the line is none of ``ReloadCall``'s.
    init?(_ line: String, from caller: LocalSocket) {
        guard line.hasPrefix(ReloadCall.verb) else { return nil }
        plugin = String(line.dropFirst(ReloadCall.verb.count))
        self.caller = caller
    }

    func answer(_ result: Result<PluginReload, any Error>) {
        switch result {
        case .success(let reload): caller.send(ReloadCall.done + "\(reload)".onOneLine)
        case .failure(let error):
            let diagnosis = Diagnosis(error)
            let lines = [diagnosis.problem, diagnosis.place ?? "", diagnosis.remedy]
            caller.send(lines.map(\.onOneLine).joined(separator: "\n"))
        }
    }
}

/// Asks a running program to load a plugin anew.
package enum ReloadCall {
    static let verb = "reload "
    static let done = "done "
    /// The name of the socket in a state directory.
    static let socketName = "reload"

    /// What came of it: a line for people.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's id.
    ///   - directory: The state directory of the program.
    /// - Returns: `nil` if no program listens there.
    /// - Throws: Why the program could not do it, or that it has ended meanwhile.
    package static func ask(
        for plugin: String,
        inProgramAt directory: String
    ) throws -> String? {
        guard let socket = try? LocalSocket.connect(to: "\(directory)/\(socketName)") else {
            return nil
        }
        socket.send(verb + plugin + "\n")
        guard let answer = socket.readAll(), !answer.isEmpty else { throw Unanswered() }
        if answer.hasPrefix(done) { return String(answer.dropFirst(done.count)) }
        throw Refusal(answer.split(separator: "\n", omittingEmptySubsequences: false))
    }

    private struct Unanswered: DiagnosedError {
        var diagnosis: Diagnosis {
            Diagnosis(
                problem: "The program has ended, or closed its session, before it answered",
                remedy: "Start it again."
            )
        }
    }

    private struct Refusal: DiagnosedError {
        let diagnosis: Diagnosis

        init(_ lines: [Substring]) {
            let place = lines.dropFirst().first.map(String.init) ?? ""
            diagnosis = Diagnosis(
                problem: lines.first.map(String.init) ?? "",
                place: place.isEmpty ? nil : place,
                remedy: lines.dropFirst(2).joined(separator: " ")
            )
        }
    }
}

extension String {
    fileprivate var onOneLine: String {
        split { $0.isNewline || $0 == "\0" }.joined(separator: " ")
    }
}
