// The second version, whose types have another layout.
public protocol Versioned {
    var name: String { get }
    var version: Int64 { get }
}

public final class Thing: Versioned {
    public let name = "second"
    public let history: [Int64] = [1, 2]
    public var version: Int64 { history.last ?? -1 }

    public init() {}
}

@c(shared_version)
public func sharedVersion() -> Int64 {
    let anything: Any = [Thing()]
    guard let things = anything as? [any Versioned], things[0].name == "second" else { return -1 }
    return things[0].version
}
