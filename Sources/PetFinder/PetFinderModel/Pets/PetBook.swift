/// The shelter's list of cats joined with the user's own records.
///
/// Every change is durable when the call returns. Before a write, ``willWrite`` makes the program's
/// restoration state durable, so the records are never more than one step ahead of it. A program
/// killed in between restores the state before or after that step, never a mixture.
public final class PetBook {
    /// The shelter's list.
    public let catalog: CatCatalog
    /// The user's records, as they are on disk.
    public private(set) var records: PetRecords
    /// Called before the records are written.
    public var willWrite: () -> Void = {}
    /// Called after the records were written.
    public var didWrite: () -> Void = {}

    private let write: (PetRecords) throws(PetFinderError) -> Void

    /// Opens the user's records.
    public convenience init(catalog: CatCatalog, file: PetFile) throws(PetFinderError) {
        self.init(catalog: catalog, records: try file.read(), write: file.write)
    }

    /// Joins a list and records; `write` makes changed records durable.
    public init(
        catalog: CatCatalog,
        records: PetRecords,
        write: @escaping (PetRecords) throws(PetFinderError) -> Void
    ) {
        self.catalog = catalog
        self.records = records
        self.write = write
    }

    /// The cat with the user's corrections, or `nil` if the shelter does not list it.
    public func cat(_ id: Cat.ID) -> Cat? {
        guard var cat = catalog[id] else { return nil }
        if let correction = records.corrections[id] {
            cat.name = correction.name
            cat.age = correction.age
            cat.story = correction.story
        }
        return cat
    }

    /// The first cat that is neither matched nor skipped, or `nil`.
    public var nextUndecided: Cat? {
        catalog.cats.first { !records.isDecided($0.id) }.flatMap { cat($0.id) }
    }

    /// The number of listed cats that are matched or skipped.
    public var decidedCount: Int { catalog.cats.count { records.isDecided($0.id) } }

    /// The listed cats that are matched, in the order of matching.
    public var matches: [Cat] { records.matched.compactMap { cat($0) } }

    /// The user's notes about a cat.
    public func notes(about id: Cat.ID) -> String { records.notes[id] ?? "" }

    /// Adds a cat to the matches.
    public func match(_ id: Cat.ID) throws(PetFinderError) { try change { $0.match(id) } }

    /// Skips a cat.
    public func skip(_ id: Cat.ID) throws(PetFinderError) { try change { $0.skip(id) } }

    /// Makes skipped cats undecided again.
    public func reconsiderSkipped() throws(PetFinderError) { try change { $0.reconsiderSkipped() } }

    /// Saves the user's notes about a cat.
    public func note(_ text: String, about id: Cat.ID) throws(PetFinderError) {
        try change { $0.note(text, about: id) }
    }

    /// Saves the user's corrections of a cat.
    public func correct(
        _ id: Cat.ID,
        to correction: PetRecords.Correction
    ) throws(PetFinderError) {
        try change { $0.corrections[id] = correction }
    }

    /// Writes a change before applying it, so the screen shows the records on disk. Does nothing if
    /// nothing changes.
    private func change(_ edit: (inout PetRecords) -> Void) throws(PetFinderError) {
        var changed = records
        edit(&changed)
        guard changed != records else { return }
        willWrite()
        try write(changed)
        records = changed
        didWrite()
    }
}
