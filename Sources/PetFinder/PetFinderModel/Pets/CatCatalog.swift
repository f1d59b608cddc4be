internal import FoundationEssentials

/// The cats of the shelter, in display order.
///
/// The build embeds `Resources/cats.json` in the program, so no file is needed at run time.
public struct CatCatalog: Sendable {
    /// All cats in order.
    public let cats: [Cat]
    private let positions: [Cat.ID: Int]

    /// Lists `cats` in order. Of two cats with the same id the first counts.
    public init(_ cats: [Cat]) {
        self.cats = cats
        positions = Dictionary(
            cats.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The embedded list of cats.
    ///
    /// - Throws: ``PetFinderError/damagedCatalog(reason:)`` if the list is invalid, which a test
    ///   rules out.
    public static func embedded() throws(PetFinderError) -> CatCatalog {
        do {
            let data = Data(PackageResources.cats_json)
            return CatCatalog(try JSONDecoder().decode([Cat].self, from: data))
        } catch {
            throw .damagedCatalog(reason: "\(error)")
        }
    }

    /// The cat with that id, or `nil`.
    public subscript(id: Cat.ID) -> Cat? { positions[id].map { cats[$0] } }
}
