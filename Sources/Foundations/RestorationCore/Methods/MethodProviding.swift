/// An object with functions that are called by name, with values that are known only at runtime: by
/// a program of its plugins' objects, by inspectors, scripts and tests.
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
/// A class of a plugin provides them with the same lines, and its host calls them with the values
/// that ``RestorationMethod`` takes and returns; what one throws reaches the caller as a
/// description. The objects of plugins in other languages have what their class declares
/// (`restoration/method.h`). ``Restorable/call(_:_:)->MethodValue`` finds them all.
public protocol MethodProviding: Restorable {
    /// All that can be called.
    var restorationMethods: [RestorationMethod] { get }
    /// The method of that name; `nil` if there is none.
    func restorationMethod(named name: String) -> RestorationMethod?
    /// What errors call the object.
    var restorationMethodOwner: String { get }
}

extension MethodProviding {
    /// The first that has the name.
    public func restorationMethod(named name: String) -> RestorationMethod? {
        restorationMethods.first { $0.name == name }
    }

    /// The name of the object's type.
    public var restorationMethodOwner: String { "\(type(of: self))" }
}

extension Restorable {
    /// Calls a method of the object by its name.
    ///
    /// ```swift
    /// try object.call("setZoom", 1.5)
    /// let title = try object.call("title")        // .string("Lisbon")
    /// ```
    ///
    /// Nothing is converted, except that an integer fits any integer type that has room for it. A
    /// structure is a dictionary of its fields, an enumerator its name. Methods that take or return
    /// other objects are called with ``MethodValue``s. Pointers and callbacks are no arguments.
    ///
    /// - Returns: what the method returns, null if that is nothing; with out-parameters an array of
    ///   the result, if there is one, and these; a single one of them alone.
    /// - Throws: ``MethodError`` if the object has no such method, or the arguments are not what it
    ///   takes: then nothing was called. Otherwise what the method throws; for an object of a
    ///   plugin, `PluginError`, which has the plugin's name.
    @discardableResult
    public func call(_ name: String, _ arguments: RestorationValue...) throws -> RestorationValue {
        try call(name, arguments: arguments)
    }

    /// The same with arguments of Swift's types: whatever a coder stores.
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

    /// The same with the result as a Swift type.
    ///
    /// ```swift
    /// let zoom = try map.call("zoom", as: Double.self)
    /// ```
    ///
    /// - Throws: besides, ``CoderError`` if the result is of another kind, or does not fit.
    public func call<each Argument: RestorationCodable, Result: RestorationCodable>(
        _ name: String,
        _ arguments: repeat each Argument,
        as type: Result.Type
    ) throws -> Result {
        let result = try call(name, repeat each arguments) as RestorationValue
        return try result.converted(to: type, key: name)
    }

    /// The same with a list of arguments.
    @discardableResult
    public func call(
        _ name: String,
        arguments: [RestorationValue]
    ) throws -> RestorationValue {
        let method = try callableMethod(named: name)
        // Before the call: nothing is done of which the caller does not get the result.
        guard !method.leavesObject else { throw MethodError.leavesObject(name) }
        guard let value = try method.body(arguments.map { .value($0) }).value else {
            throw MethodError.leavesObject(name)
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
    /// - Returns: As above; where an object is among several results, ``MethodValue/several(_:)``.
    /// - Throws: As above.
    @_disfavoredOverload
    @discardableResult
    public func call(_ name: String, _ arguments: MethodValue...) throws -> MethodValue {
        try call(name, arguments: arguments)
    }

    /// The same with a list of arguments.
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

/// Stands for an object that is not there.
package protocol RestorationStandIn {
    /// Why it is not there, and what can be done about it.
    var absence: Diagnosis { get }
}
