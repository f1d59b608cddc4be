internal import FoundationEssentials

/// The cats of the shelter, in the order in which they are shown.
///
/// They are read from `Resources/cats.json`, which the build embeds in the program: there is no
/// file to be found, or missed, when the program runs.
public struct CatCatalog: Sendable {
    /// Every cat, first to last.
    public let cats: [Cat]
    private let positions: [Cat.ID: Int]

    /// Lists `cats` in their order. Of two cats with one id the first counts.
    public init(_ cats: [Cat]) {
        self.cats = cats
        positions = Dictionary(
            cats.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The cats that come with the program.
    ///
    /// - Throws: ``PetFinderError/damagedCatalog(reason:)`` if the embedded file is not a list of
    ///   cats, which a test rules out.
    public static func embedded() throws(PetFinderError) -> CatCatalog {
        do {
            let data = Data(PackageResources.cats_json)
            return CatCatalog(try JSONDecoder().decode([Cat].self, from: data))
        } catch {
            throw .damagedCatalog(reason: "\(error)")
        }
    }

    /// The cat with that id, or `nil` where the shelter does not know it.
    public subscript(id: Cat.ID) -> Cat? { positions[id].map { cats[$0] } }
}
