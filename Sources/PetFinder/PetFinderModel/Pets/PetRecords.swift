/// The user's own decisions and notes about cats.
///
/// They have a file outside the restoration archive, so that discarding the archive loses only the
/// user's place in the program.
public struct PetRecords: Hashable, Sendable, Codable {
    /// The user's correction of one cat.
    public struct Correction: Hashable, Sendable, Codable {
        /// The corrected name.
        public var name: String
        /// The corrected age in years.
        public var age: Int
        /// The corrected story.
        public var story: String

        /// Creates a correction of all three values.
        public init(name: String, age: Int, story: String) {
            self.name = name
            self.age = age
            self.story = story
        }
    }

    /// The file format of this version.
    public static let knownVersion = 1

    /// The file format of these records.
    public var version = PetRecords.knownVersion
    /// Matched cats, in the order of matching.
    public private(set) var matched: [Cat.ID] = []
    /// Skipped cats, in the order of skipping.
    public private(set) var skipped: [Cat.ID] = []
    /// Changed names, ages and stories.
    public var corrections: [Cat.ID: Correction] = [:]
    /// Notes about cats.
    public private(set) var notes: [Cat.ID: String] = [:]

    /// Creates records without decisions.
    public init() {}

    /// Whether the cat is matched or skipped.
    public func isDecided(_ id: Cat.ID) -> Bool { matched.contains(id) || skipped.contains(id) }

    /// Adds the cat to the matches, replacing an earlier decision.
    public mutating func match(_ id: Cat.ID) {
        guard !matched.contains(id) else { return }
        skipped.removeAll { $0 == id }
        matched.append(id)
    }

    /// Skips the cat, replacing an earlier decision.
    public mutating func skip(_ id: Cat.ID) {
        guard !skipped.contains(id) else { return }
        matched.removeAll { $0 == id }
        skipped.append(id)
    }

    /// Makes all skipped cats undecided again.
    public mutating func reconsiderSkipped() { skipped = [] }

    /// Sets the notes about a cat. Empty text removes them.
    public mutating func note(_ text: String, about id: Cat.ID) {
        notes[id] = text.isEmpty ? nil : text
    }
}
