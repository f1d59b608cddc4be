public import Foundation

/// A picture: its bytes, as a file has them.
public final class UIImage: NSObject, Sendable {
    /// The bytes; none for a symbol.
    public let data: Data
    /// The name of the resource; `nil` if it came from elsewhere.
    public let name: String?

    /// A picture of bytes; `nil` if there are none.
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        self.data = data
        name = nil
        super.init()
    }

    /// A picture among the main bundle's resources; `nil` if it has none of that name.
    @MainActor public convenience init?(named name: String) {
        self.init(named: name, in: nil)
    }

    /// A symbol of the system, by its name: what shows the program may know it. It has no bytes.
    public init?(systemName name: String) {
        data = Data()
        self.name = name
        super.init()
    }

    /// A picture among a bundle's resources; `nil` if it has none of that name.
    @MainActor public init?(named name: String, in bundle: Bundle?) {
        guard let file = ResourceFiles.of(bundle).url(name, ["", "png", "jpg", "jpeg", "gif"]),
            let data = try? Data(contentsOf: file)
        else { return nil }
        self.data = data
        self.name = name
        super.init()
    }
}

/// Shows a picture. With an identifier, where it is and how it is turned is preserved; the picture
/// is the program's to save (VIEW-5).
@MainActor open class UIImageView: UIView {
    /// The picture.
    open var image: UIImage? { didSet { if image !== oldValue { noteContentChange() } } }

    /// Creates a view of a picture.
    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }

    /// The point of the picture that its position is about, from 0 to 1 in each direction.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)

    private enum Key {
        static let bounds = "UIImageView.bounds"
        static let center = "UIImageView.center"
        static let transform = "UIImageView.transform"
        static let anchorPoint = "UIImageView.anchorPoint"
    }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(bounds, forKey: Key.bounds)
        coder.encode(center, forKey: Key.center)
        coder.encode(transform, forKey: Key.transform)
        coder.encode(anchorPoint, forKey: Key.anchorPoint)
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard coder.containsValue(forKey: Key.bounds) else { return }
        bounds = coder.decodeCGRect(forKey: Key.bounds)
        center = coder.decodeCGPoint(forKey: Key.center)
        transform = coder.decodeCGAffineTransform(forKey: Key.transform)
        anchorPoint = coder.decodeCGPoint(forKey: Key.anchorPoint)
    }
}
