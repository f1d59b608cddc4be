/// A path step without a declared key: an array index or a superclass.
struct PathStep: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let superclass = PathStep(stringValue: "super")

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

extension [any CodingKey] {
    /// The path in source notation, such as "tabs[2].title".
    var text: String {
        reduce(into: "") { text, step in
            if let index = (step as? PathStep)?.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? step.stringValue : ".\(step.stringValue)"
            }
        }
    }
}

extension CoderError {
    func placed(at path: [any CodingKey]) -> CoderError {
        let path = path.text
        return mapKey { key in
            if path.isEmpty || key.isEmpty { return path + key }
            return key.hasPrefix("[") ? path + key : "\(path).\(key)"
        }
    }

    package func mapKey(_ change: (String) -> String) -> CoderError {
        switch self {
        case .mismatch(let key, let stored, let requested):
            .mismatch(key: change(key), stored: stored, requested: requested)
        case .outOfRange(let key, let requested):
            .outOfRange(key: change(key), requested: requested)
        case .limit(let key, let what): .limit(key: change(key), what: what)
        case .invalidText(let key): .invalidText(key: change(key))
        case .incomplete(let key): .incomplete(key: change(key))
        case .rejected(let key, let type): .rejected(key: change(key), type: type)
        default: self
        }
    }

    /// Converts an error of a `Codable` type, without its text, which may contain the value.
    init(_ error: any Error, type: Any.Type) {
        if let error = error as? CoderError {
            self = error
            return
        }
        if case .invalidValue(let value, let found)? = error as? EncodingError {
            self = .rejected(key: found.codingPath.text, type: "\(Swift.type(of: value))")
            return
        }
        let context: [any CodingKey]
        switch error as? DecodingError {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found),
            .keyNotFound(_, let found):
            if let cause = found.underlyingError as? CoderError {
                self = cause
                return
            }
            context = found.codingPath
        default: context = []
        }
        self = .rejected(key: context.text, type: "\(type)")
    }
}
