extension RestorableObject {
    /// The object that a pointer from the host stands for, for the functions of an interface table:
    /// a host passes what `create` delivered.
    ///
    /// - Returns: `nil` if the pointer stands for no living object of this class, and on another
    ///   thread than the session's, which is logged.
    public static func object(at pointer: UnsafeRawPointer?) -> Self? {
        guard let plugin = LoadedPlugin.current, plugin.checkThread("object(at:)") else {
            return nil
        }
        return plugin.objects.object(at: pointer) as? Self
    }
}
