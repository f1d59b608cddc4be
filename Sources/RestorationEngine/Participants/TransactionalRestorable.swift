public import RestorationCore

/// An object that takes its state as a whole or not at all.
///
/// It is put back to what it was if decoding fails, or comes to
/// ``/RestorationCore/StateNotYetApplicable``: either it reads everything before it changes
/// anything, by ``preparedState(from:)``, or the session preserves it in memory before it decodes
/// and gives it that state back. One that cannot be encoded then is not decoded. Other objects are
/// put back where they can be, unless `undoesFailedDecodes` is off: those of the program's own to
/// what they were, those of a registered type to what that makes.
///
/// ```swift
/// extension Account: TransactionalRestorable {
///     func preparedState(from coder: RestorationCoder) throws -> (() -> Void)? {
///         let name = try coder.decode(String.self, forKey: "name") ?? ""
///         let limit = try coder.decode(Int.self, forKey: "limit") ?? 0
///         return { [self] in (self.name, self.limit) = (name, limit) }
///     }
/// }
/// ```
///
/// No counterpart in UIKit.
public protocol TransactionalRestorable: Restorable {
    /// Objects that give the same name succeed, fail and wait together; `nil` for an object by
    /// itself. Asked at every save, so that one that cannot be restored is known to be of the
    /// group, and before anything decodes.
    var restorationGroup: String? { get }

    /// Reads the state and checks it, without changing anything.
    ///
    /// - Returns: What applies the state; `nil` to decode by
    ///   ``/RestorationCore/Restorable/decodeRestorableState(with:)`` as other objects do.
    func preparedState(from coder: RestorationCoder) throws -> (() -> Void)?
}

extension TransactionalRestorable {
    /// None: the object stands for itself.
    public var restorationGroup: String? { nil }
    /// Decodes as other objects do; the session remembers the state from before.
    public func preparedState(from coder: RestorationCoder) throws -> (() -> Void)? { nil }
}
