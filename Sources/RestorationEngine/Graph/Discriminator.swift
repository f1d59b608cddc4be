package import RestorationCore

/// What tells an object apart from others of its name: a slot's key, what its parent says, a root's
/// scope.
///
/// It is looked at once, for a save and for a restore alike: text that cannot be in a path is in
/// none, on either side, so that an object is found where it was saved.
package enum Discriminator: Hashable, Sendable {
    /// Its name says it all.
    case none
    case identifier(RestorationIdentifier)
    /// The text cannot be part of a path. It is ignored, as with ``none``, and a save reports it.
    case refused
    /// The same, and the position among the children of its name tells it apart instead.
    case replaced(RestorationIdentifier)

    package init(_ text: String?) {
        guard let text else {
            self = .none
            return
        }
        self = RestorationIdentifier(text).map { .identifier($0) } ?? .refused
    }

    init(_ identifier: RestorationIdentifier?) {
        self = identifier.map { .identifier($0) } ?? .none
    }

    /// Whether something was said that cannot be part of a path.
    var isRefused: Bool {
        switch self {
        case .refused, .replaced: true
        case .none, .identifier: false
        }
    }

    /// As it is in paths.
    package var identifier: RestorationIdentifier? {
        switch self {
        case .identifier(let identifier), .replaced(let identifier): identifier
        case .none, .refused: nil
        }
    }
}
