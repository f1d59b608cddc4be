import Logging

extension RestorationOptions: CustomStringConvertible {
    /// The preset, and the settings that the program has changed. Key providers, stores, clocks and
    /// loggers appear by type.
    public var description: String {
        let defaults = Mirror(reflecting: RestorationOptions(preset: preset)).children
        let changed = zip(Mirror(reflecting: self).children, defaults).compactMap { own, usual in
            let text = Self.text(of: own.value)
            return text == Self.text(of: usual.value) ? nil : "\(own.label ?? ""): \(text)"
        }
        return "RestorationOptions(\((["preset: \(preset)"] + changed).joined(separator: ", ")))"
    }

    private static func text(of value: Any) -> String {
        // `is` also matches an optional's value, so optionals are unwrapped first.
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            return mirror.children.first.map { text(of: $0.value) } ?? "none"
        }
        switch value {
        case is any KeyProvider, is any RestorationStore, is any RestorationClock, is Logger,
            is any RemoteStore:
            return "\(type(of: value))"
        default: return "\(value)"
        }
    }
}
