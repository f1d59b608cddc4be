import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import RestorationStorage
import TerminalDialogue

/// Why a command has no answer, besides what the modules below say themselves.
enum CommandError: DiagnosedError {
    /// No application has saved anything, and none was named.
    case noState(directory: String)
    /// Several applications have saved state, and none was named.
    case severalApplications([ApplicationIdentifier], directory: String)
    /// The text is neither an application's id nor the path of a file.
    case notAnApplication(String, mayBeFile: Bool = false)
    /// The application has no state directory, or an empty one.
    case nothingSaved(ApplicationIdentifier, directory: String, others: [ApplicationIdentifier])
    /// There is state, but not the archive that was asked for.
    case noGeneration(ArchiveStore.Generation, directory: String)
    /// The archive is damaged, and what can be looked at instead.
    case damaged(Diagnosis, advice: String)
    /// The archive has no object at that path, and none below it.
    case noObject(RestorationPath, file: String, near: [RestorationPath])
    /// Somebody named a directory, or something else that has no contents of its own.
    case notAFile(String)
    /// Somebody named a directory of plugins, or something else that is no library.
    case notALibrary(String)
    /// Somebody named a file of another kind where a library belongs.
    case anotherKindOfFile(String)
    /// Nothing is found by a name with a character that stands for bytes which are not UTF-8.
    case unreadableName(String)
    /// Somebody named a directory, or something else that is no file, where a binding belongs.
    case notABinding(String)
    /// Somebody named a storyboard that cannot be read.
    case noStoryboard(String)
    /// Somebody named a file that is larger than any of its kind.
    case tooLarge(String, limitInBytes: Int)
    /// Somebody named a binding that is not there.
    case noBinding(String)
    /// Somebody named a file whose name does not end as that of a binding.
    case misnamed(String)
    /// There is no directory of that name in which plugins could be searched.
    case notADirectory(String)
    /// There is no program of that name, beside which plugins could be searched.
    case notAProgram(String)
    /// A file has no generation before it.
    case previousOfFile(String)
    /// The file does not lie in a `set-aside/` directory.
    case notSetAside(String)
    /// There is no archive that a launch has found, in a state directory.
    case noFoundArchive(String)
    /// No file of that name was set aside.
    case noSetAside(String, near: String?, application: ApplicationIdentifier, directory: String)
    /// No object can be found in an archive that was to be reinstated, and why.
    case withoutTables(String, Diagnosis)
    /// There is no saved state in the directory that somebody named.
    case notAStateDirectory(String)
    /// No object of that path is set aside after a crash.
    case noSuspect(RestorationPath, near: String?, subject: String, directory: String)
    /// Nothing is saved of what was to be dropped.
    case nothingToDrop(RetainedState, near: String?, ApplicationIdentifier, String)
    /// Several applications have saved state, and no option names one.
    case applicationMissing([ApplicationIdentifier])
    /// The newest archive cannot be changed, since it is damaged.
    case damagedArchive(ApplicationIdentifier, directory: String)
    /// The crash ledger is another user's, or open to others.
    case foreignLedger(String)
    /// The crash ledger says nothing any more.
    case ledgerDamaged(directory: String)
    /// The program is running, and what was asked for would change its state.
    case running(process: Int?, directory: String)
    /// Nobody said yes, and there is no terminal to ask on.
    case notConfirmed
    /// The application has not restored yet.
    case noReport(ApplicationIdentifier, directory: String)
    /// The application has saved nothing since it keeps reports of that.
    case noSaveReport(ApplicationIdentifier, String)
    /// The report of the last restore makes no sense.
    case reportUnreadable(directory: String)
    /// No route matches.
    case noRoute(RestorationPath, ApplicationIdentifier)
    /// The text does not begin with a plugin's id.
    case notAPin(String)
    /// A pin names a plugin, a class or a route that the application does not find.
    case pinWithoutEffect(String, near: String?, ApplicationIdentifier)
    /// A program is not installed that is needed to read headers.
    case toolMissing(String)
    /// pkg-config knows no such package.
    case packageMissing([String], message: String)
    /// clang does not find a header.
    case headerNotFound(message: String)
    /// clang finds an error in the headers.
    case headerFaulty(message: String)
    /// A file that was named as a library and is none.
    case nothingExported(String, problem: String)
    /// No directory of the system's has a library of a name.
    case libraryNotFound(String)
    /// A library without getters and setters that headers declare.
    ///
    /// - Parameter leftOut: setters, each with the reason.
    case nothingToBind(String, leftOut: [String])
    /// A binding where only plugins can be run.
    case bindingNotRun(String)
    /// A script that is not there.
    case noScript(String)
    /// There is no directory of that name in which somebody could write a plugin, or it cannot be
    /// read.
    case noProject(String, isThere: Bool)
    /// A program uses another file than the one that was built.
    case otherBuild(String, of: PluginIdentifier)
    /// A plugin has ended the process that ran it.
    case pluginExited(String)
    /// A new build ends a process that loads it, so no program is to load it.
    case loadEndsProcess(String, ending: String)
    /// A plugin has crashed the process that ran it.
    case pluginCrashed(String, signal: String, place: String?)
    /// Nothing in the directory says how it is built.
    case noBuildFile(String)
    /// The command that builds a plugin has failed.
    case notBuilt(String)
    /// No plugin lies where build tools put libraries.
    case nothingBuilt(String)
    /// A plugin names no application that it could be running in.
    case everyApplication(String)
    /// There is no rule of that name.
    case noRule(String, near: String?)
    /// Examples are for a class that none of the plugins has.
    case examplesOfNobody(String, className: String, near: String?)
    /// A file with examples that cannot be used.
    case noExamples(String, problem: String)
    /// The word names no language that there are templates in.
    case notALanguage(String, near: PluginLanguage?)
    /// The text cannot name a new plugin.
    case notAPluginName(String, near: PluginName?)
    /// The class of a new plugin would have a name that its source has another use for.
    case classNameTaken(PluginName)
    /// A new project would be mixed with what is in its directory.
    case notEmpty(String)
    /// A file or directory of a new project cannot be made.
    case cannotMake(String)
    /// The system took no more output.
    case outputFailed(errorNumber: Int32)

    /// The exit status that goes with it.
    var status: Findings.Status {
        switch self {
        case .severalApplications, .notAnApplication, .previousOfFile, .notConfirmed, .notAPin,
            .noRule, .notALanguage, .notAPluginName, .classNameTaken:
            .misused
        default: .failed
        }
    }
}
