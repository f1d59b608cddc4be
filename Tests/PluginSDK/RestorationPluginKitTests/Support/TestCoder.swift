import RestorationCore

/// One object's record in memory, by the rules of `restoration/coder.h`. Stands in for the host's
/// coder.
final class TestCoder {
    typealias Field = (key: String, value: RestorationValue)

    /// A container being written or read: the object itself, or an array or dictionary in it.
    enum Container {
        case dictionary([Field])
        case array([RestorationValue], next: Int)
    }

    /// The result of a failed call: a status of `restoration/types.h`.
    enum Answer: Int32, Error {
        case absent = 2, mismatch, unsupported, limit, invalid, wrongThread, failed
    }

    let isWriting: Bool
    /// Failures that the coder returns for a key in place of the operation.
    var refusals: [String: Answer] = [:]
    /// The keys marked as sensitive.
    private(set) var sensitiveKeys: Set<String> = []
    /// Whether references cannot be resolved yet, as before objects are created.
    var isEarly = false
    var schemaVersion: UInt32 = 0
    /// True during the call that the coder was lent for.
    var isLent = true
    /// The number of calls after that call returned.
    private(set) var lateCalls = 0
    /// The open containers, innermost last, each with its key.
    private(set) var open: [(key: String, container: Container)]

    init(_ fields: [Field] = [], isWriting: Bool) {
        self.isWriting = isWriting
        open = [("", .dictionary(fields))]
    }

    /// The fields written so far.
    var fields: [Field] {
        guard open.count == 1, case .dictionary(let fields) = open[0].container else { return [] }
        return fields
    }

    func check(writing: Bool, key: String = "") throws(Answer) {
        guard isLent else {
            lateCalls += 1
            throw .failed
        }
        guard writing == isWriting else { throw .invalid }
        if let refusal = refusals[key] { throw refusal }
    }

    // MARK: Writing

    func put(_ value: RestorationValue, key: String) throws(Answer) {
        try check(writing: true, key: key)
        switch open[open.count - 1].container {
        case .array(let values, _):
            guard key.isEmpty else { throw .invalid }
            open[open.count - 1].container = .array(values + [value], next: 0)
        case .dictionary(var fields):
            guard (1...255).contains(key.utf8.count) else { throw .invalid }
            fields.removeAll { $0.key == key }
            open[open.count - 1].container = .dictionary(fields + [(key, value)])
        }
    }

    func begin(_ container: Container, key: String) throws(Answer) {
        try check(writing: true, key: key)
        open.append((key, container))
    }

    func end() throws(Answer) {
        try check(writing: true)
        guard open.count > 1, let (key, container) = open.popLast() else { throw .invalid }
        switch container {
        case .array(let values, _): try put(.array(values), key: key)
        case .dictionary(let fields):
            try put(.dictionary(Dictionary(fields.map { ($0.key, $0.value) }) { $1 }), key: key)
        }
    }

    func mark(_ key: String) throws(Answer) {
        try check(writing: true, key: key)
        guard fields.contains(where: { $0.key == key }) else { throw .absent }
        sensitiveKeys.insert(key)
    }

    // MARK: Reading

    /// The value under `key`, or the next element.
    func value(key: String) throws(Answer) -> RestorationValue {
        try check(writing: false, key: key)
        switch open[open.count - 1].container {
        case .array(let values, let next):
            guard key.isEmpty else { throw .invalid }
            guard next < values.count else { throw .absent }
            return values[next]
        case .dictionary(let fields):
            guard let field = fields.first(where: { $0.key == key }) else { throw .absent }
            return field.value
        }
    }

    /// Skips the element that was just read.
    func advance() {
        guard case .array(let values, let next) = open[open.count - 1].container else { return }
        open[open.count - 1].container = .array(values, next: next + 1)
    }

    func skip() throws(Answer) {
        guard case .array = open[open.count - 1].container else { throw .invalid }
        _ = try value(key: "")
        advance()
    }

    func enter(key: String) throws(Answer) -> Int {
        switch try value(key: key) {
        case .array(let values):
            advance()
            open.append((key, .array(values, next: 0)))
            return values.count
        case .dictionary(let values):
            advance()
            let fields = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            open.append((key, .dictionary(fields)))
            return fields.count
        default: throw .mismatch
        }
    }

    func leave() throws(Answer) {
        try check(writing: false)
        guard open.count > 1 else { throw .invalid }
        open.removeLast()
    }

    func key(at index: Int) throws(Answer) -> String {
        try check(writing: false)
        guard case .dictionary(let fields) = open[open.count - 1].container else { throw .mismatch }
        guard index < fields.count else { throw .absent }
        return fields[index].key
    }
}
