internal import RestorationCore
internal import RestorationEngine

/// The objects of libraries that a session knows, by where the libraries have them. Keeps none of
/// them alive. Belongs to the session's thread.
final class BoundTable: BoundObjectFinding {
    private var instances: [UInt: Weak] = [:]

    /// Those with references to objects that are not there yet, by the identifiers of these.
    private var awaiting: [String: [Weak]] = [:]

    private struct Weak {
        weak var instance: BoundInstance?
        let handle: UInt64
    }

    func add(_ instance: BoundInstance) {
        instances[instance.life.address] = Weak(instance: instance, handle: instance.handle)
    }

    /// The library may put another object at the address now.
    func forget(_ life: BoundLife) {
        guard instances[life.address]?.handle == life.handle else { return }
        instances[life.address] = nil
    }

    func instance(at address: UInt) -> BoundInstance? {
        guard let found = instances[address]?.instance, found.address != nil else { return nil }
        return found
    }

    /// The object of the session's own at an address; `nil` for an element.
    func owner(at address: UInt) -> BoundObject? { instance(at: address) as? BoundObject }

    func object(at address: UInt) -> (any Restorable)? { instance(at: address) }

    /// Has an object try again to refer to another one when that has come.
    func wait(_ instance: BoundInstance, for identifier: String) {
        awaiting[identifier, default: []].append(
            Weak(instance: instance, handle: instance.handle)
        )
    }

    /// An object has been restored.
    func noteArrival(of identifier: String) {
        guard !awaiting.isEmpty, let waiting = awaiting.removeValue(forKey: identifier) else {
            return
        }
        for entry in waiting {
            guard let instance = entry.instance else { continue }
            instance.retry()
            // There may be several of that name.
            if instance.awaitsObjects { wait(instance, for: identifier) }
        }
    }

    /// Finds what lies in the session's own objects.
    func walk() {
        for found in instances.values { _ = (found.instance as? BoundObject)?.restorationElements }
    }
}
