// The first version of a module that two plugins bundle.
public protocol Versioned {
    var version: Int64 { get }
}

public final class Thing: Versioned {
    public let version: Int64 = 1

    public init() {}
}

@c(shared_version)
public func sharedVersion() -> Int64 {
    let anything: Any = Thing()
    return (anything as? any Versioned)?.version ?? -1
}
