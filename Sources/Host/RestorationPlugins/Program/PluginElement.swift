internal import RestorationEngine

/// An object of a class with `RESTORATION_CLASS_ELEMENT`: leaf state of one owner.
final class PluginElement: PluginObject, RestorableElement {
    var isSecret: Bool { pluginClass.isSecret }
}
