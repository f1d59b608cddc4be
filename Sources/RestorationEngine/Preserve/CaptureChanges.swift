package import RestorationCore

/// What a capture has found out, for the session to take note of when the generation is durable.
///
/// A capture itself changes nothing: so one that is never written, fails to be, or is overtaken by
/// a later one leaves no trace. Each change names what it expects, and does nothing where that is
/// not so any more. Everything is held weakly: a change that waits for the disk keeps nobody alive.
package struct CaptureChanges {
    /// A retained record and an object that it has to do with.
    struct Pair {
        weak var kept: UnavailableObject?
        weak var object: (any Restorable)?
    }

    /// Keys of fields that were carried for an object, and that it writes itself by now.
    struct KnownKeys {
        weak var fields: CarriedFields?
        let keys: Set<String>
    }

    /// Records of the program's own objects that were not looked for, and the objects that are at
    /// their paths.
    var met: [Pair] = []
    /// Records for elements, and the elements that have come without anybody's saying so.
    var overtaken: [Pair] = []
    /// Records whose state waits, and the objects that have changed since it was put off.
    var overwritten: [Pair] = []
    /// Children that were selected, and the containers that have selected something else since.
    var deselected: [Pair] = []
    /// Stand-ins, and the objects that have led to them.
    var shown: [Pair] = []
    /// Records that end: what they were in was closed. With the object that the state was retained
    /// for, if that was there.
    var closed: [Pair] = []
    /// Records whose path a new object has.
    var superseded: [Pair] = []
    var known: [KnownKeys] = []
    /// The records that were given up of which the report has told.
    var told: [Pair] = []
    /// Where the report has told that kept state is given up, since its object has changed.
    package var outdated: [RestorationPath] = []
    /// Where objects are by now that classes have made.
    var places = PlaceChanges()
}

/// What a capture has found out about where objects are that classes have made.
struct PlaceChanges {
    /// An object that something else holds than what it was made under.
    struct Move {
        weak var object: (any Restorable)?
        /// What it was below by the session's account, and what it is below by now.
        weak var former: (any Restorable)?
        weak var parent: (any Restorable)?
    }

    /// An object that is told apart by a number from others of its name.
    struct Number {
        weak var object: (any Restorable)?
        let discriminator: RestorationIdentifier
    }

    var moved: [Move] = []
    var numbered: [Number] = []
    /// Objects that are saved for the first time, or at their present path for the first time.
    var saved: [WeakObject] = []
}

extension ObjectRegistry {
    /// Takes note of what a capture has found out whose generation is durable.
    package func apply(_ changes: CaptureChanges) {
        for move in changes.places.moved {
            guard let object = move.object, let parent = move.parent,
                let position = position(of: object), followsHolder(at: position),
                self.parent(at: position) === move.former
            else { continue }
            let identifier = identity(at: position).identifier
            self.move(object, to: parent, identifier: identifier)
        }
        forgetPlacesSinceSave()
        for saved in changes.places.saved { saved.object.map { noteSaved($0) } }
        for number in changes.places.numbered {
            if let object = number.object { tellApart(object, by: number.discriminator) }
        }
    }
}

extension RecordTable {
    /// Takes note of what a capture has found out whose generation is durable.
    package func apply(_ changes: CaptureChanges) {
        for change in changes.met { bind(change) }
        for change in changes.overtaken { giveUp(change) }
        for case (let kept?, let object?) in changes.overwritten.map({ ($0.kept, $0.object) }) {
            giveUpDeferred(kept, of: object)
        }
        for change in changes.shown {
            if let home = change.kept?.home { shownBy[home] = WeakObject(change.object) }
        }
        // The new one may go, and then nobody has closed anything.
        for change in changes.superseded { change.kept?.home.map { shownBy[$0] = nil } }
        for change in changes.known { change.fields?.forget(change.keys) }
        let deselected = Set(changes.deselected.compactMap(\.identity))
        removeStale { deselected.contains($0.identity) }
        let told = Set(changes.told.compactMap { $0.kept.map { ObjectIdentifier($0) } })
        forgetGivenUp { told.contains(ObjectIdentifier($0)) }
    }

    /// Ends what was closed. Only when no other capture has been made since, which may have found
    /// it open again: what still is closed, the next one finds once more.
    package func applyClosed(_ changes: CaptureChanges) {
        for change in changes.closed {
            guard let kept = change.kept, let home = kept.home,
                self[home].retained?.object === change.object
            else { continue }
            close(kept)
        }
    }

    /// Keeps a record for the live object at its path.
    private func bind(_ change: CaptureChanges.Pair) {
        guard let kept = change.kept, let object = change.object, let home = kept.home,
            standIn(of: home) === kept
        else { return }
        kept.contents = .added
        set(.withheld(Withheld(kept, for: object, of: nil)), of: home, isNews: false)
        absent.append(contentsOf: kept.parts(of: object))
    }

    /// Forgets what was kept for an element that is saved as it is, unless the element has it.
    private func giveUp(_ change: CaptureChanges.Pair) {
        guard let kept = change.kept, let retained = kept.home.flatMap({ self[$0].retained }),
            retained.kept === kept, retained.object == nil
        else { return }
        (retained as? Deferred)?.ticket?.cancel()
        giveUp(retained)
        kept.arrived = change.object
    }
}

extension CaptureChanges.Pair {
    fileprivate var identity: AbsentPart.Identity? {
        guard let kept, let object else { return nil }
        return AbsentPart.Identity(
            kept: ObjectIdentifier(kept),
            holder: ObjectIdentifier(object)
        )
    }
}
