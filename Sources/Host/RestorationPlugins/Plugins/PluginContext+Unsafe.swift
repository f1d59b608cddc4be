package import RestorationCore
internal import RestorationEngine

/// State shared by a session's plugin objects. Belongs to the session's thread, except for its
/// mailbox.
@safe package final class PluginContext {
    package let mailbox: PluginMailbox
    /// Answers requests of plugins. `nil` in a host without a session.
    package weak var session: (any PluginSession)?
    /// Records running plugin code, if set.
    package var recorder: (any PluginCallRecorder)?
    let pluginObjects: LivePluginObjects
    /// Other objects, and stand-ins. Weak, because a handle does not keep an object alive.
    private var objects: [UInt64: WeakObject] = [:]
    /// The handles of other objects. Lookups also compare the object, because addresses are reused.
    private var handles: [ObjectIdentifier: UInt64] = [:]
    /// The number of handles that triggers a clean-up: twice the last survivors.
    private var limit = 64
    /// The plugin addresses of objects that the host owns, if already needed.
    // Invariant of `unchecked`, here and below: no access runs other code.
    @exclusivity(unchecked) private var addresses: Set<UInt>?
    /// The classes of the session's plugins, which retain this context until the loader ends.
    private var classes: [PluginClass] = []
    private var classNumbers = AddressTable()
    let awaited = AwaitedPluginObjects()
    /// Whether an object of the program may have lost its last reference since ``ProgramCode``
    /// searched for such objects.
    var mayHaveUnreachable = true
    /// Whether an object has contents that change without notice.
    var hasShapes = false
    /// The unused coder of the plugin called last. Most calls need one, and leave it here.
    @exclusivity(unchecked) private var spareCoder: PluginCoder?
    /// Further unused coders, each for one plugin.
    @exclusivity(unchecked) private var spareCoders: [PluginCoder] = []

    private struct WeakObject {
        weak var object: (any Restorable)?
        /// The stand-in of the handle's object. If it is that object, this reference retains it
        /// until the object arrives and takes over the handle. For a live object without state, it
        /// takes over the handle when the object is deallocated.
        var standIn: UnavailableObject?
    }

    init(services: PluginServices) {
        mailbox = PluginMailbox(services: services)
        pluginObjects = LivePluginObjects(of: mailbox)
        mailbox.attach(self)
    }

    deinit {
        // Before the memory is freed, on whichever thread.
        mailbox.detach()
    }

    // MARK: Handles

    func register(_ object: PluginObject, as handle: UInt64) {
        pluginObjects.add(object)
        if let address = object.address { recordOwned(address) }
    }

    package func register(_ object: any HandledObject, as handle: UInt64) {
        objects[handle] = WeakObject(object: object)
    }

    package func forget(_ handle: UInt64) {
        pluginObjects.remove(handle)
        if objects[handle]?.standIn == nil { objects[handle] = nil }
    }

    /// Invalidates a handle, even if a stand-in could take it over.
    func remove(_ handle: UInt64) {
        pluginObjects.remove(handle)
        objects[handle] = nil
    }

    func recordOwned(_ address: UInt) {
        if unsafe addresses != nil { unsafe addresses?.insert(address) }
    }

    func release(_ address: UInt) { unsafe addresses?.remove(address) }

    func isOwned(_ address: UInt) -> Bool {
        let known = unsafe addresses ?? Set(pluginObjects.all.compactMap(\.address))
        unsafe addresses = known
        return known.contains(address)
    }

    /// The live object of a handle; `nil` for a stale or invalid handle.
    package func object(for handle: UInt64) -> (any Restorable)? {
        if let object = pluginObjects[handle] { return object }
        guard let known = objects[handle], let standIn = known.standIn else {
            return objects[handle]?.object
        }
        if let object = known.object, object !== standIn { return object }
        if let arrived = standIn.arrived {
            // The object may exist without its state.
            let isRetained = session?.records.isRetained(standIn) == true
            objects[handle] = WeakObject(object: arrived, standIn: isRetained ? standIn : nil)
            return arrived
        }
        return known.object ?? (session?.records.isRetained(standIn) == true ? standIn : nil)
    }

    func setStandIn(_ standIn: UnavailableObject, for handle: UInt64) {
        guard live(handle) != nil else { return }
        objects[handle, default: WeakObject()].standIn = standIn
    }

    /// The live object of a handle, without a stand-in.
    private func live(_ handle: UInt64) -> (any Restorable)? {
        pluginObjects[handle] ?? objects[handle]?.object
    }

    /// Delivers arrivals, in the order of the handles.
    func deliverArrivals(_ handles: Set<UInt64>) {
        for handle in handles.sorted() {
            if let ticket = awaited.ticket(of: handle) {
                ticket.arrive()
            } else if let object = pluginObjects[handle], !object.isGivenUp {
                session?.applyAwaitedState(to: object)
            } else {
                (objects[handle]?.object as? any HandledObject)?.handleArrivals()
            }
        }
    }

    /// The handle of any object of the session. Handles are unique and never change.
    package func handle(of object: any Restorable) -> UInt64 {
        if let own = object as? PluginObject, own.pluginClass.context === self { return own.handle }
        if let known = object as? any HandledObject, known.context === self { return known.handle }
        let key = ObjectIdentifier(object)
        if let known = handles[key], objects[known]?.object === object { return known }
        if handles.count >= limit { removeDead() }
        let handle = mailbox.issueHandle()
        handles[key] = handle
        objects[handle] = WeakObject(object: object, standIn: object as? UnavailableObject)
        return handle
    }

    /// The handle of an argument; `nil` for an object of another session.
    func handle(ofArgument object: any Restorable) -> UInt64? {
        if let own = object as? PluginObject, own.pluginClass.context !== self { return nil }
        if let known = object as? any HandledObject, known.context !== self { return nil }
        return handle(of: object)
    }

    /// O(handles), but only after as many were added.
    private func removeDead() {
        handles = handles.filter { _, handle in
            if objects[handle]?.object != nil { return true }
            objects[handle] = nil
            return false
        }
        limit = max(64, handles.count * 2)
    }

    /// The distinct changed objects, in the order of creation.
    func takeInvalidated(_ handles: Set<UInt64>) -> [any Restorable] {
        handles.sorted().compactMap { live($0) }
            .filter { ($0 as? PluginObject)?.isGivenUp != true }
    }

    /// The live objects of a plugin's builds, in the order of creation.
    func objects(ofPlugin identifier: String) -> [PluginObject] {
        pluginObjects.all.filter { !$0.isGivenUp && $0.pluginClass.plugin == identifier }
            .sorted { $0.handle < $1.handle }
    }

    /// The live objects of an image's classes.
    func objects(of image: PluginImage) -> [PluginObject] {
        pluginObjects.all.filter { $0.pluginClass.image === image }
    }

    func childrenOfObjects() -> [(object: PluginObject, children: PluginChildren)] {
        pluginObjects.all.map { ($0, $0.children) }
    }

    func recordDestruction(_ handles: Set<UInt64>) {
        for handle in handles.sorted() {
            (objects[handle]?.object as? any HandledObject)?.recordDestruction()
        }
    }

    // MARK: Classes

    func register(_ pluginClass: PluginClass, at address: UInt) {
        classNumbers.set(UInt32(classes.count), at: address)
        classes.append(pluginClass)
    }

    /// Releases the classes. Live objects retain their own.
    func forgetClasses() {
        classNumbers = AddressTable()
        classes = []
    }

    func pluginClass(at address: UInt) -> PluginClass? {
        // Plugins may pass any address, and no class is at 0.
        guard address != 0 else { return nil }
        return classNumbers[address].map { classes[Int($0)] }
    }

    // MARK: Coders

    /// Lends a coder to a plugin while `body` runs.
    ///
    /// Calls may nest: creating an object can make the program create another. Plugins share no
    /// coders, because a plugin's threads may misuse one later.
    @inline(__always)
    func withCoder<Result>(
        for image: PluginImage,
        _ body: (PluginCoder) throws -> Result
    ) rethrows -> Result {
        var coder: PluginCoder?
        unsafe swap(&coder, &spareCoder)
        if coder?.image !== image { coder = exchange(coder, forCoderOf: image) }
        defer {
            unsafe swap(&coder, &spareCoder)
            if let coder { unsafe spareCoders.append(coder) }
        }
        return try body(coder!)
    }

    @inline(never)
    private func exchange(_ other: PluginCoder?, forCoderOf image: PluginImage) -> PluginCoder {
        if let other { unsafe spareCoders.append(other) }
        let spare = unsafe spareCoders.lastIndex { $0.image === image }
        return spare.map { unsafe spareCoders.remove(at: $0) } ?? PluginCoder(self, for: image)
    }
}
