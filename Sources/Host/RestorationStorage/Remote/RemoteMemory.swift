import RestorationCore

/// A device's record of the remote store: its own ID and row, and the newest generation that it has
/// seen of every other device.
///
/// The file `remote` in the state directory has it as lines of text:
///
/// ```
/// restoration-remote 1
/// device 3f2a… 32 hexadecimal digits
/// person ada
/// row 12 5f0c…            generation and write ID of the row, as the store acknowledged them
/// sent 77aa…              write IDs that the store has not acknowledged
/// seen 9bd0… 41           another device and its generation
/// ```
struct RemoteMemory: Equatable {
    var device = DeviceID()
    /// `nil` before the first contact with the store.
    var person: RemotePerson?
    /// 0 if no row is known.
    var generation: UInt64 = 0
    var writeID: WriteID?
    /// Swaps that may have taken effect without an acknowledgement, oldest first.
    var sent: [WriteID] = []
    var seen: [DeviceID: UInt64] = [:]

    /// Forgets the rows of another person, for whom the device has other rows.
    mutating func use(_ person: RemotePerson) {
        if let known = self.person, known != person { self = RemoteMemory(device: device) }
        self.person = person
    }

    /// Takes a new device ID, because another device writes the row of this one. That row is then
    /// another device's, and newer than this device has seen.
    mutating func becomeNewDevice() {
        seen[device] = generation
        device = DeviceID()
        (generation, writeID, sent) = (0, nil, [])
    }

    mutating func recordSending(_ id: WriteID) {
        sent.removeAll { $0 == id }
        // Only the newest of so many lost acknowledgements can be in the row.
        sent = sent.suffix(63) + [id]
    }

    /// Forgets a swap that certainly had no effect.
    mutating func forgetSending(_ id: WriteID) { sent.removeAll { $0 == id } }

    mutating func recordStored(_ id: WriteID, as generation: UInt64) {
        (self.generation, writeID, sent) = (generation, id, [])
    }

    func isOwn(_ id: WriteID) -> Bool { id == writeID || sent.contains(id) }

    /// The rows of other devices that this one has not seen yet, newest generations first.
    func newer(in entries: [RemoteEntry]) -> [RemoteEntry] {
        entries.filter {
            $0.key.device != device && $0.generation > seen[$0.key.device, default: 0]
        }
    }
}

extension RemoteMemory {
    private static let title = "restoration-remote 1"

    init(device: DeviceID) { self.device = device }

    var bytes: [UInt8] {
        var lines = [Self.title, "device \(device)"]
        if let person { lines.append("person \(person)") }
        if let writeID { lines.append("row \(generation) \(writeID)") }
        lines += sent.map { "sent \($0)" }
        lines += seen.map { "seen \($0.key) \($0.value)" }.sorted()
        return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    /// Reads the file, or returns `nil` if it is damaged.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n") else {
            return nil
        }
        let lines = text.split(separator: "\n")
        guard lines.first == Self.title[...], lines.count >= 2 else { return nil }
        for (number, line) in lines.enumerated().dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, (number == 1) == (parts[0] == "device"),
                take(parts[0], parts[1])
            else { return nil }
        }
    }

    private mutating func take(_ word: String, _ rest: String) -> Bool {
        let values = rest.split(separator: " ").map(String.init)
        switch word {
        case "device":
            guard let device = DeviceID(rest) else { return false }
            self.device = device
        case "person":
            guard let person = RemotePerson(rest) else { return false }
            self.person = person
        case "row":
            guard values.count == 2, let generation = UInt64(values[0]),
                let id = WriteID(values[1])
            else { return false }
            (self.generation, writeID) = (generation, id)
        case "sent":
            guard let id = WriteID(rest) else { return false }
            sent.append(id)
        case "seen":
            guard values.count == 2, let device = DeviceID(values[0]),
                let generation = UInt64(values[1])
            else { return false }
            seen[device] = generation
        default: return false
        }
        return true
    }
}

extension WriteID {
    fileprivate init?(_ text: String) {
        guard let number = DeviceID(text) else { return nil }
        self.init(bytes: number.bytes)
    }
}
