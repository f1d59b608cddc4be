internal import CRestorationPlugin
internal import RestorationCore

extension PluginClass {
    /// Lends a creation request to the plugin while `body` runs.
    ///
    /// - Parameter note: Called with the latest fault of each coder.
    @inline(__always)
    func lend<Result>(
        _ request: CreationRequest,
        path: [String],
        as handle: UInt64,
        noting note: (CoderError) -> Void,
        _ body: (UnsafePointer<restoration_creation_request>) throws -> Result
    ) throws -> Result {
        let parameters = try Self.coder(over: request.parameters)
        let captures =
            hasCaptures
            ? try Self.coder(over: request.captures.mapValues(RestorationValue.string)) : nil
        let (state, reason) = (request.coder, request.reason.number)
        return try unsafe withTable(parameters, note) { parameters in
            try unsafe withTable(captures, note) { captures in
                try unsafe withTable(state, note) { state in
                    try unsafe Self.withPath(path) { path in
                        var lent = unsafe restoration_creation_request(
                            struct_size: UInt32(MemoryLayout<restoration_creation_request>.size),
                            reason: reason,
                            path: path.baseAddress,
                            path_count: UInt64(path.count),
                            object: handle,
                            parameters: parameters,
                            captures: captures,
                            state: state,
                            object_class: original
                        )
                        return try unsafe body(&lent)
                    }
                }
            }
        }
    }

    private static func coder(over values: [String: RestorationValue]) throws -> RestorationCoder? {
        values.isEmpty ? nil : try RestorationCoder.reading(values)
    }

    @inline(__always)
    private func withTable<Result>(
        _ coder: RestorationCoder?,
        _ note: (CoderError) -> Void,
        _ body: (UnsafeMutablePointer<restoration_coder>?) throws -> Result
    ) rethrows -> Result {
        guard let coder else { return try body(nil) }
        return try context.withCoder(for: image) { table in
            defer { if table.hasFault { table.lastFault.map(note) } }
            return unsafe try table.lend(coder, for: .creation, version: coder.schemaVersion) {
                unsafe try body($0)
            }
        }
    }

    /// Lends an array of strings, with all bytes in one buffer.
    @inline(__always)
    private static func withPath<Result>(
        _ path: [String],
        _ body: (UnsafeBufferPointer<restoration_string>) throws -> Result
    ) rethrows -> Result {
        let size = path.reduce(0) { $0 + $1.utf8.count }
        // Invariant: the buffers have room for all identifiers and their bytes, are filled in
        // order, and outlive the call of `body`.
        return try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { bytes in
            try unsafe withUnsafeTemporaryAllocation(
                of: restoration_string.self,
                capacity: path.count
            ) { strings in
                var start = 0
                for (index, identifier) in path.enumerated() {
                    let end = start + identifier.utf8.count
                    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])
                    unsafe part.copyBytes(from: identifier.utf8)
                    unsafe strings.initializeElement(
                        at: index,
                        to: restoration_string(borrowing: UnsafeRawBufferPointer(part))
                    )
                    start = end
                }
                return try unsafe body(UnsafeBufferPointer(strings))
            }
        }
    }
}

extension RestorationReason {
    fileprivate var number: UInt32 {
        switch self {
        case .make: UInt32(RESTORATION_REASON_MAKE)
        case .launch: UInt32(RESTORATION_REASON_LAUNCH)
        case .session: UInt32(RESTORATION_REASON_SESSION)
        case .recovery: UInt32(RESTORATION_REASON_RECOVERY)
        case .pristine: UInt32(RESTORATION_REASON_PRISTINE)
        }
    }
}
