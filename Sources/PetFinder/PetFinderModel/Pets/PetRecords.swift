/// What the person decided about cats and wrote about them: their own data.
///
/// It is kept in a file of Pet Finder's own and never in the restoration archive, which anybody may
/// throw away without losing more than their place.
public struct PetRecords: Hashable, Sendable, Codable {
    /// What the person changed about one cat.
    public struct Correction: Hashable, Sendable, Codable {
        /// The corrected name.
        public var name: String
        /// The corrected age in years.
        public var age: Int
        /// The corrected story.
        public var story: String

        /// Creates a correction, in which all three count.
        public init(name: String, age: Int, story: String) {
            self.name = name
            self.age = age
            self.story = story
        }
    }

    /// The layout of the file that this version reads and writes.
    public static let knownVersion = 1

    /// The layout that these records were read with.
    public var version = PetRecords.knownVersion
    /// Matched cats, the first match first.
    public private(set) var matched: [Cat.ID] = []
    /// Skipped cats, in the order of skipping.
    public private(set) var skipped: [Cat.ID] = []
    /// Changed names, ages and stories.
    public var corrections: [Cat.ID: Correction] = [:]
    /// Notes about cats.
    public private(set) var notes: [Cat.ID: String] = [:]

    /// No decisions yet.
    public init() {}

    /// Whether the person has matched or skipped the cat.
    public func isDecided(_ id: Cat.ID) -> Bool { matched.contains(id) || skipped.contains(id) }

    /// Adds the cat to the matches, whatever was decided before.
    public mutating func match(_ id: Cat.ID) {
        guard !matched.contains(id) else { return }
        skipped.removeAll { $0 == id }
        matched.append(id)
    }

    /// Passes the cat over, also one that was matched.
    public mutating func skip(_ id: Cat.ID) {
        guard !skipped.contains(id) else { return }
        matched.removeAll { $0 == id }
        skipped.append(id)
    }

    /// Makes every skipped cat undecided again.
    public mutating func reconsiderSkipped() { skipped = [] }

    /// Keeps what was written about a cat; nothing for empty text.
    public mutating func note(_ text: String, about id: Cat.ID) {
        notes[id] = text.isEmpty ? nil : text
    }
}
