internal import RestorationPlugins

/// A request to reload a plugin. Without an answer, the caller sees the connection end.
struct ReloadRequest: Sendable {
    let plugin: String
    private let caller: LocalSocket

    /// - Returns: `nil` if the line is not in ``ReloadCall``'s format.
    init?(_ line: [UInt8], from caller: LocalSocket) {
        let line = String(decoding: line, as: UTF8.self)
        guard line.hasPrefix(ReloadCall.verb), line.hasSuffix("\n") else { return nil }
        plugin = String(line.dropFirst(ReloadCall.verb.count).dropLast())
        self.caller = caller
    }

    func answer(_ result: Result<PluginReload, any Error>) {
        switch result {
        case .success(let reload): caller.send(ReloadCall.done + "\(reload)".onOneLine)
        case .failure(ReloadFault.unchanged(let file)): caller.send(ReloadCall.unchanged + file)
        case .failure(let error):
            let diagnosis = Diagnosis(error)
            let lines = [diagnosis.problem, diagnosis.place ?? "", diagnosis.remedy]
            caller.send(lines.map(\.onOneLine).joined(separator: "\n"))
        }
    }
}

/// Asks a running program to reload a plugin.
package enum ReloadCall {
    static let verb = "reload "
    static let done = "done "
    static let unchanged = "unchanged "
    /// The name of the socket in a state directory.
    static let socketName = "reload"

    package enum Answer: Equatable {
        case done(String)
        /// The program already uses the build in this file.
        case unchanged(file: String)
        /// No program listens.
        case silence
    }

    /// Sends a request, and waits for the answer for at most half a minute.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's id.
    ///   - directory: The state directory of the program.
    /// - Throws: Why the program failed or did not answer.
    package static func ask(
        for plugin: String,
        inProgramAt directory: String
    ) throws -> Answer {
        guard let socket = try LocalSocket.connect(to: "\(directory)/\(socketName)") else {
            return .silence
        }
        socket.send(verb + plugin + "\n")
        var bytes: [UInt8] = []
        while true {
            guard let more = socket.read() else { throw Refusal.stopped }
            if more.isEmpty { break }
            bytes += more
        }
        let answer = String(decoding: bytes, as: UTF8.self)
        if answer.isEmpty { throw Refusal.ended }
        if answer.hasPrefix(unchanged) {
            return .unchanged(file: String(answer.dropFirst(unchanged.count)))
        }
        if answer.hasPrefix(done) { return .done(String(answer.dropFirst(done.count))) }
        let lines = answer.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        throw Refusal(
            lines[0],
            place: lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil,
            remedy: lines.dropFirst(2).joined(separator: " ")
        )
    }

    private struct Refusal: DiagnosedError {
        let diagnosis: Diagnosis

        init(_ problem: String, place: String? = nil, remedy: String) {
            diagnosis = Diagnosis(problem: problem, place: place, remedy: remedy)
        }

        static let stopped = Refusal(
            "The program does not answer",
            remedy: "Resume it if it is stopped; its loop has to call runPending()."
        )
        static let ended = Refusal(
            "The program has ended, or closed its session, before it answered",
            remedy: "Start it again."
        )
    }
}

extension String {
    fileprivate var onOneLine: String {
        split { $0.isNewline || $0 == "\0" }.joined(separator: " ")
    }
}
