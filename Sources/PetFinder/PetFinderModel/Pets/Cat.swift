/// One cat of the shelter.
public struct Cat: Hashable, Sendable, Codable, Identifiable {
    /// Stable across launches and releases. Selections, routes and records refer to it.
    public let id: String
    /// The cat's name.
    public var name: String
    /// The breed, actual or apparent.
    public let breed: String
    /// The age in whole years.
    public var age: Int
    /// The shelter's story, in paragraphs separated by line breaks.
    public var story: String

    /// Describes a cat.
    public init(id: String, name: String, breed: String, age: Int, story: String) {
        self.id = id
        self.name = name
        self.breed = breed
        self.age = age
        self.story = story
    }

    /// The possible ages, in whole years.
    public static let ages = 0...40

    /// The age in words.
    public var ageInWords: String { age == 1 ? "1 year" : "\(age) years" }
}
