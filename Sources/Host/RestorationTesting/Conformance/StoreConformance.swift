public import RestorationKit

/// Checks that a store behaves as a session requires. Only its author can test it against power
/// loss.
///
/// ```swift
/// @Test func `keeps state as a session expects it`() {
///     let report = StoreConformance.check { place in try DatabaseStore(at: place) }
///     #expect(report.hasPassed, "\(report)")
/// }
/// ```
public enum StoreConformance {
    /// Runs all checks.
    ///
    /// - Parameter makeStore: Makes a store at the named place. The first call with a name finds it
    ///   empty, later calls find the earlier saves, as after a relaunch.
    public static func check(
        _ makeStore: @escaping (_ place: String) throws -> any RestorationStore
    ) -> ConformanceReport {
        ConformanceCheck.report(savingChecks + orderChecks + removingChecks + ledgerChecks) {
            name in
            let place = name.filter { $0 != " " && $0 != "'" }
            return StorePlace { try makeStore(place) }
        }
    }
}

/// The storage of one check.
final class StorePlace {
    private let make: () throws -> any RestorationStore
    init(_ make: @escaping () throws -> any RestorationStore) { self.make = make }

    func opened() throws -> any RestorationStore {
        let store = try make()
        try store.lock()
        _ = try store.open(checking: .footer)
        return store
    }

    func made() throws -> any RestorationStore { try make() }

    func save(_ texts: String...) throws {
        let store = try opened()
        for text in texts { try store.save(text) }
        store.close()
    }

    /// The text that the next launch would restore, if any.
    func restored() throws -> String? {
        let store = try make()
        defer { store.close() }
        guard case .opened(let archive, _) = try store.open(checking: .everyPiece) else {
            return nil
        }
        return try archive.text
    }
}

extension RestorationStore {
    @discardableResult
    func save(_ text: String) throws -> UInt64 {
        let generation = nextGeneration()
        try commit(chunks: [Array(text.utf8)], as: generation)
        return generation
    }
}

extension OpenedArchive {
    var text: String {
        get throws { String(decoding: try readAll(), as: UTF8.self) }
    }
}
