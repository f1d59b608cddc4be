package import RestorationCore

/// The state of a live object on its way to other code, in memory alone.
package struct LiveState {
    private let record: ScratchRecord
    private let schemaVersion: Int

    /// Lets the object encode.
    ///
    /// - Parameters:
    ///   - schemaVersion: The version of the state that it writes.
    ///   - carried: What its class does not know of its state.
    /// - Throws: What the object throws.
    package init(
        of object: any Restorable,
        schemaVersion: Int,
        carried: [CarriedFields.Field]
    ) throws {
        let record = ScratchRecord(schemaVersion: schemaVersion)
        try record.write { coder in
            try object.encodeRecord(with: coder)
            record.write(carried, coder)
        }
        self.record = record
        self.schemaVersion = schemaVersion
    }

    /// A coder on the state, rewritten by the class where it is of an older version. References
    /// lead to the live objects.
    ///
    /// - Throws: Why it cannot be rewritten.
    package func coder(for restorationClass: any RestorationClass) throws -> RestorationCoder {
        let coder = try record.coder()
        guard schemaVersion < restorationClass.schemaVersion else { return coder }
        let rewritten = MigratedRecord(schemaVersion: schemaVersion, info: .unknown)
        try rewritten.advance(to: restorationClass, reading: coder)
        return try rewritten.coder(resolving: record, holder: 1) ?? coder
    }
}
