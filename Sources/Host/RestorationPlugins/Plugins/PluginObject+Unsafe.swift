internal import CRestorationPlugin
public import RestorationCore
package import RestorationEngine
internal import RestorationInvocation

/// The host's side of a plugin's object.
///
/// Its deinit destroys the plugin's object once, on the session's thread, whichever thread drops
/// the last reference.
///
/// Objects of a program in C have this class, too; their plugin is the program. An object that the
/// program has *lent* is never destroyed here.
@safe public class PluginObject: Restorable {
    /// The identifiers of the path at which the object was created.
    public let path: [String]
    /// The class that created the object, or that of a reloaded build.
    public var pluginClass: PluginClass { unsafe currentClass }
    // Invariant of `unchecked`, here and below: no access runs other code.
    @exclusivity(unchecked) private var currentClass: PluginClass
    /// The plugin's object; `nil` after it was given up.
    ///
    /// Invariant (restoration/plugin.h): valid from `create` to `destroy`, and only passed back to
    /// the functions of its class.
    @exclusivity(unchecked) private var object: UnsafeMutableRawPointer?
    /// The reason why the object was given up: its state could not be applied. It then has no
    /// ``pointer``, interface or methods.
    public var failure: Diagnosis? { unsafe details?.failure }
    package let handle: UInt64
    var children: PluginChildren { unsafe details?.children ?? PluginChildren() }
    /// The terms on which the program has lent the object; `nil` for an object of the host.
    package var lending: Lending? { unsafe details?.lending }
    /// The handles of the objects to which a program's object refers by its latest encode or
    /// decode.
    var references: [UInt64] { unsafe currentReferences }
    @exclusivity(unchecked) private var currentReferences: [UInt64] = []
    /// The values right after `create` that saves omit, by property key.
    var defaults: [String: InvocationValue] {
        get { unsafe details?.defaults ?? [:] }
        _modify { yield &makeDetails().defaults }
    }
    /// Rarely used properties; `nil` for most objects, so that each takes little memory.
    @exclusivity(unchecked) private var details: Details?

    private final class Details {
        let lending: Lending?
        @exclusivity(unchecked) var failure: Diagnosis?
        @exclusivity(unchecked) var children = PluginChildren()
        var defaults: [String: InvocationValue] = [:]

        init(lending: Lending? = nil) { self.lending = lending }
    }

    private func makeDetails() -> Details {
        if let details = unsafe details { return details }
        let made = Details()
        unsafe details = made
        return made
    }

    init(
        _ object: UnsafeMutableRawPointer,
        of pluginClass: PluginClass,
        handle: UInt64,
        path: [String],
        lending: Lending? = nil
    ) {
        unsafe self.object = object
        unsafe currentClass = pluginClass
        self.handle = handle
        self.path = path
        if let lending { unsafe details = Details(lending: lending) }
        pluginClass.context.register(self, as: handle)
    }

    deinit {
        // Before the memory is freed, on whichever thread.
        pluginClass.context.pluginObjects.remove(handle)
        guard let orphan else { return forgetHandle() }
        if pluginClass.context.mailbox.isOnThread {
            orphan.end()
        } else {
            pluginClass.context.mailbox.adopt(orphan)
        }
    }

    private var orphan: OrphanedObject? {
        guard lending == nil, let object = unsafe object else { return nil }
        return unsafe OrphanedObject(object, of: pluginClass, handle: handle, path: path)
    }

    private func forgetHandle() {
        let context = pluginClass.context
        if context.mailbox.isOnThread { context.forget(handle) }
    }

    /// The plugin's pointer to its object, for functions of an interface. `nil` on other threads,
    /// and after the object was given up. Valid as long as this object.
    public var pointer: UnsafeMutableRawPointer? { unsafe try? living() }

    /// The name that the program gave the object when it lent it. The session knows other names.
    public var restorationIdentifier: String? { lending?.identifier }

    /// The parent of the object in the session's tree.
    public var restorationParent: (any Restorable)? {
        lending?.parent ?? pluginClass.context.session?.records.knownParent(of: self)
    }

    public var restorationChildren: [any Restorable] { unsafe details?.children.objects ?? [] }

    /// Retains `child`. An existing child stays where it is.
    func add(_ child: any Restorable) { unsafe makeDetails().children.add(child) }

    /// Retains an object that a restore placed below this one.
    func retainIfBelow(_ object: any Restorable) {
        if let standIn = object as? UnavailableObject {
            // A stand-in takes a deferred child's place.
            let parent =
                standIn.isAwaited ? standIn.path.identifiers.dropLast().map(\.rawValue) : []
            if parent == path { unsafe makeDetails().children.retain(standIn) }
            return
        }
        // The program keeps its objects alive by their references.
        guard !pluginClass.image.isProgram else { return }
        let parent = pluginClass.context.session?.records.knownParent(of: object)
        if parent === self { unsafe makeDetails().children.retain(object) }
    }

    /// Returns whether it was a child.
    func remove(_ child: any Restorable) -> Bool {
        pluginClass.context.mayHaveUnreachable = true
        return unsafe details?.children.remove(child) ?? false
    }

    /// Ends the object now: destroys it, unless it is lent, and invalidates its handle.
    package func end() {
        let orphan = orphan
        unsafe object = nil
        unsafe currentReferences = []
        setChildren(PluginChildren())
        orphan?.destroy()
        pluginClass.context.remove(handle)
    }

    package var address: UInt? { unsafe object.map { UInt(bitPattern: $0) } }

    var isGivenUp: Bool { unsafe object == nil }

    /// Encodes the state of the plugin's object.
    ///
    /// - Throws: ``PluginError`` if the plugin fails, or leaves an array or dictionary open.
    public func encodeRestorableState(with coder: RestorationCoder) throws {
        let pluginClass = pluginClass
        let object = unsafe try living(in: pluginClass)
        if let encode = unsafe pluginClass.functions.encode {
            let referred = unsafe try pluginClass.call(.encode, of: self, coder) { table in
                unsafe encode(object, table)
            }
            if let referred { unsafe currentReferences = referred }
        }
        if !pluginClass.properties.declared.isEmpty { try encodeProperties(with: coder) }
    }

    /// Applies the state of the plugin's object.
    ///
    /// - Throws: `StateNotYetApplicable` if the plugin defers; ``PluginError`` if it fails;
    ///   ``CoderError`` if the record is damaged, even if the plugin reports success.
    public func decodeRestorableState(with coder: RestorationCoder) throws {
        let pluginClass = pluginClass
        let object = unsafe try living(in: pluginClass)
        try pluginClass.mailbox.ignoringChanges(of: handle) {
            defer { unsafe details?.children.endDecoding() }
            if !pluginClass.properties.restored.isEmpty { try decodeProperties(with: coder) }
            guard let decode = unsafe pluginClass.functions.decode else { return }
            let referred = unsafe try pluginClass.call(.decode, of: self, coder) { table in
                unsafe decode(object, table)
            }
            if let referred { unsafe currentReferences = referred }
        }
    }

    /// The objects in the contents, for the lifetime of a program's objects.
    package var contents: [any Restorable] { unsafe details?.children.objects ?? [] }

    public func restorationDidFinish() {
        do {
            try finishRestoration()
        } catch {
            // Already logged.
        }
    }

    /// The plugin's object. Throws on another thread, and after it was given up.
    func living() throws(PluginError) -> UnsafeMutableRawPointer {
        unsafe try living(in: pluginClass)
    }

    @inline(__always)
    private func living(
        in pluginClass: PluginClass
    ) throws(PluginError) -> UnsafeMutableRawPointer {
        try pluginClass.checkThread()
        guard let object = unsafe object else {
            throw lending == nil
                ? .objectGivenUp(plugin: pluginClass.image.plugin) : .objectTakenBack
        }
        return unsafe object
    }
}

extension PluginClass {
    /// Lends a coder to a function of an object.
    ///
    /// - Returns: The handles of the objects to which a program's object then refers; `nil` without
    ///   a change.
    // In the class, whose fields need no reference of their own here.
    @inline(__always)
    fileprivate func call(
        _ function: PluginFunction,
        of object: PluginObject,
        _ coder: RestorationCoder,
        _ body: (UnsafeMutablePointer<restoration_coder>) -> restoration_status
    ) throws -> [UInt64]? {
        try context.withCoder(for: image) { wrapper in
            let isEncoding = function == .encode
            return unsafe try wrapper.lend(
                coder,
                for: isEncoding ? .encoding : .decoding,
                version: isEncoding ? schemaVersion : coder.schemaVersion,
                holder: isEncoding ? nil : object
            ) { table in
                if !object.references.isEmpty { wrapper.references.former = object.references }
                let (returned, message) = image.traced(
                    function.rawValue,
                    of: name,
                    at: object.path,
                    by: mailbox,
                    size: { coder.sizeInBytes },
                    {
                        image.runCode(
                            function.rawValue,
                            of: name,
                            for: mailbox,
                            on: object
                        ) { unsafe body(table) }
                    }
                )
                let status = Status.settled(returned, message)
                if status != Status.ok || !wrapper.isFaultless(coder) {
                    try check(function, of: object, status, message, wrapper)
                }
                guard wrapper.references.hasChanged else { return nil }
                image.program?.own(wrapper.references.new)
                return wrapper.references.handles
            }
        }
    }

    /// Throws if a call of an object's function failed.
    @inline(never)
    private func check(
        _ function: PluginFunction,
        of object: PluginObject,
        _ status: restoration_status,
        _ message: String?,
        _ wrapper: PluginCoder
    ) throws {
        if status == Status.notYet, function == .decode { throw StateNotYetApplicable() }
        guard status == Status.ok else {
            throw failure(
                function,
                path: object.path,
                status: status,
                message: message,
                fault: wrapper.lastFault
            )
        }
        try checkCoders(of: function, path: object.path, wrapper)
    }
}

extension PluginObject: KindNaming {
    package var ownKindName: String? { pluginClass.image.isProgram ? pluginClass.name : nil }
    package var ownSchemaVersion: Int { pluginClass.schemaVersion }
}

extension PluginObject: RestorationFailureObserving {
    /// Destroys the plugin's object, whose state was applied only in part. A lent object stays.
    package func restorationDidFail(_ reason: Diagnosis) {
        guard unsafe (try? living()) != nil, let orphan else { return }
        unsafe object = nil
        unsafe makeDetails().failure = reason
        // The handle stays valid, because the record is retained and others may refer to it.
        orphan.destroy()
    }
}

// MARK: Reloading

extension PluginObject {
    /// The plugin's side of an object, which a reload replaces.
    @safe struct Instance {
        fileprivate let pluginClass: PluginClass
        /// Invariant: as the object's own.
        fileprivate let object: UnsafeMutableRawPointer
        fileprivate let defaults: [String: InvocationValue]

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

    /// Replaces the plugin's side of the object, which must not have been given up. References and
    /// children stay.
    ///
    /// - Returns: The former instance, which the caller must destroy.
    func exchange(_ other: Instance) -> Instance {
        guard let current = unsafe object else { return other }
        let former = unsafe Instance(of: self, current)
        unsafe object = other.object
        unsafe currentClass = other.pluginClass
        if !other.defaults.isEmpty || !defaults.isEmpty { defaults = other.defaults }
        unsafe pluginClass.context.recordOwned(UInt(bitPattern: other.object))
        return former
    }

    func setChildren(_ children: PluginChildren) {
        pluginClass.context.mayHaveUnreachable = true
        if unsafe details != nil || !children.objects.isEmpty {
            unsafe makeDetails().children = children
        }
    }

    var pathAtCreation: RestorationPath {
        let identifiers = path.compactMap { RestorationIdentifier($0) }
        // Parsed from a path, which is never empty.
        return RestorationPath(identifiers.map { RestorationPath.Component($0) })!
    }

    /// Destroys an instance that the object no longer has.
    func destroy(_ instance: Instance) {
        unsafe OrphanedObject(
            instance.object,
            of: instance.pluginClass,
            handle: handle,
            path: path
        ).destroy()
    }
}

extension PluginObject: ForeignObject {
    /// Calls the plugin's `made` for a new object, which may add its first children.
    ///
    /// - Throws: ``PluginError`` if the plugin fails.
    package func callMade() throws {
        guard let made = unsafe pluginClass.functions.made else { return }
        let object = unsafe try living()
        let (returned, message) = pluginClass.runRecorded(.make, at: path, as: "made") {
            unsafe made(object)
        }
        let status = Status.settled(returned, message)
        guard status != Status.ok else { return }
        throw pluginClass.failure(.made, path: path, status: status, message: message)
    }

    /// Calls the plugin's `finished`, which returns nothing: an error message means failure.
    package func finishRestoration() throws {
        guard let finished = unsafe pluginClass.functions.finished else { return }
        guard let object = unsafe try? living() else { return }
        let image = pluginClass.image
        let mailbox = pluginClass.context.mailbox
        let (_, message) = image.traced(
            "finished",
            of: pluginClass.name,
            at: path,
            by: mailbox,
            {
                image.runCode("finished", of: pluginClass.name, for: mailbox, at: path) {
                    unsafe finished(object)
                }
            }
        )
        guard let message else { return }
        // Also logged, because it is not among the report's unrestored objects.
        image.log(.warning, message, at: RestorationPath.printed(path))
        throw pluginClass.failure(.finished, path: path, status: Status.ok, message: message)
    }

    package func didRetainState(_ standIn: UnavailableObject) {
        pluginClass.context.setStandIn(standIn, for: handle)
    }

    package func hold(_ object: any Restorable, insteadOf placeholder: UnavailableObject) {
        pluginClass.context.mayHaveUnreachable = true
        unsafe details?.children.replace(placeholder, by: object)
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
            return unsafe pluginClass.runRecorded(.interface, at: path) {
                unsafe interface(object, name)
            }.result
        }
    }
}

/// A released object of a plugin, to be destroyed.
///
/// Invariant of `@unchecked Sendable`: only the session's thread uses it; others only send it
/// there.
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

    func end() {
        destroy()
        pluginClass.context.forget(handle)
    }

    /// Call it once, on the session's thread.
    func destroy() {
        let image = pluginClass.image
        // First, because the plugin may reuse the address at once.
        unsafe pluginClass.context.release(UInt(bitPattern: object))
        let (_, message) = pluginClass.runRecorded(.destroy, at: path) {
            unsafe pluginClass.functions.destroy(object)
        }
        if let message { image.log(.warning, message, at: RestorationPath.printed(path)) }
    }
}
