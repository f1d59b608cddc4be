internal import RestorationInvocation

/// Calls by which a library is asked to tell about something, and those that end it.
struct BoundNotification {
    let begin: CallRunner
    let end: CallRunner?
    /// Where the ending calls find what the others have left: numbers there and here.
    private let carried: [(from: Int, to: Int)]
    /// Where they find the result of the last one.
    private let result: Int?

    init?(
        _ begin: CallSequence?,
        _ end: CallSequence?,
        _ prepare: (CallSequence) throws(InvocationError) -> CallRunner
    ) throws(InvocationError) {
        guard let begin else { return nil }
        let first = try prepare(begin)
        self.begin = first
        guard let end else {
            self.end = nil
            carried = []
            result = nil
            return
        }
        let last = try prepare(end)
        self.end = last
        carried = last.names.compactMap { name, number in
            first.number(of: name).map { (from: $0, to: number) }
        }
        result = last.number(of: "result")
    }

    /// What the ending calls know.
    ///
    /// - Parameter isWhole: whether all calls have been made that begin it.
    func ending(_ values: CallRunner.Values, isWhole: Bool = true) -> CallRunner.Values? {
        guard let end else { return nil }
        var known = end.values(object: values.object)
        for (from, to) in carried { known[to] = values[from] }
        if isWhole, let result, known[result] == nil { known[result] = values.last }
        return known
    }
}
