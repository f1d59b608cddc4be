import RestorationCore

/// The discriminator that a parent, container or root scope gives an object.
struct Told: Equatable {
    var mark = Mark.none
    /// Whether the given text cannot be part of a path. Saves and restores both ignore such text,
    /// so the object is found where it was saved. A save reports it.
    var isRefused = false

    init(_ mark: Mark = .none) { self.mark = mark }

    init(_ text: String?) {
        guard let text else { return }
        if let key = RestorationIdentifier(text) { mark = .key(key) } else { isRefused = true }
    }
}
