import RestorationCore

/// Begins with one page. It is compiled into programs too, where it does so in the same way.
final class Album: RestorableObject, MethodProviding {
    struct NoPaper: Error, CustomStringConvertible {
        let description = "There is no paper"
    }

    static let restorableProperties = [RestorableProperty("pages", \Album.pages)]
    private var pages = 0
    private let hasPaper: Bool

    init(_ request: CreationRequest) throws {
        hasPaper = try request.parameter("paper", as: Bool.self) ?? true
    }

    func restorationDidMake() throws {
        guard hasPaper else { throw NoPaper() }
        pages += 1
    }

    var restorationMethods: [RestorationMethod] { [RestorationMethod("pages") { self.pages }] }
}
