package import CRestorationPlugin
package import CRestorationSystem
package import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine

/// The code and objects of a program in C, for one session: its classes, the objects that it has
/// lent, and the lifetime of the others.
///
/// Belongs to the session's thread.
@safe package final class ProgramCode {
    package let context: PluginContext
    private let application: String
    private let watch: UnsafeMutablePointer<restoration_guard>
    private var ownImage: PluginImage?
    /// By the address of the program's table.
    private var classes: [UInt: PluginClass] = [:]
    /// By the address of the program's object.
    private var lent: [UInt: PluginObject] = [:]
    /// The objects that the program refers to, contains, has made or holds, by handle.
    private var owned: HandleTable<Owned>
    /// The handles of the objects to which the application's own record refers.
    private var references: [UInt64] = []
    /// The number of captures so far.
    private var captureCount = 0
    /// The roots of the last search for unreachable objects.
    private var searchedRoots: [ObjectIdentifier] = []

    private struct Owned {
        let object: any Restorable
        var holdCount = 0
        /// The number of captures before the object was owned.
        let start: Int
    }

    /// - Parameter watch: Records running callbacks. Must outlive this object.
    package init(
        of loader: PluginLoader,
        application: String,
        watchedBy watch: UnsafeMutablePointer<restoration_guard>
    ) throws {
        context = loader.context
        owned = HandleTable(of: loader.context.mailbox)
        self.application = application
        unsafe self.watch = watch
        let image = unsafe PluginImage(program: self, application: application, watchedBy: watch)
        ownImage = image
        try image.claim(for: context)
    }

    private var image: PluginImage { ownImage! }

    /// The session's services for the program's classes. Valid until ``end()``.
    package var host: UnsafePointer<restoration_host> { unsafe UnsafePointer(image.host) }

    // MARK: Classes

    /// The class of a table, which is checked at its first use.
    ///
    /// - Throws: ``DescriptorFault``.
    package func pluginClass(
        of table: UnsafePointer<restoration_class>
    ) throws(DescriptorFault) -> PluginClass {
        let address = UInt(bitPattern: table)
        if let known = classes[address] { return known }
        let copied = unsafe try PluginDescriptor.Class(copying: table, title: "class")
        guard RestorationIdentifier(copied.name) != nil else {
            throw .malformedText(field: "class id")
        }
        let version = unsafe copied.copy.schema_version
        let declared = PluginManifest.Class(
            name: copied.name,
            schemaVersion: max(version, 1),
            aliases: [],
            routes: [],
            priority: 0
        )
        let made = PluginClass(declared, functions: copied, image: image, context: context)
        classes[address] = made
        return made
    }

    // MARK: Lent objects

    /// Lends an object of the program.
    ///
    /// - Returns: `nil` if it is lent already.
    package func lend(
        _ object: UnsafeMutableRawPointer,
        of pluginClass: PluginClass,
        as identifier: String,
        below parent: (any Restorable)? = nil
    ) -> PluginObject? {
        let address = UInt(bitPattern: object)
        guard lent[address] == nil else { return nil }
        let above = (parent as? PluginObject)?.path ?? []
        let made = unsafe pluginClass.makeObject(
            object,
            handle: context.mailbox.issueHandle(),
            path: above + [identifier],
            lending: Lending(as: identifier, below: parent)
        )
        lent[address] = made
        // Elements are found where the owner's shape lists them, once they are loaded.
        if !(made is PluginElement) { (parent as? PluginObject)?.add(made) }
        return made
    }

    /// Removes a lent object: its functions are no longer called, and its handle is stale.
    ///
    /// - Returns: `false` if it is not lent.
    package func removeLent(_ object: PluginObject) -> Bool {
        guard object.lending != nil, let address = object.address,
            lent.removeValue(forKey: address) != nil
        else { return false }
        let parents = [object.lending?.parent, context.session?.records.parent(of: object)]
        for parent in parents { _ = (parent as? PluginObject)?.remove(object) }
        owned[object.handle] = nil
        object.end()
        return true
    }

    /// The program's own pointer of an object; `nil` for other objects.
    package func pointer(of object: any Restorable) -> UnsafeMutableRawPointer? {
        guard let object = object as? PluginObject, object.pluginClass.image === image else {
            return nil
        }
        return unsafe object.pointer
    }

    package func isLent(_ object: any Restorable) -> Bool {
        (object as? PluginObject)?.lending != nil
    }

    /// The class of a plugin's or the program's object.
    package func className(of object: any Restorable) -> (className: String?, plugin: String?) {
        let pluginClass = (object as? PluginObject)?.pluginClass
        return (pluginClass?.name, pluginClass?.plugin)
    }

    // MARK: Lifetime

    /// Keeps objects alive while the program references them.
    package func own(_ objects: [any Restorable]) {
        own(objects.map { (context.handle(of: $0), $0) })
    }

    func own(_ objects: [(handle: UInt64, object: any Restorable)]) {
        context.mayHaveUnreachable = true
        Self.add(objects, to: &owned, after: captureCount)
    }

    // One access to the table for all objects.
    private static func add(
        _ objects: [(handle: UInt64, object: any Restorable)],
        to table: inout HandleTable<Owned>,
        after captureCount: Int
    ) {
        for (handle, object) in objects where !table.contains(handle) {
            table[handle] = Owned(object: object, start: captureCount)
        }
    }

    package func hold(_ object: any Restorable) {
        let (handle, start) = (context.handle(of: object), captureCount)
        owned.update(handle, or: Owned(object: object, start: start)) { $0.holdCount += 1 }
    }

    /// - Returns: `false` if the program does not hold the object.
    package func release(_ object: any Restorable) -> Bool {
        let handle = context.handle(of: object)
        guard let count = owned[handle]?.holdCount, count > 0 else { return false }
        owned[handle]?.holdCount = count - 1
        context.mayHaveUnreachable = true
        return true
    }

    /// A save begins to ask the objects for their state.
    package func recordCapture() { captureCount += 1 }

    /// Destroys the objects that nothing references. Call it after a durable save, outside of all
    /// callbacks.
    ///
    /// O(objects), unless nothing can have become unreachable since the last call.
    package func destroyUnreachable() {
        let roots = context.session?.records.roots.map(\.object) ?? []
        let identities = roots.map { ObjectIdentifier($0) }
        guard context.mayHaveUnreachable || context.hasShapes || identities != searchedRoots
        else { return }
        searchedRoots = identities
        let all = owned.values
        // A new object stays until the end of the next save, so that the program can reference it.
        let new = all.filter { $0.start >= captureCount }
        context.mayHaveUnreachable = !new.isEmpty
        var reached = HandleTable<Bool>(of: context.mailbox)
        var waiting: [any Restorable] = Array(lent.values)
        waiting += roots + new.map(\.object)
        waiting += all.filter { $0.holdCount > 0 }.map(\.object)
        waiting += references.compactMap { owned[$0]?.object }
        while let object = waiting.popLast() {
            let handle = context.handle(of: object)
            guard reached[handle] == nil else { continue }
            reached[handle] = true
            if let standIn = object as? UnavailableObject {
                waiting += [standIn.arrived].compactMap(\.self)
            }
            guard let object = object as? PluginObject else { continue }
            for handle in object.references where reached[handle] == nil {
                if let object = owned[handle]?.object { waiting.append(object) }
            }
            waiting += object.contents
        }
        let gone = all.map(\.object).filter { reached[context.handle(of: $0)] == nil }
        for object in gone { owned[context.handle(of: object)] = nil }
        destroy(gone)
    }

    /// Destroys objects that the session owns, children first.
    private func destroy(_ objects: [any Restorable]) {
        let own = objects.compactMap { $0 as? PluginObject }
            .filter { $0.pluginClass.image === image && $0.lending == nil }
        for object in own.sorted(by: { ($0.path.count, $0.handle) > ($1.path.count, $1.handle) }) {
            object.end()
        }
    }

    /// Ends the program's code: lent objects are called no more, and all others are destroyed. Call
    /// it once, when the session is closed.
    package func end() {
        for object in lent.values { object.end() }
        lent = [:]
        let held = owned.values.map(\.object)
        let known = Set(held.map { ObjectIdentifier($0) })
        owned = HandleTable(of: context.mailbox)
        references = []
        destroy(held + context.objects(of: image).filter { !known.contains(ObjectIdentifier($0)) })
        classes = [:]
        ownImage?.dispose()
        ownImage = nil
    }

    // MARK: Callbacks

    /// Runs a callback of the program outside its classes.
    package func call<Result>(_ name: String, _ body: () -> Result) -> Result {
        image.runCode(name, for: context.mailbox, body).result
    }

    /// Lends a coder to a callback of the program, such as that of the application's own record.
    ///
    /// - Throws: The reason for the failure.
    package func call(
        _ name: String,
        with coder: RestorationCoder,
        isWriting: Bool,
        _ body: (UnsafeMutablePointer<restoration_coder>) -> restoration_status
    ) throws -> restoration_status {
        try context.withCoder(for: image) { wrapper in
            unsafe try wrapper.lend(
                coder,
                for: isWriting ? .encoding : .decoding,
                version: nil
            ) { table in
                wrapper.references.former = references
                let (returned, message) = image.runCode(name, for: context.mailbox) {
                    unsafe body(table)
                }
                let status = Status.settled(returned, message)
                let fault = wrapper.fatalFault ?? wrapper.lastFault
                if status == Status.ok, let fault, wrapper.fatalFault != nil { throw fault }
                if wrapper.references.hasChanged {
                    own(wrapper.references.new)
                    references = wrapper.references.handles
                }
                guard status == Status.ok || status == Status.declined else {
                    throw PluginError.callFailed(
                        PluginCallFailure(
                            plugin: image.plugin,
                            className: application,
                            path: "",
                            function: isWriting ? .encode : .decode,
                            status: status,
                            message: fault?.clause(after: message) ?? message
                        )
                    )
                }
                return status
            }
        }
    }

    /// Collects the values that the program's writer stores.
    ///
    /// - Throws: The reason for the failure.
    package func values(
        _ body: (UnsafeMutablePointer<restoration_coder>) -> restoration_status
    ) throws -> [String: RestorationValue] {
        try RestorationCoder.values { coder in
            try context.withCoder(for: image) { wrapper in
                unsafe try wrapper.lend(coder, for: .parameters, version: nil) { table in
                    let (returned, message) = image.runCode(
                        "write_parameters",
                        for: context.mailbox
                    ) { unsafe body(table) }
                    let status = Status.settled(returned, message)
                    if let fault = wrapper.fatalFault { throw fault }
                    guard status == Status.ok else {
                        throw ProgramRefusal(status: status, message: message)
                    }
                }
            }
        }
    }

    /// Releases an object of a library, which the program has removed.
    package func forget(_ object: any Restorable) {
        owned[context.handle(of: object)] = nil
        context.mayHaveUnreachable = true
    }

    /// Logs a failure of a callback outside the classes.
    package func log(_ diagnosis: Diagnosis) {
        image.log(.warning, diagnosis.problem, at: diagnosis.place)
    }

    /// Fails the running callback.
    package func fail(_ message: String) { image.recordFailure(message) }
}

/// A callback of the program that returned a failure.
package struct ProgramRefusal: Error {
    package let status: Int32
    package let message: String?
}
