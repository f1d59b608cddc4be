internal import RestorationInvocation

/// Calls that connect to a notification, and calls that disconnect.
struct BoundNotification {
    let begin: CallRunner
    let end: CallRunner?
    /// The numbers of values shared by both.
    private let carried: [(from: Int, to: Int)]
    /// The ending calls' number for the last result.
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

    /// The values for the ending calls.
    ///
    /// - Parameter isWhole: Whether all beginning calls were made.
    func ending(_ values: CallRunner.Values, isWhole: Bool = true) -> CallRunner.Values? {
        guard let end else { return nil }
        var known = end.values(object: values.object)
        for (from, to) in carried { known[to] = values[from] }
        if isWhole, let result, known[result] == nil { known[result] = values.last }
        return known
    }
}
