/// One way to preserve and restore a tree, or a part of it.
enum Line: String, CaseIterable {
    case coder = "coder alone"
    case session = "session: capture | restore"
    case archiver = "NSKeyedArchiver"
    case json = "JSONEncoder, JSONDecoder"
    case sealedSession = "session: preserve | restore"
    case sealedArchiver = "NSKeyedArchiver, sealed file"
    case sealedJSON = "JSON, sealed file"

    /// Whether it includes waits for the device.
    var isElapsed: Bool {
        switch self {
        case .coder, .session, .archiver, .json: false
        case .sealedSession, .sealedArchiver, .sealedJSON: true
        }
    }
}

/// The samples of one tree.
struct Results {
    let title: String
    let count: Int
    let shape: TreePlan.Shape
    private var samples: [Line: (encoding: [Sample], decoding: [Sample])] = [:]
    private var sizes: [Line: Int] = [:]

    init(title: String, count: Int, shape: TreePlan.Shape) {
        self.title = title
        self.count = count
        self.shape = shape
    }

    mutating func add(
        _ line: Line,
        _ encoding: Sample,
        _ decoding: Sample,
        sizeInBytes: Int? = nil
    ) {
        samples[line, default: ([], [])].encoding.append(encoding)
        samples[line, default: ([], [])].decoding.append(decoding)
        sizes[line] = sizeInBytes
    }

    /// A line's medians, per object.
    struct Row {
        var encoding: Median
        var decoding: Median
        var bytes: Double?
        /// The number of measurements.
        var rounds: Int
    }

    /// `nil` if the line was not measured.
    subscript(line: Line) -> Row? {
        samples[line].map { both in
            Row(
                encoding: Median(both.encoding, count: count, isElapsed: line.isElapsed),
                decoding: Median(both.decoding, count: count, isElapsed: line.isElapsed),
                bytes: sizes[line].map { Double($0) / Double(count) },
                rounds: both.encoding.count
            )
        }
    }
}
