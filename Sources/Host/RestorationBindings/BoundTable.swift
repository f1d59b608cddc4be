internal import RestorationCore
internal import RestorationEngine

/// The library objects of a session, by address, not retained. Belongs to the session's thread.
final class BoundTable: BoundObjectFinding {
    private var instances: [UInt: Weak] = [:]

    /// Objects with unresolved references, by the identifiers of the targets.
    private var awaiting: [String: [Weak]] = [:]

    private struct Weak {
        weak var instance: BoundInstance?
        let handle: UInt64
    }

    func add(_ instance: BoundInstance) {
        instances[instance.life.address] = Weak(instance: instance, handle: instance.handle)
    }

    /// Removes an object: the library may reuse its address.
    func forget(_ life: BoundLife) {
        guard instances[life.address]?.handle == life.handle else { return }
        instances[life.address] = nil
    }

    func instance(at address: UInt) -> BoundInstance? {
        guard let found = instances[address]?.instance, found.address != nil else { return nil }
        return found
    }

    /// The session's own object at an address; `nil` for an element.
    func owner(at address: UInt) -> BoundObject? { instance(at: address) as? BoundObject }

    func object(at address: UInt) -> (any Restorable)? { instance(at: address) }

    /// Makes an object retry a reference when its target arrives.
    func wait(_ instance: BoundInstance, for identifier: String) {
        awaiting[identifier, default: []].append(
            Weak(instance: instance, handle: instance.handle)
        )
    }

    /// Retries references to an arrived object.
    func retryReferences(to identifier: String) {
        guard !awaiting.isEmpty, let waiting = awaiting.removeValue(forKey: identifier) else {
            return
        }
        for entry in waiting {
            guard let instance = entry.instance else { continue }
            instance.retry()
            // Other objects may have the same identifier.
            if instance.awaitsObjects { wait(instance, for: identifier) }
        }
    }

    func walk() {
        for found in instances.values { _ = (found.instance as? BoundObject)?.restorationElements }
    }
}
