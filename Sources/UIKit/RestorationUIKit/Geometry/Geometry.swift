public import Foundation

/// An affine transform of a view.
public struct CGAffineTransform: Hashable, Sendable {
    /// The entries of the matrix. `tx` and `ty` translate.
    public var a, b, c, d, tx, ty: CGFloat

    /// The transform without an effect.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Creates a transform from the entries of its matrix.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Creates a scaling.
    public init(scaleX x: CGFloat, y: CGFloat) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// Creates a translation.
    public init(translationX x: CGFloat, y: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Creates a rotation.
    ///
    /// - Parameter angle: In radians.
    public init(rotationAngle angle: CGFloat) {
        self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }
}

/// Distances from the edges of a rectangle, inwards.
public struct UIEdgeInsets: Hashable, Sendable {
    /// The distance from each edge. Negative distances extend outwards.
    public var top, left, bottom, right: CGFloat

    /// No insets.
    public static let zero = UIEdgeInsets()

    /// Creates insets.
    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

extension IndexPath {
    /// A row of a table.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// An item of a collection.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    /// The section.
    public var section: Int { self[0] }
    /// The row within the section.
    public var row: Int { self[1] }
    /// The item within the section.
    public var item: Int { self[1] }
}

extension NSCoder {
    /// Stores a C `int`, as `encodeInt:forKey:` of Objective-C does.
    public func encodeCInt(_ value: Int32, forKey key: String) { encode(value, forKey: key) }

    /// Stores insets.
    public func encode(_ insets: UIEdgeInsets, forKey key: String) {
        encode(insets.numbers, forKey: key)
    }
    /// Stores a transform.
    public func encode(_ transform: CGAffineTransform, forKey key: String) {
        encode(transform.numbers, forKey: key)
    }

    // Foundation stores points, sizes and rectangles, and reads them by AppKit's names.

    /// Reads a point, or returns zero.
    public func decodeCGPoint(forKey key: String) -> CGPoint { decodePoint(forKey: key) }
    /// Reads a size, or returns zero.
    public func decodeCGSize(forKey key: String) -> CGSize { decodeSize(forKey: key) }
    /// Reads a rectangle, or returns zero.
    public func decodeCGRect(forKey key: String) -> CGRect { decodeRect(forKey: key) }
    /// Reads insets, or returns zero.
    public func decodeUIEdgeInsets(forKey key: String) -> UIEdgeInsets {
        structure(key) ?? .zero
    }
    /// Reads a transform, or returns the identity.
    public func decodeCGAffineTransform(forKey key: String) -> CGAffineTransform {
        structure(key) ?? .identity
    }

    private func structure<Structure: NumberStructure>(_ key: String) -> Structure? {
        let array = decodeObject(of: [NSArray.self, NSNumber.self], forKey: key)
        return (array as? [Double]).flatMap { Structure(numbers: $0) }
    }
}
