import RestorationCore

/// The roles of a class's objects. Each class is inspected once, since casting every object would
/// cost more than preserving it.
struct ClassTraits: OptionSet {
    let rawValue: UInt8
    static let container = ClassTraits(rawValue: 1)
    static let presenter = ClassTraits(rawValue: 2)
    static let elementOwner = ClassTraits(rawValue: 4)
    static let element = ClassTraits(rawValue: 8)
    static let pluginHeld = ClassTraits(rawValue: 16)
    static let kindNaming = ClassTraits(rawValue: 32)
    static let foreign = ClassTraits(rawValue: 64)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ type: any Restorable.Type) {
        var traits: ClassTraits = []
        if type is any RestorableContainer.Type { traits.insert(.container) }
        if type is any RestorablePresenter.Type { traits.insert(.presenter) }
        if type is any RestorableElementOwner.Type { traits.insert(.elementOwner) }
        if type is any RestorableElement.Type { traits.insert(.element) }
        if type is any PluginHeld.Type { traits.insert(.pluginHeld) }
        if type is any KindNaming.Type { traits.insert(.kindNaming) }
        if type is any ForeignObject.Type { traits.insert(.foreign) }
        self = traits
    }
}
