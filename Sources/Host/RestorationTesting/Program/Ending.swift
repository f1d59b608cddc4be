/// How a launch of a program under test ends.
public enum Ending: Hashable, Sendable {
    /// The program saves and quits.
    case clean
    /// The process dies (SIGKILL, or a crash outside a restore) and loses unsaved changes.
    case killed
    /// The user quits and discards the state, as by holding `q` down. All saved state is removed.
    case forceQuit
    /// The power fails while the program saves. Earlier saves are durable.
    case powerLoss(PowerLoss)
    /// The program saves, quits, and crashes by SIGSEGV during the next launch.
    ///
    /// The crash happens in the code of the object at the path, written as in reports, or in the
    /// delegate without a path. ``TestProgram/crash(at:of:reason:)`` is the same for one launch.
    case crash(at: CrashStage, of: String? = nil)
}
