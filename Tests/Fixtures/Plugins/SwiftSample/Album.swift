import RestorationCore

/// A new album has one page. The class is also compiled into programs, and behaves the same there.
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
