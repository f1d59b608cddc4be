/// One cat of the shelter, as the person sees it.
public struct Cat: Hashable, Sendable, Codable, Identifiable {
    /// Stable across launches and releases; what selections, routes and records refer to.
    public let id: String
    /// What the cat is called.
    public var name: String
    /// Which breed it is, or looks like.
    public let breed: String
    /// The age in whole years.
    public var age: Int
    /// What the shelter tells about it, in paragraphs separated by line breaks.
    public var story: String

    /// Describes a cat.
    public init(id: String, name: String, breed: String, age: Int, story: String) {
        self.id = id
        self.name = name
        self.breed = breed
        self.age = age
        self.story = story
    }

    /// The ages that a cat can have, in whole years.
    public static let ages = 0...40

    /// The age in words.
    public var ageInWords: String { age == 1 ? "1 year" : "\(age) years" }
}
