import RestorationCore

/// A class with methods of every type. It is also compiled into programs, and behaves the same
/// there.
final class Photo: RestorableObject, MethodProviding {
    struct NoSuchZoom: Error, CustomStringConvertible {
        var description: String { "There is no such zoom" }
    }

    static let restorableProperties = [RestorableProperty("zoom", \Photo.zoom)]
    private var zoom = 1.0
    private var title: String?
    private weak var partner: (any Restorable)?

    init(_ request: CreationRequest) throws {}

    var restorationMethods: [RestorationMethod] {
        [
            RestorationMethod("zoom") { self.zoom },
            RestorationMethod("setZoom") { (zoom: Double) in
                guard zoom > 0 else { throw NoSuchZoom() }
                self.zoom = zoom
                self.invalidateRestorableState()
            },
            RestorationMethod("title") { self.title },
            RestorationMethod("setTitle") { self.title = $0 },
            RestorationMethod("signed") { (a: Int8, b: Int16, c: Int32, d: Int64) in
                [Int64(a), Int64(b), Int64(c), d]
            },
            RestorationMethod("unsigned") { (a: UInt8, b: UInt16, c: UInt32, d: UInt64) in
                [UInt64(a), UInt64(b), UInt64(c), d]
            },
            RestorationMethod("mixed") { (isOn: Bool, number: Float, bytes: [UInt8]) -> [UInt8] in
                isOn && number == 0.5 ? bytes.reversed() : []
            },
            RestorationMethod("any") { (value: RestorationValue, note: Int?) in value },
            RestorationMethod("link", signature: "(object)") { arguments in
                let other = arguments.first?.object
                // A program and a plugin must both get the object itself.
                self.partner = other
                return .value(.bool(other === self))
            },
            RestorationMethod("partner", signature: "() -> object") { _ in
                self.partner.map { .object($0) } ?? nil
            },
            RestorationMethod("both", signature: "(object, object)") { arguments in
                .several([arguments[1], 7, arguments[0]])
            },
            RestorationMethod("zoomAgain") { try self.call("setZoom", -1.0) },
            RestorationMethod("setTitleWrong") { try self.call("setTitle", 1) },
        ]
    }
}
