/// The cats as this person sees them: the shelter's list joined with the person's own records.
///
/// Every change is durable when the call returns. Before it is written, ``willWrite`` gives the
/// program the chance to make its restoration state durable, so that the records are never more
/// than one step ahead of it: a program that is killed in between comes back either just before or
/// just after that step, and never as a mixture that nobody has seen.
public final class PetBook {
    /// The shelter's list.
    public let catalog: CatCatalog
    /// The person's records, as they are on disk.
    public private(set) var records: PetRecords
    /// Called right before the records are written.
    public var willWrite: () -> Void = {}
    /// Called after the records have been written.
    public var didWrite: () -> Void = {}

    private let write: (PetRecords) throws(PetFinderError) -> Void

    /// Opens the person's records.
    public convenience init(catalog: CatCatalog, file: PetFile) throws(PetFinderError) {
        self.init(catalog: catalog, records: try file.read(), write: file.write)
    }

    /// Joins a list and records; `write` makes changed ones durable.
    public init(
        catalog: CatCatalog,
        records: PetRecords,
        write: @escaping (PetRecords) throws(PetFinderError) -> Void
    ) {
        self.catalog = catalog
        self.records = records
        self.write = write
    }

    /// The cat with the person's corrections, or `nil` where the shelter does not know it.
    public func cat(_ id: Cat.ID) -> Cat? {
        guard var cat = catalog[id] else { return nil }
        if let correction = records.corrections[id] {
            cat.name = correction.name
            cat.age = correction.age
            cat.story = correction.story
        }
        return cat
    }

    /// The first cat that is neither matched nor skipped; `nil` when all are.
    public var nextUndecided: Cat? {
        catalog.cats.first { !records.isDecided($0.id) }.flatMap { cat($0.id) }
    }

    /// How many cats are matched or skipped, of those that the shelter knows.
    public var decidedCount: Int { catalog.cats.count { records.isDecided($0.id) } }

    /// The matched cats that the shelter knows, the first match first.
    public var matches: [Cat] { records.matched.compactMap { cat($0) } }

    /// What the person wrote about a cat.
    public func notes(about id: Cat.ID) -> String { records.notes[id] ?? "" }

    /// Adds a cat to the matches.
    public func match(_ id: Cat.ID) throws(PetFinderError) { try change { $0.match(id) } }

    /// Passes a cat over.
    public func skip(_ id: Cat.ID) throws(PetFinderError) { try change { $0.skip(id) } }

    /// Makes skipped cats undecided again.
    public func reconsiderSkipped() throws(PetFinderError) { try change { $0.reconsiderSkipped() } }

    /// Keeps what the person wrote about a cat.
    public func note(_ text: String, about id: Cat.ID) throws(PetFinderError) {
        try change { $0.note(text, about: id) }
    }

    /// Keeps the person's corrections of a cat.
    public func correct(
        _ id: Cat.ID,
        to correction: PetRecords.Correction
    ) throws(PetFinderError) {
        try change { $0.corrections[id] = correction }
    }

    /// Nothing is written where nothing changes, and a change that could not be written is not
    /// made: what the person sees is what is on disk.
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
