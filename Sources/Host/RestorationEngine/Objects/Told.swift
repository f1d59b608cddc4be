import RestorationCore

/// The discriminator that a parent, a container or a root's scope gives an object.
struct Told: Equatable {
    var mark = Mark.none
    /// Whether something was said that cannot be part of a path. It is ignored, on a save and on a
    /// restore alike, so that an object is found where it was saved; a save reports it.
    var isRefused = false

    init(_ mark: Mark = .none) { self.mark = mark }

    init(_ text: String?) {
        guard let text else { return }
        if let key = RestorationIdentifier(text) { mark = .key(key) } else { isRefused = true }
    }
}
