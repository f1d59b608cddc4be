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
    /// `of` is the path of an object, written as in reports. The crash is in that object's code, or
    /// in the delegate's if `of` is `nil`.
    case crash(at: CrashStage, of: String? = nil)
}
