internal import CRestorationPlugin
public import RestorationCore

/// An object of the session that is not this plugin's: the host's, another plugin's, or one that
/// could not be restored.
///
/// References decode to one, and ``PluginHost/make(_:under:parameters:)`` and
/// ``PluginHost/find(_:)`` return one. It can be encoded as a reference, added as a child, and
/// asked for its abilities (``PluginHost/interface(_:of:as:)``). As long as somebody keeps it,
/// there is only this one for its object, so `===` compares objects.
///
/// It does not keep its object alive. Once that has ended nothing can be done with it any more: it
/// has no parent, no children and no abilities, and is encoded as null. What has stood for an
/// object that came late stands for that object from then on.
///
/// Belongs to the session's thread.
public final class ForeignObject: Restorable {
    let handle: restoration_handle

    init(_ handle: restoration_handle) { self.handle = handle }

    deinit { LoadedPlugin.current?.objects.forgetStandIn(for: handle) }

    /// The object that contains this one.
    public var restorationParent: (any Restorable)? { PluginHost.parent(of: self) }

    /// The objects that this one contains.
    public var restorationChildren: [any Restorable] { PluginHost.children(of: self) }
}
