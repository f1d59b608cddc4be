/// How a launch of a program under test ends.
public enum Ending: Hashable, Sendable {
    /// The program saves and quits.
    case clean
    /// SIGKILL, or a crash while nothing is being restored: what was not saved is lost.
    case killed
    /// The person wants the program gone with its state, as with `q` held down: everything saved is
    /// removed.
    case forceQuit
    /// The power fails while the program saves. Before that, nothing was lost that had been saved.
    case powerLoss(PowerLoss)
    /// The program saves and quits, and when it is started again it crashes by SIGSEGV in the code
    /// of the object at that path, written as reports print it, or of the delegate, without a path:
    /// a launch that nobody gets to see. It is what ``TestProgram/crash(at:of:reason:)`` does.
    case crash(at: CrashStage, of: String? = nil)
}
