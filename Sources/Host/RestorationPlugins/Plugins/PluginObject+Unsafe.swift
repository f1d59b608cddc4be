internal import CRestorationPlugin
public import RestorationCore
package import RestorationEngine
internal import RestorationInvocation

/// An object that lives in a plugin, as the host holds it.
///
/// The plugin's own object is ended when this one is: exactly once, and on the session's thread
/// wherever the last reference is dropped.
@safe public final class PluginObject: Restorable {
    /// The identifiers of the path at which the object was created.
    public let path: [String]
    /// The restoration class whose code it is: the one that created it, until another build of the
    /// plugin takes over.
    public private(set) var pluginClass: PluginClass
    /// The plugin's object; `nil` once it has been given up.
    ///
    /// Invariant (restoration/plugin.h): valid from `create` to `destroy`, and only passed back to
    /// the functions of its class.
    private var object: UnsafeMutableRawPointer?
    /// Why the plugin's object has been given up, if it has: its state could not be applied. Then
    /// this one has no ``pointer``, no interface and no methods any more.
    public private(set) var failure: Diagnosis?
    /// What plugins call the object.
    let handle: UInt64
    /// What the plugin put below its object, in that order.
    private(set) var children = PluginChildren()
    /// Values of properties that are not stored while they have them, by key.
    var defaults: [String: InvocationValue] = [:]

    init(
        _ object: UnsafeMutableRawPointer,
        of pluginClass: PluginClass,
        handle: UInt64,
        path: [String]
    ) {
        unsafe self.object = object
        self.pluginClass = pluginClass
        self.handle = handle
        self.path = path
        pluginClass.context.register(self, as: handle)
    }

    deinit {
        guard let orphan else { return forgetHandle() }
        if pluginClass.context.mailbox.isOnThread {
            orphan.end()
        } else {
            pluginClass.context.mailbox.adopt(orphan)
        }
    }

    /// What is left of the object once nobody has it.
    private var orphan: OrphanedObject? {
        guard let object = unsafe object else { return nil }
        return unsafe OrphanedObject(object, of: pluginClass, handle: handle, path: path)
    }

    private func forgetHandle() {
        let context = pluginClass.context
        if context.mailbox.isOnThread { context.forget(handle) }
    }

    /// The plugin's own pointer to its object, for functions of an interface whose header asks for
    /// it; `nil` away from the session's thread, and once the object has been given up. Valid as
    /// long as this object.
    public var pointer: UnsafeMutableRawPointer? { unsafe try? living() }

    /// What contains the object, as the session knows it.
    public var restorationParent: (any Restorable)? {
        pluginClass.context.session?.records.knownParent(of: self)
    }

    public var restorationChildren: [any Restorable] { children.objects }

    /// Keeps `child` alive as long as this object; below this one already, it stays where it is.
    func add(_ child: any Restorable) { children.add(child) }

    /// Keeps an object that a restore has put below this one, as it was kept when it was saved.
    func keepIfBelow(_ object: any Restorable) {
        if let kept = object as? UnavailableObject {
            // Its place is kept for what is on its way.
            let parent = kept.isAwaited ? kept.path.identifiers.dropLast().map(\.rawValue) : []
            if parent == path { children.add(kept) }
            return
        }
        let parent = pluginClass.context.session?.records.knownParent(of: object)
        if parent === self { children.add(object) }
    }

    /// Lets go of `child`. Returns whether it was below this object.
    func remove(_ child: any Restorable) -> Bool { children.remove(child) }

    /// Where the plugin has its object.
    package var address: UInt? { unsafe object.map { UInt(bitPattern: $0) } }

    /// Whether the plugin's object has been ended before this one.
    var isGivenUp: Bool { unsafe object == nil }

    /// Lets the plugin store its object's state.
    ///
    /// - Throws: ``PluginError`` if the plugin fails, or leaves an array or dictionary open.
    public func encodeRestorableState(with coder: RestorationCoder) throws {
        let object = unsafe try living()
        if let encode = unsafe pluginClass.functions.encode {
            unsafe try call(.encode, coder) { table in unsafe encode(object, table) }
        }
        try encodeProperties(with: coder)
    }

    /// Lets the plugin apply its object's state.
    ///
    /// - Throws: `StateNotYetApplicable` if the plugin asks for time; ``PluginError`` if it fails;
    ///   ``CoderError`` if the record is damaged, whatever the plugin makes of it.
    public func decodeRestorableState(with coder: RestorationCoder) throws {
        let object = unsafe try living()
        try pluginClass.context.mailbox.whileQuiet(handle) {
            try decodeProperties(with: coder)
            guard let decode = unsafe pluginClass.functions.decode else { return }
            unsafe try call(.decode, coder) { table in unsafe decode(object, table) }
        }
    }

    public func restorationDidFinish() {
        do {
            try finishRestoration()
        } catch {
            // The log has it.
        }
    }

    /// The plugin's object, on the right thread and not given up.
    func living() throws(PluginError) -> UnsafeMutableRawPointer {
        try pluginClass.checkThread()
        guard let object = unsafe object else {
            throw .objectGivenUp(plugin: pluginClass.image.plugin)
        }
        return unsafe object
    }

    /// Runs one of the plugin's functions with a coder lent to it.
    private func call(
        _ function: PluginFunction,
        _ coder: RestorationCoder,
        _ body: (UnsafeMutablePointer<restoration_coder>) -> restoration_status
    ) throws {
        let image = pluginClass.image
        try pluginClass.context.withCoder(for: pluginClass.image) { wrapper in
            let isEncoding = function == .encode
            unsafe try wrapper.lend(
                coder,
                for: isEncoding ? .encoding : .decoding,
                version: isEncoding ? pluginClass.schemaVersion : coder.schemaVersion,
                holder: isEncoding ? nil : self
            ) { table in
                let mailbox = pluginClass.context.mailbox
                let (returned, message) = image.traced(
                    function.rawValue,
                    of: pluginClass.name,
                    at: path,
                    by: mailbox,
                    size: { coder.sizeInBytes },
                    { image.during(mailbox, at: path) { unsafe body(table) } }
                )
                let status = Status.settled(returned, message)
                if status == Status.notYet, function == .decode { throw StateNotYetApplicable() }
                guard status == Status.ok else {
                    throw pluginClass.failure(
                        function,
                        path: path,
                        status: status,
                        message: message,
                        fault: wrapper.lastFault
                    )
                }
                try pluginClass.checkAftermath(of: function, path: path, wrapper)
            }
        }
    }
}

extension PluginObject: RestorationFailureObserving {
    /// Ends the plugin's object, whose state could be applied only in part.
    package func restorationDidFail(_ reason: Diagnosis) {
        guard unsafe (try? living()) != nil, let orphan else { return }
        unsafe object = nil
        failure = reason
        // The handle stays: others may refer to the object, whose record is retained.
        orphan.destroy()
    }
}

// MARK: Other code

extension PluginObject {
    /// What changes when other code takes over: the rest is the program's.
    @safe struct Code {
        fileprivate let pluginClass: PluginClass
        /// Invariant: as the object's own.
        fileprivate let object: UnsafeMutableRawPointer
        fileprivate let defaults: [String: InvocationValue]

        /// What the class has created for an object.
        init(_ object: UnsafeMutableRawPointer, of pluginClass: PluginClass) {
            self.pluginClass = pluginClass
            unsafe self.object = object
            defaults = [:]
        }

        fileprivate init(of holder: PluginObject, _ object: UnsafeMutableRawPointer) {
            pluginClass = holder.pluginClass
            unsafe self.object = object
            defaults = holder.defaults
        }
    }

    /// Has other code be the object's from now on. Who refers to it, and what is below it, stays.
    ///
    /// Only of an object that has not been given up.
    ///
    /// - Returns: The code until now, which nobody owns then.
    func exchange(_ other: Code) -> Code {
        guard let current = unsafe object else { return other }
        let former = unsafe Code(of: self, current)
        unsafe object = other.object
        pluginClass = other.pluginClass
        defaults = other.defaults
        unsafe pluginClass.context.note(UInt(bitPattern: other.object))
        return former
    }

    /// Has again what was below it before.
    func putBack(_ children: PluginChildren) { self.children = children }

    /// Where the object was created, without discriminators.
    var pathAtCreation: RestorationPath {
        let identifiers = path.compactMap { RestorationIdentifier($0) }
        // They are those of a path, which is never empty.
        return RestorationPath(identifiers.map { RestorationPath.Component($0) })!
    }

    /// Ends what nobody owns any more.
    func destroy(_ code: Code) {
        unsafe OrphanedObject(code.object, of: code.pluginClass, handle: handle, path: path)
            .destroy()
    }
}

extension PluginObject: NewObjectObserving {
    /// Lets the plugin give a new object what that begins with, such as its first children.
    ///
    /// - Throws: ``PluginError`` if the plugin fails.
    package func hearMaking() throws {
        guard let made = unsafe pluginClass.functions.made else { return }
        let object = unsafe try living()
        let (returned, message) = pluginClass.during(.make, at: path, as: "made") {
            unsafe made(object)
        }
        let status = Status.settled(returned, message)
        guard status != Status.ok else { return }
        throw pluginClass.failure(.made, path: path, status: status, message: message)
    }
}

extension PluginObject: RestorationFinishing {
    /// Lets the plugin hear that the restore is finished. Its function returns nothing: it failed
    /// if it said why it fails, as the wrappers do for what is thrown.
    package func finishRestoration() throws {
        guard let object = unsafe try? living() else { return }
        guard let finished = unsafe pluginClass.functions.finished else { return }
        let image = pluginClass.image
        let mailbox = pluginClass.context.mailbox
        let (_, message) = image.traced(
            "finished",
            of: pluginClass.name,
            at: path,
            by: mailbox,
            { image.during(mailbox, at: path) { unsafe finished(object) } }
        )
        guard let message else { return }
        // In the log as well: who looks for what was not restored does not meet it in the report.
        image.log(.warning, message, at: RestorationPath.printed(path))
        throw pluginClass.failure(.finished, path: path, status: Status.ok, message: message)
    }
}

extension PluginObject: KnownByHandle {
    package func note(kept: UnavailableObject) { pluginClass.context.note(kept, for: handle) }
}

extension PluginObject: AwaitedChildHolding {
    package func hold(_ object: any Restorable, insteadOf placeholder: UnavailableObject) {
        children.replace(placeholder, by: object)
    }
}

extension PluginObject: InterfaceProviding {
    public func interface(_ identifier: String) -> UnsafeRawPointer? {
        guard let object = unsafe try? living() else { return nil }
        guard let interface = unsafe pluginClass.functions.interface else { return nil }
        var identifier = identifier
        return identifier.withUTF8 { bytes in
            // Invariant: the plugin borrows the text for the call.
            let name = unsafe restoration_string(borrowing: UnsafeRawBufferPointer(bytes))
            return unsafe pluginClass.during(.interface, at: path) {
                unsafe interface(object, name)
            }.result
        }
    }
}

/// An object of a plugin that the host has let go of and that has not been destroyed.
///
/// Invariant of `@unchecked Sendable`: it crosses threads only to reach the session's, where alone
/// it is used.
@safe struct OrphanedObject: Orphan, @unchecked Sendable {
    private let object: UnsafeMutableRawPointer
    let handle: UInt64
    private let path: [String]
    private let pluginClass: PluginClass

    init(
        _ object: UnsafeMutableRawPointer,
        of pluginClass: PluginClass,
        handle: UInt64,
        path: [String]
    ) {
        unsafe self.object = object
        self.pluginClass = pluginClass
        self.handle = handle
        self.path = path
    }

    /// Ends the plugin's object, and forgets its handle.
    func end() {
        destroy()
        pluginClass.context.forget(handle)
    }

    /// Ends the plugin's object. Once, and on the session's thread.
    func destroy() {
        let image = pluginClass.image
        // First: the plugin may put another object at the address at once.
        unsafe pluginClass.context.release(UInt(bitPattern: object))
        let (_, message) = pluginClass.during(.destroy, at: path) {
            unsafe pluginClass.functions.destroy(object)
        }
        if let message { image.log(.warning, message, at: RestorationPath.printed(path)) }
    }
}
