/// Anything that takes part in preservation and restoration: a controller, a model, a plugin's
/// object.
///
/// Every requirement has a default, so a class states only what it knows. An object is preserved if
/// it has a restoration identifier and something that is preserved encodes a reference to it; a
/// session's roots are where that starts. Its state goes into a record of its own. A restore finds
/// what the program builds by itself in the lists of what it belongs to, from the roots down.
///
/// ```swift
/// final class NavigationController: Restorable {
///     let restorationIdentifier: String? = "Navigation"
///     let matches = MatchesController()
///     var restorationChildren: [any Restorable] { [matches] }
///
///     init() { matches.navigation = self }
///     func encodeRestorableState(with coder: RestorationCoder) throws {
///         coder.encode(matches, forKey: "matches")
///     }
/// }
///
/// final class MatchesController: Restorable {
///     let restorationIdentifier: String? = "Matches"
///     weak var navigation: NavigationController?
///     var restorationParent: (any Restorable)? { navigation }
///     var selectedCat: String?
///
///     func encodeRestorableState(with coder: RestorationCoder) throws {
///         coder.encode(selectedCat, forKey: "selectedCat")
///     }
///     func decodeRestorableState(with coder: RestorationCoder) throws {
///         selectedCat = try coder.decode(String.self, forKey: "selectedCat")
///     }
/// }
/// ```
///
/// A conforming object belongs to the thread of its session; all calls come there.
///
/// Semantic source: `UIStateRestoring` and the restoration members of `UIViewController` (UIKit).
public protocol Restorable: AnyObject {
    /// Names the object among its siblings; `nil` or empty leaves it out, together with everything
    /// that only it refers to (PRES-14, PRES-15). Objects that the session made, and registered
    /// objects, need not answer: the session knows what they are called.
    var restorationIdentifier: String? { get }

    /// The object that contains or presents this one; its path is this one's prefix (PATH-2). `nil`
    /// for a root. Objects without an identifier are passed over (PATH-15). It is not where a
    /// restore looks: the parent has to name the object among its ``restorationChildren``, too.
    var restorationParent: (any Restorable)? { get }

    /// The name of the restoration class that recreates this object, as it was registered with the
    /// session; `nil` for an object that the program builds on every launch by itself (REST-11).
    var restorationClass: String? { get }

    /// The objects that this one contains or presents, for finding live objects by path (REST-17):
    /// what no restoration class makes, nobody has registered and no delegate provides is found
    /// here alone, and has to be here before the restore. It does not decide what is preserved:
    /// only encoded references do (PRES-9).
    var restorationChildren: [any Restorable] { get }

    /// What tells `child` apart from a sibling of the same identifier: a key that is stable across
    /// launches, such as a slot's name or an item's identity; `nil` where children have identifiers
    /// of their own (PATH-8). 1 to 255 bytes of UTF-8 without NUL, like an identifier; other text
    /// is ignored, and a save reports it.
    func restorationDiscriminator(of child: any Restorable) -> String?

    /// Stores the state in the object's own record. Called by the session alone (PRES-30). An error
    /// costs this record only: the one saved before it is kept (PRES-33).
    func encodeRestorableState(with coder: RestorationCoder) throws

    /// Applies the state. Other objects that it refers to may not have been decoded yet; what needs
    /// them waits for ``restorationDidFinish()`` (REST-23). An error costs this object: its record
    /// is retained and comes back at a later launch.
    func decodeRestorableState(with coder: RestorationCoder) throws

    /// The properties that are preserved and restored by themselves; none by default.
    static var restorableProperties: [RestorableProperty] { get }

    /// Every restored object, and the delegate, have decoded (REST-29). Not called on objects that
    /// were not restored (REST-28).
    func restorationDidFinish()
}

extension Restorable {
    /// None: the object is left out, with all that only it leads to.
    public var restorationIdentifier: String? { nil }
    /// None: a root, or an object at the top level.
    public var restorationParent: (any Restorable)? { nil }
    /// None: the object is not created by a class of the host's, but found.
    public var restorationClass: String? { nil }
    /// None: nothing below the object is found by its path.
    public var restorationChildren: [any Restorable] { [] }
    /// None: the identifiers of the children tell them apart.
    public func restorationDiscriminator(of child: any Restorable) -> String? { nil }
    /// Stores nothing; references to the object are restored all the same.
    public func encodeRestorableState(with coder: RestorationCoder) throws {}
    /// Reads nothing.
    public func decodeRestorableState(with coder: RestorationCoder) throws {}
    /// None.
    public static var restorableProperties: [RestorableProperty] { [] }
    /// Does nothing.
    public func restorationDidFinish() {}
}

/// A class whose objects a restoration can create: a restoration class of its own.
///
/// The same source serves in a host, where a ``/RestorationKit/RestorationSession`` registers it
/// under a name, and in a plugin, whose manifest lists it.
///
/// Semantic source: `UIViewControllerRestoration` and `UIObjectRestoration` (UIKit).
public protocol RestorableObject: Restorable {
    /// Creates an object with little work: its state comes with
    /// ``Restorable/decodeRestorableState(with:)`` (REST-13).
    ///
    /// In a host, it is called a second time for an object that then fails to decode: that is put
    /// back to the state of the second one, which ends at once.
    ///
    /// - Throws: ``CreationDeclined`` for "no object, on purpose", which is final (REST-9);
    ///   ``ObjectNotYetAvailable`` if its data is still to come (REST-37); any other error retains
    ///   the record for a later launch.
    init(_ request: CreationRequest) throws

    /// The object is new, and the session knows it by now: the moment to make its first children.
    /// Called once, when the program or a plugin has asked the session to make the object, and
    /// before either gets it. Not called for an object that a restore brings back: that has its
    /// children from what it decodes.
    ///
    /// - Throws: what whoever asked for the object gets in its place: there is no object then.
    func restorationDidMake() throws

    /// Rewrites state that an older version of the class saved: reads what is of `version`, and
    /// stores what it becomes in `version + 1`. Called once for every version between, before the
    /// object is created. What is not stored is gone;
    /// ``RestorationCoder/encodeCopies(from:except:)`` takes values over, references too.
    ///
    /// ```swift
    /// static func migrateRestorableState(
    ///     from version: Int, reading old: RestorationCoder, writing new: RestorationCoder
    /// ) throws {
    ///     guard version == 1 else { throw MigrationUnsupported() }
    ///     try new.encodeCopies(from: old, except: ["pet"])
    ///     new.encode(try old.decode(Int.self, forKey: "pet").map { [$0] } ?? [], forKey: "pets")
    /// }
    /// ```
    ///
    /// References cannot be followed here, for objects do not exist yet: they decode as `nil`.
    ///
    /// - Throws: ``MigrationUnsupported``, as the default does, to leave the state as it is:
    ///   decoding then gets it so, and ``RestorationCoder/schemaVersion`` tells its age. Any other
    ///   error retains the record for a later version.
    static func migrateRestorableState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws
}

extension RestorableObject {
    /// Does nothing: the object begins without children.
    public func restorationDidMake() throws {}
    /// Throws ``MigrationUnsupported``, so that decoding gets the state as it is.
    public static func migrateRestorableState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws { throw MigrationUnsupported() }
}

/// Thrown by a restoration class that deliberately creates no object. The record is given up.
///
/// Semantic source: a restoration class that returns `nil` (UIKit); rules REST-9 and OBJ-7.
public struct CreationDeclined: Error, Hashable, CustomStringConvertible {
    /// Creates the error; it has nothing to say but that.
    public init() {}

    public var description: String { "The restoration class declined to make an object" }
}

/// Thrown by an object that cannot take all of its state yet: a list whose rows have not arrived, a
/// view without a layout. What it could take it may have taken.
///
/// The session keeps the state, writes it back at every save, and gives it to the object once more
/// when the program says that the object is ready, or the ticket of its creation that something has
/// arrived. If the program changes the object before then, what it holds replaces the deferred
/// state (REST-39, REST-40).
public struct StateNotYetApplicable: Error, Hashable, CustomStringConvertible {
    /// Creates the error; it has nothing to say but that.
    public init() {}

    public var description: String { "The object cannot take its state yet" }
}

/// Thrown by a restoration class that does not rewrite the state of that older version.
public struct MigrationUnsupported: Error, Hashable, CustomStringConvertible {
    /// Creates the error; it has nothing to say but that.
    public init() {}

    public var description: String {
        "The restoration class does not rewrite state of that older version"
    }
}
