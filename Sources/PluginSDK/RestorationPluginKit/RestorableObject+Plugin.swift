extension RestorableObject {
    /// The object of a pointer from the host, for the functions of an interface table. The host
    /// passes the pointer that `create` delivered.
    ///
    /// - Returns: `nil` if the pointer names no live object of this class, and on a thread other
    ///   than the session's, which is logged.
    public static func object(at pointer: UnsafeRawPointer?) -> Self? {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("object(at:)") else {
            return nil
        }
        return plugin.objects.object(at: pointer) as? Self
    }
}
