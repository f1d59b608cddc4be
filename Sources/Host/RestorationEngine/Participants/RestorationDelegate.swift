public import RestorationCore

/// The application's own part in preservation and restoration. Every requirement has a default.
///
/// The four coder callbacks share one record, the application's own: ``shouldRestoreState(from:)``
/// and ``didDecodeState(from:)`` can read the values that ``willEncodeState(to:)`` has stored
/// (PRES-8). References that it encodes make objects reachable like those of any record.
///
/// Semantic source: `UIApplicationDelegate`'s state restoration methods (UIKit). Called on the
/// session's thread.
public protocol RestorationDelegate: AnyObject {
    /// Asked at the start of every save. `false` means that the state shall not be offered again:
    /// nothing is saved, and the saved state is set aside (FAIL-18).
    func shouldPreserveState(to coder: RestorationCoder) -> Bool

    /// Called before any object encodes (PRES-7).
    func willEncodeState(to coder: RestorationCoder)

    /// Whether a save is to have the objects, too, rather than the application's own record alone.
    /// Read when that record is encoded.
    var shouldPreserveObjects: Bool { get }

    /// Whether the values that ``willEncodeState(to:)`` has stored are no longer true since the
    /// objects have encoded. Then everything encodes once more, from ``shouldPreserveState(to:)``
    /// on, before anything is written. Read once in every save.
    var shouldEncodeStateAgain: Bool { get }

    /// Asked before anything is restored, if there is something to restore (REST-2). The coder
    /// tells the saving version and time in ``/RestorationCore/RestorationCoder/preservationInfo``;
    /// it holds nothing else if the application's own record is damaged. `false` starts fresh; the
    /// saved state is set aside and not offered again (REST-32).
    func shouldRestoreState(from coder: RestorationCoder) -> Bool

    /// Provides the object for a record that names no restoration class: an existing one, or one
    /// made for the purpose; `nil` lets the live graph, then the routes decide (REST-9, REST-10).
    ///
    /// An error costs that object. Its state is retained; where the program has built an object at
    /// the path, for that one, until `invalidate(_:)` is called for it.
    ///
    /// - Parameters:
    ///   - path: The identifiers from the root to the object, without discriminators.
    ///   - coder: The object's own state, the same that its decode will be given.
    func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)?

    /// Makes the object of a record that names no restoration class, where the program has none at
    /// its path, from the program's templates, such as a storyboard; `nil` lets the routes decide
    /// (REST-9, step 4). Not asked for elements, or for objects that were registered.
    ///
    /// An error costs that object; its state is retained.
    ///
    /// - Parameters:
    ///   - path: The identifiers from the root to the object, without discriminators.
    ///   - coder: The object's own state, with its template's name if it encoded that.
    func objectFromTemplate(
        at path: [String],
        coder: RestorationCoder
    ) throws -> (any Restorable)?

    /// Called when every object has decoded, before any hears that the restoration finished.
    func didDecodeState(from coder: RestorationCoder)

    /// Called when objects have come that the restore could not wait for, parents first: they have
    /// decoded and are where their containers or presenters had them, and have not heard yet that
    /// it is finished. An object that nobody has referred to yet has to be taken now (REST-37).
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
    /// Provides nothing: the live graph, then the routes decide.
    public func object(at path: [String], coder: RestorationCoder) throws -> (any Restorable)? {
        nil
    }
    /// Makes nothing: the routes decide.
    public func objectFromTemplate(
        at path: [String],
        coder: RestorationCoder
    ) throws -> (any Restorable)? { nil }
    /// Does nothing.
    public func didDecodeState(from coder: RestorationCoder) {}
    /// Does nothing: objects with containers or presenters are where they belong.
    public func didRestoreAwaited(_ objects: [any Restorable]) {}
}
