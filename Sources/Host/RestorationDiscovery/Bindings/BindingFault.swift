public import RestorationInvocation

/// A fault that only bindings can have.
@nonexhaustive
public enum BindingFault: Hashable, Sendable {
    /// A call with a syntax error.
    case call(SignatureFault)
    /// A type or constant with a syntax error.
    case type(SignatureFault)
    /// A type or constant whose name is not an identifier, is reserved, or is already a type's.
    case malformedName(String)
    /// A library that is neither a soname nor an absolute path nor a file beside the binding.
    case malformedLibrary
    /// A minimum version other than numbers separated by dots.
    case malformedMinimum
    /// A key without another key that it requires.
    case requires(key: String, other: String)
    /// Two mutually exclusive keys.
    case excludes(key: String, other: String)
    /// Calls whose result has the wrong type; both types as text.
    case wrongResult(String, needed: String)
    /// The setter accepts another type than the getter returns.
    case typesDiffer(getter: String, setter: String)
    /// The setter accepts a part of the value that the getter does not name.
    case unknownPart(String, known: [String])
    /// The setter takes no value, or both the whole value and parts of it.
    case noValue, valueAndParts
    /// Calls for a digest that take no salt.
    case noSalt
    /// A type that archives cannot store.
    case notStorable(String)
    /// A key that another property of the class has.
    case repeatedProperty(String)
    /// An unknown property in `after`, and a property with a similar name.
    case unknownProperty(String, meant: String?)
    /// A circular order of properties.
    case circularOrder([String])
    /// A class that extends an unknown class, and a class with a similar name.
    case unknownBase(String, meant: String?)
    /// A circular or too long inheritance chain.
    case inheritance
    /// Too many classes, or too many properties in a class.
    case tooMany(String, limit: Int)
    /// A default value of the wrong type.
    case wrongDefault(needed: String)
    /// No call passes a closure to the library.
    case noCallback
    /// A list that should end at null, which its getter never returns.
    case endlessList
    /// The binding's own `failureMessage` takes an object. It serves all classes, so the object's
    /// class is unknown.
    case unknownObjectClass
}

extension BindingFault {
    var excerpt: String? {
        switch self {
        case .call(let fault), .type(let fault): fault.excerpt
        default: nil
        }
    }

    var problem: String {
        switch self {
        case .call(let fault): "A call has a syntax error. \(fault)"
        case .type(let fault): "A type or constant has a syntax error. \(fault)"
        case .malformedName(let name): "\"\(name)\" cannot be the name of a type or constant"
        case .malformedLibrary:
            "The library is neither a soname nor an absolute path nor beside the binding"
        case .malformedMinimum: "The minimum version is not a list of numbers separated by dots"
        case .requires(let key, let other): "\"\(key)\" requires \"\(other)\""
        case .excludes(let key, let other): "\"\(key)\" and \"\(other)\" exclude each other"
        case .wrongResult(let found, let needed): "The calls return \(found), expected \(needed)"
        case .typesDiffer(let getter, let setter):
            "The property is read as \(getter) and written as \(setter)"
        case .unknownPart(let name, _):
            "The setter takes \"\(name)\", which the getter does not name"
        case .noValue: "The setter takes no value"
        case .valueAndParts: "The setter takes both the whole value and parts of it"
        case .noSalt: "The calls take no salt for their digest"
        case .notStorable(let type): "A value of the type \(type) cannot be stored"
        case .repeatedProperty(let key): "The class has the property \"\(key)\" twice"
        case .unknownProperty(let key, _): "The class has no property \"\(key)\""
        case .circularOrder(let keys):
            "The order of the properties is circular: \(keys.joined(separator: ", "))"
        case .unknownBase(let name, _): "The binding has no class \"\(name)\""
        case .inheritance: "The inheritance of the classes is circular or too deep"
        case .tooMany(let things, let limit): "There are more than \(limit) \(things)"
        case .wrongDefault: "The property cannot have the default value"
        case .noCallback: "No call passes a callback to the library"
        case .endlessList: "The list has no end: its getter never returns null"
        case .unknownObjectClass:
            "The calls serve every class, so they cannot take an object of unknown class"
        }
    }

    var remedy: String {
        switch self {
        case .call(let fault), .type(let fault): fault.remedy
        case .malformedName:
            "Use letters, digits and _, but no keyword and no name of another type."
        case .malformedLibrary:
            "Write a name such as \"libgtk-4.so.1\", the whole path, or \"./libnotes.so\"."
        case .malformedMinimum: "Write a version such as \"4.8\" or \"3.45.1\"."
        case .requires(let key, let other): "Add \"\(other)\", or remove \"\(key)\"."
        case .excludes(let key, _): "Remove \"\(key)\", or the other key."
        case .wrongResult(_, let needed): "Let the last call return \(needed)."
        case .typesDiffer: "Declare the same type for both."
        case .unknownPart(_, let known):
            known.isEmpty
                ? "Name a result in the getter, as in width = get_width(object) -> int32."
                : "The getter names \(known.joined(separator: ", "))."
        case .noValue: "Write the value's type where it goes: set_text(object, string)."
        case .valueAndParts: "Name all parts, or write one type for the whole."
        case .noSalt: "Write string where the salt goes: item_base(object, string) -> string?."
        case .notStorable:
            "Take bool, a number, text, bytes, an enum, an object or a structure of numbers;"
                + " for"
                + " other types, write a small library beside the binding."
        case .repeatedProperty: "Give each property of the class a key of its own."
        case .unknownProperty(_, let meant), .unknownBase(_, let meant):
            meant.map { "Did you mean \"\($0)\"?" } ?? "Name an existing one."
        case .circularOrder: "Remove one \"after\"."
        case .inheritance: "Inherit through at most 8 other classes, without a cycle."
        case .tooMany: "Divide them among several bindings."
        case .wrongDefault(let needed): "Write \(needed)."
        case .endlessList:
            "Write ? after the type of the first call's result, as in string?, or add \"count\"."
        case .unknownObjectClass:
            "Write \"failureMessage\" in the classes whose objects the calls are for, or in"
                + " one that"
                + " these extend."
        case .noCallback: "Write callback(object, pointer) -> void where the function takes one."
        }
    }
}
