import CPostgreSQL
import Glibc
import RestorationStorage

/// A connection to the server. One thread at a time uses it.
///
/// All calls have a deadline, so libpq never blocks: a server that stalls would hold a thread for
/// hours.
@safe final class Connection: @unchecked Sendable {
    // Unchecked: only the thread that took it from its pool uses it.

    let target: ConnectionString
    private let library: Library
    /// Invariant: valid until `deinit`, which nothing outlives.
    private let handle: OpaquePointer

    /// Connects and logs in.
    init(
        _ target: ConnectionString,
        library: Library,
        until deadline: ContinuousClock.Instant
    ) throws(RemoteError) {
        self.target = target
        self.library = library
        guard let handle = unsafe Self.start(target, library) else {
            throw .unreachable(place: target.place, reason: "there is no memory left")
        }
        unsafe self.handle = unsafe handle
        _ = unsafe functions.PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        _ = unsafe functions.PQsetNoticeProcessor(handle, restoration_libpq_ignore, nil)
        guard unsafe functions.PQstatus(handle) != CONNECTION_BAD else { throw loginError }
        try finishConnecting(until: deadline)
        _ = unsafe functions.PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        _ = unsafe functions.PQsetnonblocking(handle, 1)
    }

    deinit { unsafe functions.PQfinish(handle) }

    private var functions: restoration_libpq { unsafe library.functions.pointee }

    private static func start(_ target: ConnectionString, _ library: Library) -> OpaquePointer? {
        // The first option is the connection string; those after it take precedence.
        let options = [
            ("dbname", target.text), ("client_encoding", "UTF8"),
            ("fallback_application_name", "restoration"),
        ]
        // Invariant: the call copies the strings, which live until it returns. Nulls end the lists.
        let keywords = unsafe options.map { unsafe strdup($0.0) }
        let values = unsafe options.map { unsafe strdup($0.1) }
        defer { unsafe (keywords + values).forEach { unsafe free($0) } }
        let keywordList = unsafe keywords.map { unsafe UnsafePointer($0) } + [nil]
        let valueList = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
        return unsafe library.functions.pointee.PQconnectStartParams(keywordList, valueList, 1)
    }

    private func finishConnecting(until deadline: ContinuousClock.Instant) throws(RemoteError) {
        var status = PGRES_POLLING_WRITING
        while status != PGRES_POLLING_OK {
            let events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard waits(for: events, until: deadline) else {
                throw .unreachable(place: target.place, reason: "the server did not answer in time")
            }
            status = unsafe functions.PQconnectPoll(handle)
            if status == PGRES_POLLING_FAILED { throw loginError }
        }
    }

    private var loginError: RemoteError {
        let message = unsafe Library.text(functions.PQerrorMessage(handle)) ?? ""
        if let failure = LoginFailure(message) {
            return RemoteError(
                sqlState: failure.code,
                reason: failure.reason,
                in: target.place,
                role: target.role
            )
        }
        if unsafe functions.PQconnectionNeedsPassword(handle) != 0 {
            return .loginRefused(place: target.place, role: target.role)
        }
        let lines = message.split(separator: "\n").map(String.init)
        // OpenSSL's text, or libpq's: neither has a number for it.
        let isUntrusted = { (line: String) in
            line.contains("certificate") || line.contains("SSL was required")
        }
        if let reason = lines.first(where: isUntrusted) {
            return .untrusted(place: target.place, reason: reason)
        }
        return .unreachable(place: target.place, reason: lines.first ?? "no reason was given")
    }

    // MARK: Statements

    /// Whether the connection is known to be lost.
    var isLost: Bool { unsafe functions.PQstatus(handle) == CONNECTION_BAD }

    var socket: Int32 { unsafe functions.PQsocket(handle) }

    /// Runs one statement with parameters, in a transaction of its own.
    func run(
        _ statement: String,
        _ parameters: [Parameter],
        size: Int = 0,
        until deadline: ContinuousClock.Instant
    ) throws(RemoteError) -> Answer {
        guard send(statement, parameters) == 1 else {
            throw .connectionLost(place: target.place)
        }
        return try answer(size: size, until: deadline)
    }

    /// Runs statements without parameters, all in one transaction.
    func runAll(_ statements: String, until deadline: ContinuousClock.Instant) throws(RemoteError) {
        guard unsafe functions.PQsendQuery(handle, statements) == 1 else {
            throw .connectionLost(place: target.place)
        }
        _ = try answer(size: 0, until: deadline)
    }

    private func send(_ statement: String, _ parameters: [Parameter]) -> Int32 {
        let types = parameters.map(\.type)
        let values = parameters.map(\.encoded)
        let lengths = values.map { Int32($0.count) }
        let formats = Array(repeating: Int32(1), count: values.count)
        return unsafe Self.withPointers(to: values[...], []) { pointers in
            // Invariant: libpq copies the values before it returns.
            unsafe functions.PQsendQueryParams(
                handle,
                statement,
                Int32(values.count),
                types,
                pointers,
                lengths,
                formats,
                1
            )
        }
    }

    /// Calls `body` with a pointer to each value, all valid until it returns.
    private static func withPointers(
        to values: ArraySlice<[UInt8]>,
        _ pointers: [UnsafePointer<CChar>?],
        _ body: ([UnsafePointer<CChar>?]) -> Int32
    ) -> Int32 {
        guard let first = values.first else { return unsafe body(pointers) }
        // An empty value needs a pointer, since null stands for NULL.
        return unsafe (first.isEmpty ? [0] : first).withUnsafeBytes { buffer in
            let pointer = unsafe buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
            return unsafe withPointers(to: values.dropFirst(), pointers + [pointer], body)
        }
    }

    private func answer(
        size: Int,
        until deadline: ContinuousClock.Instant
    ) throws(RemoteError) -> Answer {
        try flush(until: deadline)
        var answer = Answer(rows: [])
        var error: RemoteError?
        while true {
            while unsafe functions.PQisBusy(handle) != 0 { try receive(until: deadline) }
            guard let result = unsafe functions.PQgetResult(handle) else { break }
            defer { unsafe functions.PQclear(result) }
            switch unsafe functions.PQresultStatus(result) {
            case PGRES_TUPLES_OK: answer = unsafe Answer(rows: rows(of: result))
            case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
            default:
                let failure = unsafe self.error(of: result, size: size)
                error = error ?? failure
            }
        }
        if let error { throw isLost ? .connectionLost(place: target.place) : error }
        return answer
    }

    private func flush(until deadline: ContinuousClock.Instant) throws(RemoteError) {
        while true {
            let status = unsafe functions.PQflush(handle)
            if status == 0 { return }
            // The server may need to be read from before it goes on reading.
            guard status == 1 else { throw .connectionLost(place: target.place) }
            guard waits(for: POLLIN | POLLOUT, until: deadline) else {
                throw .timedOut(place: target.place)
            }
            guard unsafe functions.PQconsumeInput(handle) == 1 else {
                throw .connectionLost(place: target.place)
            }
        }
    }

    private func receive(until deadline: ContinuousClock.Instant) throws(RemoteError) {
        guard waits(for: POLLIN, until: deadline) else { throw .timedOut(place: target.place) }
        guard unsafe functions.PQconsumeInput(handle) == 1 else {
            throw .connectionLost(place: target.place)
        }
    }

    private func rows(of result: OpaquePointer) -> [[[UInt8]]] {
        let columns = unsafe functions.PQnfields(result)
        let count = unsafe functions.PQntuples(result)
        return (0..<count).map { row in
            (0..<columns).map { column in
                // Invariant (libpq): the value has this length and lives until PQclear.
                let length = unsafe functions.PQgetlength(result, row, column)
                let value = unsafe functions.PQgetvalue(result, row, column)
                return unsafe Array(UnsafeRawBufferPointer(start: value, count: Int(length)))
            }
        }
    }

    private func error(of result: OpaquePointer, size: Int) -> RemoteError {
        func field(_ code: Int) -> String? {
            unsafe Library.text(functions.PQresultErrorField(result, Int32(code)))
        }
        guard let code = field(RESTORATION_PG_SQLSTATE) else {
            return .connectionLost(place: target.place)
        }
        return RemoteError(
            sqlState: code,
            reason: field(RESTORATION_PG_MESSAGE) ?? "",
            in: target.place,
            role: target.role,
            size: size
        )
    }

    // MARK: Notifications

    /// Returns the payloads of the notifications that have arrived.
    func notifications() throws(RemoteError) -> [String] {
        guard unsafe functions.PQconsumeInput(handle) == 1 else {
            throw .connectionLost(place: target.place)
        }
        var payloads: [String] = []
        while let notification = unsafe functions.PQnotifies(handle) {
            defer { unsafe functions.PQfreemem(notification) }
            payloads.append(unsafe Library.text(notification.pointee.extra) ?? "")
        }
        return payloads
    }

    // MARK: Waiting

    /// Waits until the socket is ready. Returns whether it is before the deadline.
    private func waits(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = deadline - .now
            guard left > .zero else { return false }
            let (seconds, attoseconds) = left.components
            let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
            var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
            let count = unsafe poll(&entry, 1, Int32(clamping: milliseconds))
            if count > 0 { return true }
            // After EINTR or a timeout, the deadline decides. Any other error is the descriptor's,
            // and libpq reports it.
            if count < 0 && errno != EINTR { return true }
        }
    }
}
