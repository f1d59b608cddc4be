package import RestorationCore

/// What the session knows of objects beyond what they say of themselves: those it made or restored,
/// and those registered with it. Keeps none of them alive (OBJ-4).
package final class ObjectRegistry {
    /// What an object is called.
    package struct Identity {
        package var identifier: RestorationIdentifier
        /// Held weakly once it is recorded.
        package var parent: (any Restorable)?
        package var restorationClass: (any RestorationClass)?
        /// Registered by the application, rather than made by the session.
        package var isRegistered: Bool

        package init(
            identifier: RestorationIdentifier,
            parent: (any Restorable)?,
            restorationClass: (any RestorationClass)? = nil,
            isRegistered: Bool = false
        ) {
            self.identifier = identifier
            self.parent = parent
            self.restorationClass = restorationClass
            self.isRegistered = isRegistered
        }
    }

    private let table = IdentityTable()
    /// The restoration classes by number, and their numbers by address.
    private var classes: [any RestorationClass] = []
    private let classNumbers = Remembered<ObjectIdentifier, UInt32>()
    /// By address: where restored objects were. Of objects in the table alone, so that an address
    /// is that object's.
    let restoredPlaces = Sparse<RestoredPlace>()
    /// By address: what objects called themselves from the start, where the session knows them
    /// under another name.
    private let ownNames = Sparse<String>()
    /// By address: where objects were saved that have been renamed or moved since, and those that
    /// were made and have not been saved at all.
    private let formerPlaces = Sparse<FormerPlace>()
    private let unsaved = Sparse<Bool>()
    /// Where objects and their ancestors were at the last durable save, if anybody
    /// has asked.
    private var placesSinceSave: [ObjectIdentifier: (object: WeakObject, place: FormerPlace)] = [:]
    /// Made when something is first looked for by its name and parent.
    private var names: NameIndex?
    /// What has been changed since somebody began who may want it back; `nil` mostly.
    private var undo: Undo?

    package init() {}

    /// Sets what `object` is called, replacing what was known.
    package func record(_ object: any Restorable, as identity: Identity) {
        willChange(object)
        let known = IdentityTable.Identity(
            identifier: identity.identifier,
            classNumber: identity.restorationClass.map { number(of: $0) } ?? ArchiveRecord.none,
            isRegistered: identity.isRegistered
        )
        set(known, parent: identity.parent, of: object)
        forgetRestoredPlace(of: object)
        noteOwnName(of: object)
        let isMade = identity.restorationClass != nil && !identity.isRegistered
        unsaved[Self.address(of: object)] = isMade ? true : nil
        // What had its address before may have left something.
        formerPlaces[Self.address(of: object)] = nil
        hasNews = true
        if identity.isRegistered { onRegistration?(object) }
    }

    /// Whether objects have become known, or have been given other parents, besides those that were
    /// restored.
    package var hasNews = false

    /// Called with every object that is registered, for the time of a restore.
    var onRegistration: ((any Restorable) -> Void)?

    /// Sets what an object is called that a restore made.
    ///
    /// - Parameters:
    ///   - place: Where it was, if its name and its parent do not say all of it.
    ///   - isForeign: Whether a plugin made it: then it can be found by its identifier.
    ///   - likelyParent: What its parent is, if the restore made or found that too.
    ///   - parent: Finds its parent. Not asked if the last object had the same `likelyParent`.
    func record(
        restored object: any Restorable,
        as identity: IdentityTable.Identity,
        place: RestoredPlace?,
        isForeign: Bool,
        likelyParent: ObjectIdentifier?,
        parent: () -> (any Restorable)?
    ) {
        if let place {
            restoredPlaces[Self.address(of: object)] = place
        } else {
            forgetRestoredPlace(of: object)
        }
        defer {
            noteOwnName(of: object, knownAs: identity.identifier)
            indexName(of: object)
        }
        // A session restores once: there will not be more of these than records in the archive.
        let mayGo = identity.isRegistered || isForeign
        let lifetime = mayGo ? IdentityTable.Lifetime.ofObject : .ofTable
        if let likelyParent,
            table.set(identity, lastParent: likelyParent, of: object, lifetime: lifetime)
        {
            return
        }
        table.set(identity, parent: parent(), of: object, lifetime: lifetime)
    }

    private func set(
        _ identity: IdentityTable.Identity,
        parent: (any Restorable)?,
        of object: any Restorable
    ) {
        table.set(identity, parent: parent, of: object, lifetime: .ofObject)
        indexName(of: object)
    }

    // MARK: Names

    private func indexName(of object: any Restorable) {
        guard let count = names?.count, let position = position(of: object) else { return }
        names?.insert(UInt(bitPattern: Self.address(of: object)), as: registeredName(at: position))
        if count > 2 * table.count + 64 { names = nil }
    }

    /// O(1), but for the first time: O(objects known).
    func index() -> NameIndex {
        if let names { return names }
        var index = NameIndex()
        for position in 0..<table.count {
            index.insert(table.address(at: position), as: registeredName(at: position))
        }
        names = index
        return index
    }

    /// Where the objects are that have a name and a parent, but for one of them.
    func positions(
        of name: RestorationIdentifier,
        under parent: (any Restorable)?,
        otherThan object: any Restorable
    ) -> [Int] {
        let name = RegisteredName(identifier: name, parent: parent.map { ObjectIdentifier($0) })
        return index().addresses(of: name).compactMap { address in
            guard address != UInt(bitPattern: Self.address(of: object)),
                let position = table.position(at: address), registeredName(at: position) == name
            else { return nil }
            return position
        }
    }

    // MARK: Changes

    /// Gives an object another parent. What else is known of it stays.
    package func move(
        _ object: any Restorable,
        to parent: (any Restorable)?,
        identifier: RestorationIdentifier
    ) {
        willChange(object)
        let known =
            position(of: object).map { identity(at: $0) }
            ?? IdentityTable.Identity(
                identifier: identifier,
                classNumber: ArchiveRecord.none,
                isRegistered: false
            )
        set(known, parent: parent, of: object)
        forgetRestoredPlace(of: object)
        hasNews = true
    }

    /// Gives an object another name, for good. What else is known of it stays.
    package func rename(_ object: any Restorable, to identifier: RestorationIdentifier) {
        guard let position = position(of: object) else { return }
        willChange(object)
        var identity = identity(at: position)
        identity.identifier = identifier
        let parent = parent(at: position)
        set(identity, parent: parent, of: object)
        forgetRestoredPlace(of: object)
        noteOwnName(of: object)
        hasNews = true
    }

    /// Has an object be of another class. What else is known of it stays.
    package func replaceClass(
        of object: any Restorable,
        by restorationClass: any RestorationClass
    ) {
        guard let position = position(of: object),
            identity(at: position).classNumber != ArchiveRecord.none
        else { return }
        table.set(classNumber: number(of: restorationClass), at: position)
    }

    // MARK: Undoing

    /// Runs `body`; if it throws, what it has changed of objects that were known is put back.
    package func undoing<Result>(onFailure body: () throws -> Result) throws -> Result {
        let outer = undo
        undo = Undo()
        defer { undo = outer }
        do {
            return try body()
        } catch {
            let changed = undo?.changed ?? []
            undo = nil
            for entry in changed.reversed() { putBack(entry) }
            throw error
        }
    }

    /// What is known of objects that are being changed, as it was, each once.
    private struct Undo {
        var changed: [Known] = []
        var objects: Set<ObjectIdentifier> = []
    }

    /// All that is known of one object.
    private struct Known {
        let object: any Restorable
        let identity: IdentityTable.Identity
        let parent: (any Restorable)?
        let place: RestoredPlace?
        let ownName: String?
        let formerPlace: FormerPlace?
        let isUnsaved: Bool?
    }

    /// Called before anything changes of an object.
    private func willChange(_ object: any Restorable) {
        guard undo != nil, let position = position(of: object),
            undo?.objects.insert(ObjectIdentifier(object)).inserted == true
        else { return }
        let address = Self.address(of: object)
        undo?.changed.append(
            Known(
                object: object,
                identity: identity(at: position),
                parent: parent(at: position),
                place: restoredPlaces[address],
                ownName: ownNames[address],
                formerPlace: formerPlaces[address],
                isUnsaved: unsaved[address]
            )
        )
    }

    private func putBack(_ known: Known) {
        set(known.identity, parent: known.parent, of: known.object)
        let address = Self.address(of: known.object)
        restoredPlaces[address] = known.place
        ownNames[address] = known.ownName
        formerPlaces[address] = known.formerPlace
        unsaved[address] = known.isUnsaved
    }

    /// Tells an object apart from others that are made under its name and parent, from now on.
    func tellApart(_ object: any Restorable, by discriminator: RestorationIdentifier) {
        var place = restoredPlaces[Self.address(of: object)] ?? RestoredPlace()
        place.discriminator = discriminator
        restoredPlaces[Self.address(of: object)] = place
    }

    // MARK: What was saved before

    func setFormerPlace(_ place: FormerPlace?, of object: any Restorable) {
        formerPlaces[Self.address(of: object)] = place
    }

    func hasFormerPlace(_ object: any Restorable) -> Bool {
        !formerPlaces.isEmpty && position(of: object) != nil
            && formerPlaces[Self.address(of: object)] != nil
    }

    /// Where an object was saved; `nil` where its present path says that.
    func formerPath(of object: any Restorable) -> RestorationPath? {
        hasFormerPlace(object) ? formerPlaces[Self.address(of: object)]?.path : nil
    }

    func placeSinceSave(of object: any Restorable) -> FormerPlace? {
        placesSinceSave[ObjectIdentifier(object)].flatMap { known in
            known.object.object === object ? known.place : nil
        }
    }

    func setPlaceSinceSave(_ place: FormerPlace?, of object: any Restorable) {
        placesSinceSave[ObjectIdentifier(object)] = place.map { (WeakObject(object), $0) }
    }

    func forgetPlacesSinceSave() { placesSinceSave = [:] }

    /// Whether an object was made, and no save of it is durable.
    func isUnsaved(_ object: any Restorable) -> Bool {
        !unsaved.isEmpty && unsaved[Self.address(of: object)] == true && position(of: object) != nil
    }

    func noteSaved(_ object: any Restorable) {
        unsaved[Self.address(of: object)] = nil
        formerPlaces[Self.address(of: object)] = nil
    }

    // MARK: What objects call themselves

    /// Remembers what an object that the session names calls itself, where that is something else.
    func noteOwnName(of object: any Restorable) {
        noteOwnName(of: object, knownAs: knownIdentifier(of: object))
    }

    private func noteOwnName(of object: any Restorable, knownAs known: RestorationIdentifier?) {
        let own = object.restorationIdentifier
        let isSame = own == nil || own == known?.rawValue
        if isSame, ownNames.isEmpty { return }
        let address = Self.address(of: object)
        if !isSame || ownNames[address] != nil { ownNames[address] = isSame ? nil : own }
    }

    /// What an object calls itself, if it has taken that name since it was made, restored or
    /// renamed: the session goes by the name that it was given.
    func ignoredName(
        of object: any Restorable,
        knownAs known: RestorationIdentifier
    ) -> String? {
        guard let own = object.restorationIdentifier, own != known.rawValue, !own.isEmpty,
            own != ownNames[Self.address(of: object)]
        else { return nil }
        return own
    }

    private static func address(of object: any Restorable) -> Int {
        Int(bitPattern: ObjectIdentifier(object))
    }

    private func forgetRestoredPlace(of object: any Restorable) {
        let address = Self.address(of: object)
        if restoredPlaces[address] != nil { restoredPlaces[address] = nil }
    }

    /// Where an object was below `parent`, which is its parent still; `nil` where there is nothing
    /// to say.
    func restoredPlace(
        of object: any Restorable,
        under parent: (any Restorable)?
    ) -> RestoredPlace? {
        guard let place = restoredPlaces[Self.address(of: object)],
            let position = position(of: object), self.parent(at: position) === parent
        else { return nil }
        return place
    }

    /// Announces that `count` objects more are about to be recorded.
    package func reserve(_ count: Int) { table.reserve(count) }

    /// Where the registry keeps what it knows of `object`; good until the next change.
    func position(of object: any Restorable) -> Int? { table.position(of: object) }
    func parent(at position: Int) -> (any Restorable)? { table.parent(at: position) }
    func identity(at position: Int) -> IdentityTable.Identity { table.identity(at: position) }
    /// Whether an object stands at the top by the session's account.
    func isAtTop(at position: Int) -> Bool { table.hasNoParent(at: position) }
    /// Whether an object is below whatever holds it by now: one that a class made, unless it was
    /// registered (PATH-10, PATH-14).
    func followsHolder(at position: Int) -> Bool {
        table.identity(at: position).followsHolder
    }
    /// Whether what contained an object by the session's account has ended.
    func hasLostParent(at position: Int) -> Bool { table.hasLostParent(at: position) }

    package func knownParent(of object: any Restorable) -> (any Restorable)? {
        position(of: object).flatMap { parent(at: $0) }
    }
    package func knownIdentifier(of object: any Restorable) -> RestorationIdentifier? {
        position(of: object).map { identity(at: $0).identifier }
    }

    /// The restoration class that made an object; `nil` if none has.
    package func restorationClass(of object: any Restorable) -> (any RestorationClass)? {
        guard let number = position(of: object).map({ identity(at: $0).classNumber }),
            number != ArchiveRecord.none
        else { return nil }
        return restorationClass(number)
    }

    /// A restoration class by its number in identities.
    func restorationClass(_ number: UInt32) -> any RestorationClass { classes[Int(number)] }

    /// The number of a restoration class in identities.
    func number(of restorationClass: any RestorationClass) -> UInt32 {
        let key = ObjectIdentifier(restorationClass)
        if let known = classNumbers[key] { return known }
        let number = UInt32(classes.count)
        classes.append(restorationClass)
        classNumbers[key] = number
        return number
    }

    /// What an object is called, by the session's account or its own; `nil` without an identifier.
    package func identifier(of object: any Restorable) -> RestorationIdentifier? {
        knownIdentifier(of: object)
            ?? object.restorationIdentifier.flatMap { RestorationIdentifier($0) }
    }

    /// The same as text, which may be none that can be in a path.
    func name(of object: any Restorable) -> String? {
        if let known = knownIdentifier(of: object) { return known.rawValue }
        if let kept = object as? UnavailableObject { return kept.identifier.rawValue }
        return object.restorationIdentifier.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What contains or presents an object, by the session's account or its own.
    package func parent(of object: any Restorable) -> (any Restorable)? {
        parent(of: object, at: position(of: object))
    }

    /// Whether `object` is `ancestor` or below it. O(steps between the two) if it is, else
    /// O(depth).
    package func contains(_ ancestor: any Restorable, above object: any Restorable) -> Bool {
        ancestry(of: object) { $0 === ancestor }.last === ancestor
    }

    /// An object and what contains it, by the parents that are named, from the inside out. Circles
    /// end.
    ///
    /// - Parameter isLast: Whether to go no further.
    func ancestry(
        of object: any Restorable,
        until isLast: (any Restorable) -> Bool = { _ in false }
    ) -> [any Restorable] {
        var ancestry: [any Restorable] = []
        var seen: Set<ObjectIdentifier> = []
        var next: (any Restorable)? = object
        while let current = next, seen.insert(ObjectIdentifier(current)).inserted {
            ancestry.append(current)
            next = isLast(current) ? nil : parent(of: current)
        }
        return ancestry
    }

    /// What contains a registered object was read when it was registered (PATH-14); other objects
    /// say it themselves, unless the session knows better.
    func parent(of object: any Restorable, at position: Int?) -> (any Restorable)? {
        guard let position else { return object.restorationParent }
        if let known = parent(at: position) { return known }
        return identity(at: position).isRegistered ? nil : object.restorationParent
    }

    /// By what two registered objects would have one path: the first one that lives, by position.
    func firstRegistered() -> [RegisteredName: Int] {
        var first: [RegisteredName: Int] = [:]
        for position in 0..<table.count where table.identity(at: position).isRegistered {
            guard table.object(at: position) != nil else { continue }
            let name = registeredName(at: position)
            if first[name] == nil { first[name] = position }
        }
        return first
    }

    func registeredName(at position: Int) -> RegisteredName {
        RegisteredName(
            identifier: identity(at: position).identifier,
            parent: parent(at: position).map { ObjectIdentifier($0) }
        )
    }

    struct RegisteredName: Hashable {
        let identifier: RestorationIdentifier
        let parent: ObjectIdentifier?
    }

    func object(at position: Int) -> (any Restorable)? { table.object(at: position) }

    /// How many objects can be listed: those that were registered or made, and plugins' objects
    /// that were restored. May count some that have ended.
    var heldCount: Int { table.heldCount }
    func isHeld(at position: Int) -> Bool { table.isHeld(at: position) }

    /// The live ones among them; ``heldCount`` is exact from then on. Positions may change.
    /// O(objects known).
    func listHeld() -> [any Restorable] {
        let held = (0..<table.count).compactMap { table.object(at: $0) }
        if held.count < table.heldCount { table.removeDead() }
        return held
    }

    /// The live objects that are known under some identifiers: registered ones, those that the
    /// session made, and plugins'. O(objects known).
    func objects(named identifiers: Set<RestorationIdentifier>) -> [any Restorable] {
        (0..<table.count).compactMap { position in
            identifiers.contains(table.identity(at: position).identifier)
                ? table.object(at: position) : nil
        }
    }

    /// The registered objects that are alive, in the order of their registration.
    var registered: [(object: any Restorable, identity: Identity)] {
        (0..<table.count).compactMap { position in
            let known = table.identity(at: position)
            guard known.isRegistered, let object = table.object(at: position) else { return nil }
            let parent = table.parent(at: position)
            return (object, Identity(identifier: known.identifier, parent: parent))
        }
    }
}

extension IdentityTable.Identity {
    /// Whether the object is below whatever holds it by now.
    var followsHolder: Bool { classNumber != ArchiveRecord.none && !isRegistered }
}
