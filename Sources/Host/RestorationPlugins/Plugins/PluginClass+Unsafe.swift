internal import CRestorationPlugin
public import RestorationCore
public import RestorationEngine

/// A restoration class of a plugin.
///
/// Belongs to the thread of its session, like the objects that it creates.
@safe public final class PluginClass: RestorationClass {
    /// The name of the class within its plugin.
    public let name: String
    /// The identifier of the plugin; `nil` for a class of the program.
    public var plugin: String? { image.isProgram ? nil : image.plugin }
    /// The schema version of the state that the class writes.
    public let schemaVersion: Int

    /// The dropped keys that the manifest lists.
    public var droppedKeys: Set<String> { Set(declaration.droppedKeys) }

    /// Whether the class can create objects, and not only serve those that a program lends.
    package var createsObjects: Bool {
        unsafe functions.create != nil && functions.destroy != nil
    }

    /// Whether its objects are elements that hold secrets.
    var isSecret: Bool { unsafe functions.flags & UInt32(RESTORATION_CLASS_SECRET) != 0 }

    /// Whether a route of the class has a `{name}`.
    public let hasCaptures: Bool

    let image: PluginImage
    let context: PluginContext
    /// That of the context.
    let mailbox: PluginMailbox
    /// Invariant (restoration/plugin.h): the functions stay callable until the process ends, on the
    /// session's thread, one call at a time.
    let functions: restoration_class
    /// The class in the plugin's descriptor. Plugins know it by this address.
    let original: UnsafePointer<restoration_class>
    /// The children, presented object and elements of the objects, if any.
    let shape: restoration_shape?
    /// The state that the host saves by itself.
    let properties: PluginProperty.Table
    let methods: [PluginMethod]
    private let declaration: PluginManifest.Class
    /// `nil` for the program, whose restores and saves are recorded elsewhere.
    private let recordedCalls: RecordedCalls?
    /// The class's routes, most specific first; empty if none has captures.
    private lazy var routes = Self.capturing(declaration.routes)

    init(
        _ declared: PluginManifest.Class,
        functions: PluginDescriptor.Class,
        image: PluginImage,
        context: PluginContext
    ) {
        name = declared.name
        schemaVersion = Int(declared.schemaVersion)
        unsafe self.functions = functions.copy
        unsafe original = functions.original
        shape = functions.shape
        properties = functions.properties
        methods = functions.methods
        self.image = image
        self.context = context
        mailbox = context.mailbox
        declaration = declared
        hasCaptures = declared.routes.contains(where: \.hasCaptures)
        recordedCalls = image.isProgram ? nil : RecordedCalls(of: image.plugin, context)
        unsafe context.register(self, at: UInt(bitPattern: functions.original))
    }

    private static func capturing(_ routes: [RoutePattern]) -> [RoutePattern] {
        routes.contains(where: \.hasCaptures)
            ? routes.sorted { $0.specificity < $1.specificity } : []
    }

    static func classes(
        of manifest: PluginManifest,
        _ descriptor: PluginDescriptor,
        image: PluginImage,
        context: PluginContext
    ) -> LoadedClasses {
        var classes = LoadedClasses()
        // The descriptor was checked to have the manifest's classes, in order.
        for (number, declared) in manifest.classes.enumerated() {
            let pluginClass = PluginClass(
                declared,
                functions: descriptor.classes[number],
                image: image,
                context: context
            )
            classes.add(pluginClass, named: declared.name)
        }
        classes.converters = descriptor.converters.map {
            PluginConverter($0, image: image, context: context)
        }
        return classes
    }

    /// The captures of the first matching route, if any.
    public func captures(in path: RestorationPath) -> [String: String] {
        routes.lazy.compactMap { $0.captures(in: path) }.first ?? [:]
    }

    /// Creates an object by the plugin's `create`.
    ///
    /// - Throws: ``CreationDeclined`` if the plugin declines; ``ObjectNotYetAvailable`` if it
    ///   defers the object; ``PluginError/callFailed(_:)`` if it fails;
    ///   ``PluginError/wrongThread(plugin:)`` away from the session's thread.
    public func createObject(_ request: CreationRequest) throws -> any Restorable {
        try checkThread()
        let known =
            context.awaited.isEmpty
            ? nil : request.issuedTicket.flatMap { context.awaited.handle(of: $0) }
        let handle = known ?? context.mailbox.issueHandle()
        let path = request.path
        let pointer: UnsafeMutableRawPointer
        do {
            unsafe pointer = try create(request, as: handle, at: path)
        } catch let answer as ObjectNotYetAvailable {
            // The session does not wait for a new object.
            if request.reason != .make {
                context.awaited.wait(for: request.ticket, as: handle, of: self, at: path)
            }
            throw answer
        } catch {
            if known != nil { context.awaited.end(handle) }
            throw error
        }
        if known != nil { context.awaited.end(handle) }
        let object = unsafe makeObject(pointer, handle: handle, path: path)
        // Without parameters, as in the next launch, `create` sets defaults. With parameters, it
        // may set any values.
        if !properties.declared.isEmpty, request.parameters.isEmpty {
            try context.mailbox.ignoringChanges(of: handle) { try object.rememberDefaults() }
        }
        return object
    }

    /// The host's side of an object, with the roles that its class declares.
    func makeObject(
        _ pointer: UnsafeMutableRawPointer,
        handle: UInt64,
        path: [String],
        lending: Lending? = nil
    ) -> PluginObject {
        if unsafe functions.flags & UInt32(RESTORATION_CLASS_ELEMENT) != 0 {
            return unsafe PluginElement(
                pointer,
                of: self,
                handle: handle,
                path: path,
                lending: lending
            )
        }
        if shape != nil {
            return unsafe ShapedObject(
                pointer,
                of: self,
                handle: handle,
                path: path,
                lending: lending
            )
        }
        return unsafe PluginObject(
            pointer,
            of: self,
            handle: handle,
            path: path,
            lending: lending
        )
    }

    /// Creates a new plugin-side instance for an existing object.
    ///
    /// - Throws: As ``createObject(_:)``. The session does not wait for a "not yet".
    func createInstance(
        _ request: CreationRequest,
        for object: PluginObject
    ) throws -> PluginObject.Instance {
        let pointer = unsafe try create(request, as: object.handle, at: request.path)
        return unsafe PluginObject.Instance(pointer, of: self)
    }

    func create(
        _ request: CreationRequest,
        as handle: UInt64,
        at path: [String]
    ) throws -> UnsafeMutableRawPointer {
        var pointer: UnsafeMutableRawPointer?
        var fault: CoderError?
        let (returned, message) = try mailbox.ignoringChanges(of: handle) {
            try unsafe lend(request, path: path, as: handle, noting: { fault = $0 }) { request in
                runRecorded(.make, at: path) { unsafe functions.create(request, &pointer) }
            }
        }
        let status = Status.settled(returned, message)
        if status == Status.notYet { throw ObjectNotYetAvailable() }
        if status == Status.declined { throw CreationDeclined() }
        guard status == Status.ok else {
            throw failure(.create, path: path, status: status, message: message, fault: fault)
        }
        guard let pointer = unsafe pointer else { throw noObject(path) }
        return unsafe pointer
    }

    /// Tells the plugin that the session no longer waits for an object.
    func cancelWait(for handle: UInt64, at path: [String]) {
        guard let cancelled = unsafe functions.cancelled else { return }
        let (_, message) = runRecorded(.cancel, at: path) { unsafe cancelled(original, handle) }
        if let message { image.log(.warning, message, at: RestorationPath.printed(path)) }
    }

    private func noObject(_ path: [String]) -> PluginError {
        failure(.create, path: path, status: Status.ok, message: "it returned no object")
    }

    /// Runs code of the class, and records the call.
    ///
    /// - Returns: The result, and the plugin's message about a failure.
    /// - Parameter function: The called function, if the stage does not name it.
    @inline(__always)
    func runRecorded<Result>(
        _ stage: PluginCallStage,
        at path: [String],
        as function: @autoclosure () -> String = "",
        _ body: () -> Result
    ) -> (result: Result, message: String?) {
        func called() -> String {
            let function = function()
            return function.isEmpty ? stage.function : function
        }
        return image.traced(called(), of: name, at: path, by: mailbox) {
            guard let recordedCalls else {
                return image.runCode(called(), of: name, for: mailbox, at: path, body)
            }
            return recordedCalls.run(stage) { image.runCode(for: mailbox, at: path, body) }
        }
    }

    func checkThread() throws(PluginError) {
        guard mailbox.isOnThread else { throw .wrongThread(plugin: image.plugin) }
    }

    /// The error of a failed call, with the coder's fault added to the plugin's message.
    func failure(
        _ function: PluginFunction,
        path: [String],
        method: String? = nil,
        status: restoration_status,
        message: String?,
        fault: CoderError? = nil
    ) -> PluginError {
        .callFailed(
            PluginCallFailure(
                plugin: image.plugin,
                className: name,
                path: RestorationPath.printed(path),
                function: function,
                method: method,
                status: status,
                message: fault.map { $0.clause(after: message) } ?? message
            )
        )
    }
}

extension RoutePattern {
    package var hasCaptures: Bool {
        components.contains { component in
            if case .capture = component { true } else { false }
        }
    }
}

extension CoderError {
    /// Adds this fault to the plugin's message, or replaces a message that repeats it.
    func clause(after message: String?) -> String {
        guard let message, !message.contains(diagnosis.problem) else { return clause }
        return "\(message); its coder had reported: \(clause)"
    }

    var clause: String {
        let diagnosis = diagnosis
        return diagnosis.place.map { "\(diagnosis.problem), \($0)" } ?? diagnosis.problem
    }
}

extension RestorationPath {
    package static func printed(_ identifiers: [String]) -> String {
        identifiers.compactMap { RestorationIdentifier($0) }
            .map { RestorationPath(root: $0).description }
            .joined(separator: "/")
    }
}
