public import Foundation

/// An image, as the bytes of its file.
public final class UIImage: NSObject, Sendable {
    /// The bytes, empty for a symbol.
    public let data: Data
    /// The resource's or symbol's name, or `nil`.
    public let name: String?

    /// Creates an image, or `nil` for empty data.
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        self.data = data
        name = nil
        super.init()
    }

    /// Loads an image of the main bundle, or returns `nil` if it is missing.
    @MainActor public convenience init?(named name: String) {
        self.init(named: name, in: nil)
    }

    /// Creates a system symbol without bytes. The toolkit may know its name.
    public init?(systemName name: String) {
        data = Data()
        self.name = name
        super.init()
    }

    /// Loads an image of a bundle, or returns `nil` if it is missing.
    @MainActor public init?(named name: String, in bundle: Bundle?) {
        guard let file = ResourceFiles.of(bundle).url(name, ["", "png", "jpg", "jpeg", "gif"]),
            let data = try? Data(contentsOf: file)
        else { return nil }
        self.data = data
        self.name = name
        super.init()
    }
}

/// Shows an image. With a restoration identifier, its geometry is preserved. The program saves the
/// image (VIEW-5).
@MainActor open class UIImageView: UIView {
    /// The image.
    open var image: UIImage? { didSet { if image !== oldValue { recordContentChange() } } }

    /// Creates a view of an image.
    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }

    /// The image's anchor point, from 0 to 1 in each direction.
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
