/// What a method takes or returns, where live objects are among that.
///
/// ```swift
/// try list.call("show", .object(note), 3)
/// let shown = try list.call("shown").object
/// ```
///
/// A ``RestorationValue`` is what an archive can hold, which an object that lives is not. Belongs
/// to the session's thread, as objects do.
public indirect enum MethodValue {
    /// A value, null included.
    case value(RestorationValue)
    /// An object of the session: the program's own, a plugin's, or one that could not be restored.
    case object(any Restorable)
    /// The result, if there is one, and what out-parameters hold, if an object is among them.
    case several([MethodValue])

    /// The object; `nil` for anything else.
    public var object: (any Restorable)? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The value, an array for several; `nil` where there is an object.
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
    /// An integer; one above `Int64.max` has to be written as `.value(.unsigned(…))`.
    public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
    /// Text.
    public init(stringLiteral value: String) { self = .value(.string(value)) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
    /// A number of double precision.
    public init(floatLiteral value: Double) { self = .value(.double(value)) }
    /// An array of values, which may be of different kinds.
    public init(arrayLiteral elements: RestorationValue...) { self = .value(.array(elements)) }
    /// Null: a value, or no object.
    public init(nilLiteral: ()) { self = .value(.null) }
    /// Of equal keys the last one counts.
    public init(dictionaryLiteral elements: (String, RestorationValue)...) {
        self = .value(.dictionary(Dictionary(elements) { $1 }))
    }
}

extension [MethodValue] {
    /// The values of arguments for a method that takes no objects.
    func values(for method: String) throws(MethodError) -> [RestorationValue] {
        var values: [RestorationValue] = []
        for (index, argument) in enumerated() {
            guard let value = argument.value else {
                throw .argument(
                    index + 1,
                    method: method,
                    problem: "is an object, and the method takes a value"
                )
            }
            values.append(value)
        }
        return values
    }
}
