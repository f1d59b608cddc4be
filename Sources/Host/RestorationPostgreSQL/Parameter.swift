import RestorationStorage

/// A parameter of a statement in PostgreSQL's binary format.
enum Parameter {
    case text(String)
    case number(UInt64)
    /// 16 bytes.
    case id([UInt8])
    case bytes([UInt8])

    /// The type's number in `pg_type`, the same on all servers.
    var type: UInt32 {
        switch self {
        case .text: 25
        case .number: 20
        case .id: 2950
        case .bytes: 17
        }
    }

    var encoded: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .number(let number): (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        case .id(let bytes), .bytes(let bytes): bytes
        }
    }
}

/// The rows that a statement returned, in PostgreSQL's binary format.
struct Answer {
    let rows: [[[UInt8]]]

    /// Reads the cells of a row from left to right.
    struct Row {
        private let cells: [[UInt8]]
        private let place: String
        private var next = 0

        init(_ cells: [[UInt8]], place: String) {
            self.cells = cells
            self.place = place
        }

        mutating func bytes() throws(RemoteError) -> [UInt8] {
            guard next < cells.count else { throw invalid("a column is missing") }
            next += 1
            return cells[next - 1]
        }

        mutating func text() throws(RemoteError) -> String {
            guard let text = String(validating: try bytes(), as: UTF8.self) else {
                throw invalid("text is not UTF-8")
            }
            return text
        }

        /// Integers of 2 to 8 bytes, and truth values of 1.
        mutating func number() throws(RemoteError) -> Int64 {
            let bytes = try bytes()
            guard let first = bytes.first, bytes.count <= 8 else {
                throw invalid("a number has \(bytes.count) bytes")
            }
            return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
        }

        func invalid(_ reason: String) -> RemoteError {
            .invalidAnswer(place: place, reason: reason)
        }
    }

    func row(_ index: Int, place: String) -> Row { Row(rows[index], place: place) }
}
