internal import RestorationCore

/// The objects that a function of the program references in one call.
struct ProgramReferences {
    /// By the same function's last call, if it referenced any.
    var former: [UInt64] = []
    private(set) var handles: [UInt64] = []
    /// The objects that ``former`` does not have at the same place. The others are owned.
    private(set) var new: [(handle: UInt64, object: any Restorable)] = []

    var isEmpty: Bool { handles.isEmpty && former.isEmpty }
    var hasChanged: Bool { !new.isEmpty || handles.count != former.count }

    mutating func add(_ object: any Restorable, as handle: UInt64) {
        let place = handles.count
        handles.append(handle)
        if place < former.count, former[place] == handle { return }
        new.append((handle, object))
    }

    mutating func removeAll() {
        former = []
        handles.removeAll(keepingCapacity: true)
        new = []
    }
}
