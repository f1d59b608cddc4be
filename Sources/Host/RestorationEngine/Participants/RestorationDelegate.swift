public import RestorationCore

/// The application's own part in preservation and restoration. Every requirement has a default.
///
/// The four coder callbacks share the application's own record: ``shouldRestoreState(from:)`` and
/// ``didDecodeState(from:)`` can read the values that ``willEncodeState(to:)`` stored (PRES-8). Its
/// references make objects reachable like those of any record.
///
/// Semantic source: `UIApplicationDelegate`'s state restoration methods (UIKit). Called on the
/// session's thread.
public protocol RestorationDelegate: AnyObject {
    /// Asked at the start of every save. `false` saves nothing and sets the saved state aside, so
    /// that it is not offered again (FAIL-18).
    func shouldPreserveState(to coder: RestorationCoder) -> Bool

    /// Called before any object encodes (PRES-7).
    func willEncodeState(to coder: RestorationCoder)

    /// Whether a save includes the objects beside the application's own record. Read when that
    /// record is encoded.
    var shouldPreserveObjects: Bool { get }

    /// Whether encoding the objects has outdated the values that ``willEncodeState(to:)`` stored.
    /// Then everything encodes once more, from ``shouldPreserveState(to:)`` on, before anything is
    /// written. Read once in every save.
    var shouldEncodeStateAgain: Bool { get }

    /// Asked before anything is restored, if there is something to restore (REST-2). The coder has
    /// the saving version and time in ``/RestorationCore/RestorationCoder/preservationInfo``. It
    /// has nothing else if the application's own record is damaged. `false` starts fresh: the saved
    /// state is set aside and not offered again (REST-32).
    func shouldRestoreState(from coder: RestorationCoder) -> Bool

    /// Provides an existing or new object for a record without restoration class. For `nil`, the
    /// live graph and then the routes decide (REST-9, REST-10).
    ///
    /// After an error, the record is retained. If the program has built an object at the path, the
    /// state is retained for that object until the program calls `invalidate(_:)` with it.
    ///
    /// - Parameters:
    ///   - path: The identifiers from the root to the object, without discriminators.
    ///   - coder: The object's own state, which its decode also gets.
    func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)?

    /// Makes the object of a record without restoration class from a template, such as a
    /// storyboard, if the program has no object at the path. For `nil`, the routes decide (REST-9,
    /// step 4). Not called for elements or registered objects.
    ///
    /// After an error, the record is retained.
    ///
    /// - Parameters:
    ///   - path: The identifiers from the root to the object, without discriminators.
    ///   - coder: The object's own state, with its template's name if it encoded that.
    func objectFromTemplate(
        at path: [String],
        coder: RestorationCoder
    ) throws -> (any Restorable)?

    /// Called when every object has decoded, before any object is notified of the restore's end.
    func didDecodeState(from coder: RestorationCoder)

    /// Called when objects have arrived after the restore, parents first. They have decoded, and
    /// their containers or presenters have them. They have not been notified yet that the restore
    /// finished. Keep a reference to an object here if nothing references it yet (REST-37).
    func didRestoreAwaited(_ objects: [any Restorable])
}

extension RestorationDelegate {
    /// Agrees.
    public func shouldPreserveState(to coder: RestorationCoder) -> Bool { true }
    /// Stores nothing.
    public func willEncodeState(to coder: RestorationCoder) {}
    /// Yes.
    public var shouldPreserveObjects: Bool { true }
    /// No.
    public var shouldEncodeStateAgain: Bool { false }
    /// Agrees.
    public func shouldRestoreState(from coder: RestorationCoder) -> Bool { true }
    /// Provides nothing.
    public func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)? {
        nil
    }
    /// Makes nothing.
    public func objectFromTemplate(
        at path: [String],
        coder: RestorationCoder
    ) throws -> (any Restorable)? { nil }
    /// Does nothing.
    public func didDecodeState(from coder: RestorationCoder) {}
    /// Does nothing.
    public func didRestoreAwaited(_ objects: [any Restorable]) {}
}
