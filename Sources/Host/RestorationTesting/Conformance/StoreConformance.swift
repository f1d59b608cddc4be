public import RestorationKit

/// Checks that a store does what a session relies on. It is no proof: how a store behaves when the
/// power fails, its author has to try.
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
    /// - Parameter makeStore: Makes a store on a place of that name: an empty one the first time it
    ///   is called with a name, and the same place ever after, as a program finds it that starts
    ///   again.
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

/// The place of one check, and the stores on it.
final class StorePlace {
    private let make: () throws -> any RestorationStore
    init(_ make: @escaping () throws -> any RestorationStore) { self.make = make }

    /// A store that is open, as a session has it.
    func opened() throws -> any RestorationStore {
        let store = try make()
        try store.lock()
        _ = try store.open(checking: .footer)
        return store
    }

    func made() throws -> any RestorationStore { try make() }

    /// Saves texts one after the other, as one life of a program does.
    func save(_ texts: String...) throws {
        let store = try opened()
        for text in texts { try store.save(text) }
        store.close()
    }

    /// What the next life of the program would restore; `nil` for nothing.
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
