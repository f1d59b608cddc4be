package import RestorationCore
internal import RestorationEngine

/// What all plugin objects of one session share. Belongs to the session's thread, except for its
/// mailbox.
package final class PluginContext {
    package let mailbox: PluginMailbox
    /// By which plugins know the mailbox.
    let mailboxReference: WeakMailbox
    /// Answers what a plugin asks of its session; `nil` where the host has none.
    package weak var session: (any PluginSession)?
    /// Hears which code of plugins runs; `nil` where nothing is noted.
    package var recorder: (any PluginCallRecorder)?
    /// The objects that plugins know, by their handles. Held weakly: a handle keeps nobody alive.
    private var objects: [UInt64: WeakObject] = [:]
    /// The handles of objects other than plugins' own, which know theirs. An address may be used
    /// again after its object is gone, so the object itself decides.
    private var handles: [ObjectIdentifier: UInt64] = [:]
    /// How many handles make it worth looking for dead ones: twice those alive the last time.
    private var limit = 64
    /// Where plugins have the objects that belong to the host; `nil` until somebody asks.
    private var addresses: Set<UInt>?
    /// The classes of the session's plugins; their numbers by where the plugin has them. Until the
    /// loader ends: they hold this.
    private var classes: [PluginClass] = []
    private var classNumbers = AddressTable()
    /// What plugins have said "not yet" for.
    let awaited = AwaitedPluginObjects()
    /// Coders that no call uses now, each for one plugin.
    private var spareCoders: [PluginCoder] = []

    private struct WeakObject {
        weak var object: (any Restorable)?
        /// The object itself, if it is what stands for one that is not there, since nobody else may
        /// keep it when that comes, to which the handle leads from then on. Or what is kept for an
        /// object that is there without its state: when it has ended, the handle leads to that.
        var standIn: UnavailableObject?
    }

    init(services: PluginServices) {
        mailbox = PluginMailbox(services: services)
        mailboxReference = WeakMailbox(mailbox)
        mailbox.attach(self)
    }

    // MARK: Handles

    func register(_ object: PluginObject, as handle: UInt64) {
        objects[handle] = WeakObject(object: object)
        if let address = object.address { note(address) }
    }

    package func register(_ object: any HandledObject, as handle: UInt64) {
        objects[handle] = WeakObject(object: object)
    }

    package func forget(_ handle: UInt64) {
        if objects[handle]?.standIn == nil { objects[handle] = nil }
    }

    /// A plugin has an object at that address.
    func note(_ address: UInt) {
        if addresses != nil { addresses?.insert(address) }
    }

    /// The object that a plugin had at that address has been destroyed.
    func release(_ address: UInt) { addresses?.remove(address) }

    /// Whether an object at that address belongs to the host already.
    func isOwned(_ address: UInt) -> Bool {
        let known =
            addresses
            ?? Set(objects.values.compactMap { ($0.object as? PluginObject)?.address })
        addresses = known
        return known.contains(address)
    }

    /// The live object that a handle names; `nil` for one that is stale or made up.
    package func object(for handle: UInt64) -> (any Restorable)? {
        guard let known = objects[handle], let standIn = known.standIn else {
            return objects[handle]?.object
        }
        if let object = known.object, object !== standIn { return object }
        if let arrived = standIn.arrived {
            // It may be there without its state.
            let isKept = session?.isKept(standIn) == true
            objects[handle] = WeakObject(object: arrived, standIn: isKept ? standIn : nil)
            return arrived
        }
        return known.object ?? (session?.isKept(standIn) == true ? standIn : nil)
    }

    /// Remembers what is kept for an object.
    func note(_ kept: UnavailableObject, for handle: UInt64) { objects[handle]?.standIn = kept }

    /// Passes on that something has arrived, in the order in which the objects got their handles.
    func bring(_ handles: Set<UInt64>) {
        for handle in handles.sorted() {
            if let ticket = awaited.ticket(of: handle) {
                ticket.arrive()
            } else if let object = objects[handle]?.object as? PluginObject, !object.isGivenUp {
                session?.stateCanBeApplied(to: object)
            } else {
                (objects[handle]?.object as? any HandledObject)?.noteNews()
            }
        }
    }

    /// The handle of any object of the session. The same for the same object, and never that of
    /// another.
    func handle(of object: any Restorable) -> UInt64 {
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

    /// The same for an object that a caller hands to a method; `nil` for one that belongs to
    /// another session, whose plugin must not meet it here.
    func handle(ofArgument object: any Restorable) -> UInt64? {
        if let own = object as? PluginObject, own.pluginClass.context !== self { return nil }
        if let known = object as? any HandledObject, known.context !== self { return nil }
        return handle(of: object)
    }

    /// Linear in the handles, but only after as many were added.
    private func removeDead() {
        handles = handles.filter { _, handle in
            if objects[handle]?.object != nil { return true }
            objects[handle] = nil
            return false
        }
        limit = max(64, handles.count * 2)
    }

    /// The objects of plugins that have changed, each once, in the order in which they were made.
    func takeInvalidated(_ handles: Set<UInt64>) -> [any Restorable] {
        handles.sorted().compactMap { objects[$0]?.object }
            .filter { ($0 as? PluginObject)?.isGivenUp != true }
    }

    /// The living objects of a plugin, in the order in which they were made, whichever build of it
    /// they are of.
    func objects(ofPlugin identifier: String) -> [PluginObject] {
        objects.sorted { $0.key < $1.key }.compactMap { _, known in
            guard let object = known.object as? PluginObject, !object.isGivenUp,
                object.pluginClass.plugin == identifier
            else { return nil }
            return object
        }
    }

    /// What is below each living object of a plugin's.
    func childrenOfObjects() -> [(object: PluginObject, children: PluginChildren)] {
        objects.values.compactMap { known in
            (known.object as? PluginObject).map { ($0, $0.children) }
        }
    }

    /// Libraries have destroyed objects by themselves.
    func noteDestruction(_ handles: Set<UInt64>) {
        for handle in handles.sorted() {
            (objects[handle]?.object as? any HandledObject)?.noteDestruction()
        }
    }

    // MARK: Classes

    func register(_ pluginClass: PluginClass, at address: UInt) {
        classNumbers.set(UInt32(classes.count), at: address)
        classes.append(pluginClass)
    }

    /// Lets go of the classes, of which some may live on with their objects.
    func forgetClasses() {
        classNumbers = AddressTable()
        classes = []
    }

    /// The class that a plugin has at that address.
    func pluginClass(at address: UInt) -> PluginClass? {
        // Plugins may ask for anything, and no class is at 0.
        guard address != 0 else { return nil }
        return classNumbers[address].map { classes[Int($0)] }
    }

    // MARK: Coders

    /// Lends a table for a plugin while `body` runs. Calls may nest: creating an object can make
    /// the program create another one.
    ///
    /// No plugin gets a table that another one had: a thread of that one's may still use it.
    func withCoder<Result>(
        for image: PluginImage,
        _ body: (PluginCoder) throws -> Result
    ) rethrows -> Result {
        // From the end, where the plugin's are that has just been called.
        let spare = spareCoders.lastIndex { $0.image === image }
        let coder = spare.map { spareCoders.remove(at: $0) } ?? PluginCoder(self, for: image)
        defer { spareCoders.append(coder) }
        return try body(coder)
    }
}
