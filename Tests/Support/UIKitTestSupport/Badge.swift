public import RestorationUIKit

/// A value that is encoded as a whole.
public final class Badge: NSObject, NSSecureCoding {
    public static let supportsSecureCoding = true
    public let name: String
    public let inner: Badge?

    public init(_ name: String, inner: Badge? = nil) {
        self.name = name
        self.inner = inner
    }

    public func encode(with coder: NSCoder) {
        coder.encode(name, forKey: "name")
        coder.encode(inner, forKey: "inner")
    }

    public init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "name").map { "\($0)" } ?? ""
        inner = coder.decodeObject(of: Badge.self, forKey: "inner")
    }
}
