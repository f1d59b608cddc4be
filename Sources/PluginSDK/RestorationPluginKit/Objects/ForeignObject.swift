internal import CRestorationPlugin
public import RestorationCore

/// An object of the session that is not this plugin's: the host's, another plugin's, or an
/// unavailable one.
///
/// References decode to one, and ``PluginHost/make(_:under:parameters:)`` and
/// ``PluginHost/find(_:)`` return one. It can be encoded as a reference, added as a child, and
/// queried for interfaces (``PluginHost/interface(_:of:as:)``). While it is referenced, it is the
/// only one for its object, so `===` compares objects.
///
/// It does not keep its object alive. After the object is deallocated, it has no parent, children
/// or interfaces, and encodes as null. A stand-in for a deferred object stands for that object once
/// it has arrived.
///
/// The session's thread.
public final class ForeignObject: Restorable {
    let handle: restoration_handle

    init(_ handle: restoration_handle) { self.handle = handle }

    deinit { LoadedPlugin.current?.objects.forgetStandIn(for: handle) }

    /// The parent of this object.
    public var restorationParent: (any Restorable)? { PluginHost.parent(of: self) }

    /// The children of this object.
    public var restorationChildren: [any Restorable] { PluginHost.children(of: self) }
}
