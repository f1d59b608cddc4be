import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import RestorationStorage
import TerminalDialogue

/// Why a command failed, apart from errors of the modules below.
enum CommandError: DiagnosedError {
    /// No application has saved anything, and none was named.
    case noState(directory: String)
    /// Several applications have saved state, and none was named.
    case severalApplications([ApplicationIdentifier], directory: String)
    /// The text is neither an application's id nor a path.
    case notAnApplication(String, mayBeFile: Bool = false)
    /// The application has no state directory, or an empty one.
    case nothingSaved(ApplicationIdentifier, directory: String, others: [ApplicationIdentifier])
    /// The state directory lacks the requested generation.
    case noGeneration(ArchiveStore.Generation, directory: String)
    /// The archive is damaged, with advice on alternatives.
    case damaged(Diagnosis, advice: String)
    /// The archive has no object at that path or below it.
    case noObject(RestorationPath, file: String, near: [RestorationPath])
    /// A directory, or another file without contents, was named.
    case notAFile(String)
    /// A plugin directory, or another file that is not a library, was named.
    case notALibrary(String)
    /// A file of another kind was named instead of a library.
    case anotherKindOfFile(String)
    /// The name contains a placeholder for bytes that are not UTF-8, so no file matches it.
    case unreadableName(String)
    /// A directory or special file was named instead of a binding.
    case notABinding(String)
    case noStoryboard(String)
    /// The file is larger than any of its kind.
    case tooLarge(String, limitInBytes: Int)
    case noBinding(String)
    /// The file's name does not end like a binding's.
    case misnamed(String)
    case notADirectory(String)
    /// The program whose plugins to search does not exist.
    case notAProgram(String)
    /// A file has no previous generation.
    case previousOfFile(String)
    case notSetAside(String)
    /// The state directory has no `archive.found` or `archive.mine`.
    case noArchive(String, directory: String)
    case noSetAside(String, near: String?, application: ApplicationIdentifier, directory: String)
    /// The archive to reinstate has no readable tables.
    case withoutTables(String, Diagnosis)
    case notAStateDirectory(String)
    /// No object of that path is set aside after a crash.
    case noSuspect(RestorationPath, near: String?, subject: String, directory: String)
    /// No saved state matches the object or plugin to drop.
    case nothingToDrop(RetainedState, near: String?, ApplicationIdentifier, String)
    /// Several applications have saved state, and no option selects one.
    case applicationMissing([ApplicationIdentifier])
    case damagedArchive(ApplicationIdentifier, directory: String)
    /// The crash ledger belongs to another user, or is accessible to others.
    case foreignLedger(String)
    case ledgerDamaged(directory: String)
    case running(process: Int?, directory: String)
    /// The user did not confirm, or there is no terminal to ask on.
    case notConfirmed
    case noReport(ApplicationIdentifier, directory: String)
    case noSaveReport(ApplicationIdentifier, String)
    case reportUnreadable(directory: String)
    case noRoute(RestorationPath, ApplicationIdentifier)
    /// The text does not begin with a plugin's id.
    case notAPin(String)
    /// A pin names a plugin, class or route that the application does not find.
    case pinWithoutEffect(String, near: String?, ApplicationIdentifier)
    /// A program for reading headers is not installed.
    case toolMissing(String)
    case packageMissing([String], message: String)
    case headerNotFound(message: String)
    case headerFaulty(message: String)
    /// The file is not a library, or exports nothing.
    case nothingExported(String, problem: String)
    case libraryNotFound(String)
    /// The library has no getters and setters that headers declare.
    ///
    /// - Parameter leftOut: Setters, each with the reason.
    case nothingToBind(String, leftOut: [String])
    /// Only plugins can be run, not bindings.
    case bindingNotRun(String)
    case noScript(String)
    /// The project directory does not exist, or cannot be read.
    case noProject(String, isThere: Bool)
    /// A program uses another file than the build's.
    case otherBuild(String, of: PluginIdentifier)
    case pluginExited(String)
    /// The new build ends a process that loads it, so it is not reloaded.
    case loadEndsProcess(String, ending: String)
    case pluginCrashed(String, signal: String, place: String?)
    case noBuildFile(String)
    case notBuilt(String)
    /// No plugin is where build tools write libraries.
    case nothingBuilt(String)
    /// The plugin names no application that it could be running in.
    case everyApplication(String)
    case noRule(String, near: String?)
    /// Examples name a class that no checked plugin has.
    case examplesOfUnknownClass(String, className: String, near: String?)
    case noExamples(String, problem: String)
    case notALanguage(String, near: PluginLanguage?)
    case notAHostLanguage(String, near: HostLanguage?)
    case notAPluginName(String, near: PluginName?)
    /// The new plugin's class would have a name that its source uses otherwise.
    case classNameTaken(PluginName)
    case notEmpty(String)
    /// Creating the new project's files failed.
    case cannotMake(String)
    /// A device's name or ID selects several rows of a remote store.
    case severalDevices([RemoteEntry], String)
    /// No row of a remote store is that of the device; `nil` for any device.
    case noDevice(String?, String)
    case notAPerson(String)
    /// The command works with the state on this machine only.
    case notForRemotes
    /// The file is not a sealed key, or is of a later version.
    case notASealedKey(String)
    case wrongPassphrase(String)
    /// The file or descriptor has no passphrase.
    case noPassphrase(String)
    /// There is no terminal to ask on.
    case passphraseNotAsked
    case passphrasesDiffer
    /// This machine has no key of the application.
    case noKey(ApplicationIdentifier)
    /// Another machine's state was sealed with another key than this one's.
    case otherMachinesKey(place: String)
    /// Another key than the imported one is there.
    case otherKey(String)
    case fileExists(String)
    case outputFailed(errorNumber: Int32)

    var status: Findings.Status {
        switch self {
        case .severalApplications, .notAnApplication, .previousOfFile, .notConfirmed, .notAPin,
            .noRule, .passphraseNotAsked, .severalDevices,
            .notAPerson, .notForRemotes, .notALanguage, .notAHostLanguage, .notAPluginName,
            .classNameTaken:
            .misused
        default: .failed
        }
    }
}
