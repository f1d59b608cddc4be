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
    /// The program saves, quits, and crashes by SIGSEGV in its next launch, as by
    /// ``TestProgram/crash(at:of:reason:)``.
    ///
    /// It crashes in the code of the object at the path, written as in reports, or of the delegate
    /// without a path.
    case crash(at: CrashStage, of: String? = nil)
}
