/// An argument or result of a method, including live objects.
///
/// ```swift
/// try list.call("show", .object(note), 3)
/// let shown = try list.call("shown").object
/// ```
///
/// A ``RestorationValue`` holds only archivable values, and so no live objects. Method
/// values belong to the session's thread, as objects do.
public indirect enum MethodValue {
    /// A value, including null.
    case value(RestorationValue)
    /// An object of the session: of the program, of a plugin, or a stand-in.
    case object(any Restorable)
    /// The result, if any, and the values of out-parameters, when they include an object.
    case several([MethodValue])

    /// The object, or `nil` in other cases.
    public var object: (any Restorable)? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The value, or an array for several; `nil` if there is an object.
    public var value: RestorationValue? {
        switch self {
        case .value(let value): return value
        case .object: return nil
        case .several(let results):
            let values = results.compactMap(\.value)
            return values.count == results.count ? .array(values) : nil
        }
    }
}

extension MethodValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates an integer; write one above `Int64.max` as `.value(.unsigned(…))`.
    public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
    /// Creates a text.
    public init(stringLiteral value: String) { self = .value(.string(value)) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
    /// Creates a double-precision number.
    public init(floatLiteral value: Double) { self = .value(.double(value)) }
    /// Creates an array of values, possibly of different kinds.
    public init(arrayLiteral elements: RestorationValue...) { self = .value(.array(elements)) }
    /// Creates null: a value, or no object.
    public init(nilLiteral: ()) { self = .value(.null) }
    /// Creates a dictionary. The last of several equal keys wins.
    public init(dictionaryLiteral elements: (String, RestorationValue)...) {
        self = .value(.dictionary(Dictionary(elements) { $1 }))
    }
}

extension [MethodValue] {
    func values(for method: String) throws(MethodError) -> [RestorationValue] {
        var values: [RestorationValue] = []
        for (index, argument) in enumerated() {
            guard let value = argument.value else {
                throw .argument(
                    index + 1,
                    method: method,
                    problem: "is an object, but the method takes a value"
                )
            }
            values.append(value)
        }
        return values
    }
}
