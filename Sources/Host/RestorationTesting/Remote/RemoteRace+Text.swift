import RestorationKit

extension RemoteRace.Entry: CustomStringConvertible {
    /// One line, which ``init(_:)`` reads.
    public var description: String {
        switch self {
        case .begin(let time, .load): "begin \(time) load"
        case .begin(let time, .swap(let expected, let generation, let id)):
            "begin \(time) swap \(expected) \(generation) \(id)"
        case .end(let time, nil): "end \(time) error"
        case .end(let time, .stored?): "end \(time) stored"
        case .end(let time, .missing?): "end \(time) missing"
        case .end(let time, .found(let generation, let id)?):
            "end \(time) found \(generation) \(id)"
        case .fault(let sentence): "fault \(sentence)"
        }
    }

    /// Reads a line, or returns `nil` if it is not one of an entry, such as an incomplete one.
    public init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count > 1 else { return nil }
        if words[0] == "fault" {
            self = .fault(words.dropFirst().joined(separator: " "))
            return
        }
        guard words.count > 2, let time = Int64(words[1]) else { return nil }
        let numbers = words.dropFirst(3).compactMap { UInt64($0) }
        let id = words.last.flatMap { DeviceID(String($0)) }.flatMap { WriteID(bytes: $0.bytes) }
        switch (words[0], words[2], words.count) {
        case ("begin", "load", 3): self = .begin(time, .load)
        case ("begin", "swap", 6):
            guard let id, numbers.count >= 2 else { return nil }
            self = .begin(
                time,
                .swap(expected: numbers[0], generation: numbers[1], writeID: id)
            )
        case ("end", "error", 3): self = .end(time, nil)
        case ("end", "stored", 3): self = .end(time, .stored)
        case ("end", "missing", 3): self = .end(time, .missing)
        case ("end", "found", 5):
            guard let id, let generation = numbers.first else { return nil }
            self = .end(time, .found(generation: generation, writeID: id))
        default: return nil
        }
    }
}

extension RemoteHistory {
    /// Adds the calls of one client.
    ///
    /// - Returns: The faults that the client found.
    @discardableResult
    public mutating func add(_ entries: [RemoteRace.Entry]) -> [String] {
        var begun: (time: Int64, action: Action)?
        var faults: [String] = []
        for entry in entries {
            switch entry {
            case .begin(let time, let action): begun = (time, action)
            case .end(let time, let result):
                guard let call = begun else { continue }
                calls.append(Call(call.action, begin: call.time, end: time, result))
                begun = nil
            case .fault(let sentence): faults.append(sentence)
            }
        }
        if let begun { calls.append(Call(begun.action, begin: begun.time, end: nil, nil)) }
        return faults
    }
}
