/// A participant in preservation and restoration: a controller, a model or a plugin's object.
///
/// Every requirement has a default. An object with a restoration identifier is preserved if it is a
/// root of the session, or if a preserved object encodes a reference to it. Each object has a
/// record of its own. A restore finds the program's own objects through ``restorationChildren``,
/// from the roots down.
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
/// Conforming objects belong to their session's thread, which makes all calls.
///
/// Semantic source: `UIStateRestoring` and the restoration members of `UIViewController` (UIKit).
public protocol Restorable: AnyObject {
    /// Names the object among its siblings. `nil` or empty leaves the object out, together with all
    /// objects that only it references (PRES-14, PRES-15). The session already knows the
    /// identifiers of registered objects and of those that it created.
    var restorationIdentifier: String? { get }

    /// The object that contains or presents this one, or `nil` for a root. The parent's path is the
    /// prefix of this object's path (PATH-2); ancestors without an identifier are skipped
    /// (PATH-15). A restore does not follow this property, so the parent must also list this object
    /// in ``restorationChildren``.
    var restorationParent: (any Restorable)? { get }

    /// The name under which the session registered the class that recreates this object. `nil` for
    /// an object that the program builds on every launch (REST-11).
    var restorationClass: String? { get }

    /// The objects that this one contains or presents, for finding live objects by path (REST-17).
    ///
    /// A restore finds an object only here if no restoration class creates it, the program did not
    /// register it and no delegate provides it. List such objects before the restore. The list does
    /// not affect preservation, which follows encoded references alone (PRES-9).
    var restorationChildren: [any Restorable] { get }

    /// Distinguishes `child` from a sibling with the same identifier: a key that is stable across
    /// launches, such as a slot's name or an item's ID. `nil` if the children have distinct
    /// identifiers (PATH-8).
    ///
    /// A key has 1 to 255 bytes of UTF-8 without NUL. A save ignores and reports any other text.
    func restorationDiscriminator(of child: any Restorable) -> String?

    /// Stores the state in the object's own record. Only the session calls it (PRES-30). An error
    /// affects only this record, whose previous state is retained (PRES-33).
    func encodeRestorableState(with coder: RestorationCoder) throws

    /// Applies the state. Referenced objects may not have decoded yet; code that needs them belongs
    /// in ``restorationDidFinish()`` (REST-23). An error affects only this object, whose record is
    /// retained for a later launch.
    func decodeRestorableState(with coder: RestorationCoder) throws

    /// The properties that the session saves and restores itself; none by default.
    static var restorableProperties: [RestorableProperty] { get }

    /// Called when all restored objects and the delegate have decoded (REST-29). Not called on
    /// objects that were not restored (REST-28).
    func restorationDidFinish()
}

extension Restorable {
    /// `nil`: the object is left out, with all objects that only it references.
    public var restorationIdentifier: String? { nil }
    /// `nil`: a root or top-level object.
    public var restorationParent: (any Restorable)? { nil }
    /// `nil`: the program builds the object itself.
    public var restorationClass: String? { nil }
    /// Empty: restores find no object below this one by path.
    public var restorationChildren: [any Restorable] { [] }
    /// `nil`: the children's identifiers distinguish them.
    public func restorationDiscriminator(of child: any Restorable) -> String? { nil }
    /// Stores nothing. References to the object are restored nevertheless.
    public func encodeRestorableState(with coder: RestorationCoder) throws {}
    /// Reads nothing.
    public func decodeRestorableState(with coder: RestorationCoder) throws {}
    /// None.
    public static var restorableProperties: [RestorableProperty] { [] }
    /// Does nothing.
    public func restorationDidFinish() {}
}

/// A restoration class: its objects can be created by a restore.
///
/// The same source works in a host, where a ``/RestorationKit/RestorationSession`` registers the
/// class under a name, and in a plugin, whose manifest lists it.
///
/// Semantic source: `UIViewControllerRestoration` and `UIObjectRestoration` (UIKit).
public protocol RestorableObject: Restorable {
    /// Creates an object cheaply; ``Restorable/decodeRestorableState(with:)`` restores its state
    /// (REST-13).
    ///
    /// If the object then fails to decode, a host calls this initialiser once more, and resets the
    /// object to the state of the second object, which is deallocated at once.
    ///
    /// - Throws: ``CreationDeclined`` to create no object on purpose, which is final (REST-9);
    ///   ``ObjectNotYetAvailable`` if its data is still to come (REST-37); any other error retains
    ///   the record for a later launch.
    init(_ request: CreationRequest) throws

    /// Creates the first children of a new object, which the session already knows.
    ///
    /// Called once when the program or a plugin asked the session for the object, before the caller
    /// receives it. Not called on a restore, where the object decodes its children.
    ///
    /// - Throws: an error that the caller receives in place of the object.
    func restorationDidMake() throws

    /// Migrates state of an older version of the class: reads state of `version` and stores state
    /// of `version + 1`.
    ///
    /// Called once for each version in between, before the object is created. Values that are not
    /// stored are lost; ``RestorationCoder/encodeCopies(from:except:)`` copies values, including
    /// references.
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
    /// References decode as `nil`, because the objects do not exist yet.
    ///
    /// - Throws: ``MigrationUnsupported``, as the default does, to decode the state unchanged;
    ///   ``RestorationCoder/schemaVersion`` then gives its version. Any other error retains the
    ///   record for a later version.
    static func migrateRestorableState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws
}

extension RestorableObject {
    /// Does nothing: a new object has no children.
    public func restorationDidMake() throws {}
    /// Throws ``MigrationUnsupported``, so that the object decodes the state unchanged.
    public static func migrateRestorableState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws { throw MigrationUnsupported() }
}

/// Thrown by a restoration class that creates no object on purpose. The session gives up the
/// record.
///
/// Semantic source: a restoration class that returns `nil` (UIKit); rules REST-9 and OBJ-7.
public struct CreationDeclined: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    public var description: String { "The restoration class declined to make an object" }
}

/// Thrown by an object that cannot apply all of its state yet: a list without its rows, a view
/// without a layout. It may have applied a part.
///
/// The session retains the state, and applies it again when the program reports that the object is
/// ready, or when its ticket reports an arrival. If the program changes the object before that, the
/// object's present state replaces the deferred one (REST-39, REST-40).
public struct StateNotYetApplicable: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    public var description: String { "The object cannot apply its state yet" }
}

/// Thrown by a restoration class that does not migrate state of that version.
public struct MigrationUnsupported: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    public var description: String {
        "The restoration class cannot migrate state of that older version"
    }
}
