/// An object whose methods are called by name with runtime values: by a program on its plugins'
/// objects, by inspectors, scripts and tests.
///
/// ```swift
/// final class Map: Restorable, MethodProviding {
///     private var zoom = 1.0
///     var restorationMethods: [RestorationMethod] {
///         [
///             RestorationMethod("zoom") { self.zoom },
///             RestorationMethod("setZoom") { self.zoom = $0 },
///         ]
///     }
/// }
/// try map.call("setZoom", 1.5)
/// ```
///
/// The same code works in a plugin's class, whose host calls the methods with
/// ``RestorationMethod``'s values; thrown errors reach the caller as descriptions. Plugins in other
/// languages declare methods in their class (`restoration/method.h`).
/// ``Restorable/call(_:_:)->MethodValue`` finds all of these.
public protocol MethodProviding: Restorable {
    /// All methods of the object.
    var restorationMethods: [RestorationMethod] { get }
    /// The method of a name, or `nil`.
    func restorationMethod(named name: String) -> RestorationMethod?
    /// The description of the object in errors.
    var restorationMethodOwner: String { get }
}

extension MethodProviding {
    /// The first method with that name.
    public func restorationMethod(named name: String) -> RestorationMethod? {
        restorationMethods.first { $0.name == name }
    }

    /// The name of the object's type.
    public var restorationMethodOwner: String { "\(type(of: self))" }
}

extension Restorable {
    /// Calls a method of the object by name.
    ///
    /// ```swift
    /// try object.call("setZoom", 1.5)
    /// let title = try object.call("title")        // .string("Lisbon")
    /// ```
    ///
    /// There are no conversions, except that an integer fits any integer type with sufficient
    /// range. A structure is a dictionary of its fields, an enumerator its name. For methods that
    /// take or return objects, use ``MethodValue``s. Pointers and callbacks cannot be arguments.
    ///
    /// - Returns: the method's result, or null for none. With out-parameters, an array of the
    ///   result, if any, and their values; a single value is returned alone.
    /// - Throws: ``MethodError``, without calling the method, if there is none of that name or the
    ///   arguments do not match; otherwise the method's error. For a plugin's object, that is a
    ///   `PluginError`, which names the plugin.
    @discardableResult
    public func call(_ name: String, _ arguments: RestorationValue...) throws -> RestorationValue {
        try call(name, arguments: arguments)
    }

    /// Calls a method with arguments of any Swift types that a coder stores.
    @_disfavoredOverload
    @discardableResult
    public func call<each Argument: RestorationCodable>(
        _ name: String,
        _ arguments: repeat each Argument
    ) throws -> RestorationValue {
        var values: [RestorationValue] = []
        for argument in repeat each arguments {
            values.append(try RestorationValue(encoding: argument))
        }
        return try call(name, arguments: values)
    }

    /// Calls a method and converts its result to a Swift type.
    ///
    /// ```swift
    /// let zoom = try map.call("zoom", as: Double.self)
    /// ```
    ///
    /// - Throws: also ``CoderError`` if the result's kind differs or does not fit.
    public func call<each Argument: RestorationCodable, Result: RestorationCodable>(
        _ name: String,
        _ arguments: repeat each Argument,
        as type: Result.Type
    ) throws -> Result {
        let result = try call(name, repeat each arguments) as RestorationValue
        return try result.converted(to: type, key: name)
    }

    /// Calls a method with a list of arguments.
    @discardableResult
    public func call(
        _ name: String,
        arguments: [RestorationValue]
    ) throws -> RestorationValue {
        let method = try callableMethod(named: name)
        // Checked before the call, which would otherwise take effect without a result.
        guard !method.returnsObject else { throw MethodError.returnsObject(name) }
        guard let value = try method.body(arguments.map { .value($0) }).value else {
            throw MethodError.returnsObject(name)
        }
        return value
    }

    /// Calls a method that takes or returns objects.
    ///
    /// ```swift
    /// try list.call("show", .object(note), 3)
    /// let shown = try list.call("shown").object
    /// ```
    ///
    /// - Returns: as for values; ``MethodValue/several(_:)`` if several results include an object.
    /// - Throws: as for values.
    @_disfavoredOverload
    @discardableResult
    public func call(_ name: String, _ arguments: MethodValue...) throws -> MethodValue {
        try call(name, arguments: arguments)
    }

    /// Calls a method that takes or returns objects, with a list of arguments.
    @_disfavoredOverload
    @discardableResult
    public func call(_ name: String, arguments: [MethodValue]) throws -> MethodValue {
        try callableMethod(named: name).body(arguments)
    }

    private func callableMethod(named name: String) throws(MethodError) -> RestorationMethod {
        guard let provider = self as? any MethodProviding else {
            if let reason = (self as? any RestorationStandIn)?.absence {
                throw MethodError.unavailable(name, reason: reason)
            }
            throw MethodError.unknown(name, owner: "\(type(of: self))", nearest: nil)
        }
        guard let method = provider.restorationMethod(named: name) else {
            let names = provider.restorationMethods.map(\.name)
            throw MethodError.unknown(
                name,
                owner: provider.restorationMethodOwner,
                nearest: Spelling.nearest(to: name, among: names)
            )
        }
        return method
    }
}

/// A stand-in for an object that could not be restored.
package protocol RestorationStandIn {
    /// The reason why the object is unavailable, with a remedy.
    var absence: Diagnosis { get }
}
