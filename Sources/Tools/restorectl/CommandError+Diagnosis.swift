import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import RestorationStorage
import TerminalDialogue

extension CommandError {
    var diagnosis: Diagnosis {
        switch self {
        case .noState(let directory):
            Diagnosis(
                problem: "No application has saved state",
                place: directory,
                remedy: "Pass a file, or set XDG_STATE_HOME to the directory in use."
            )
        case .severalApplications(let applications, let directory):
            Diagnosis(
                problem: "\(applications.count) applications have saved state, and none is named",
                place: directory,
                remedy: "Name one of \(applications.map(\.rawValue).joined(separator: ", "))."
            )
        case .notAnApplication(let text, let mayBeFile):
            Diagnosis(
                problem: "\(text.quoted) is not an application's id",
                remedy: "Write an id such as org.restorationkit.petfinder"
                    + Self.hint(at: text, mayBeFile)
            )
        case .nothingSaved(let application, let directory, let others):
            Diagnosis(
                problem: "\(application) has no saved state",
                place: directory,
                remedy: Self.remedy(naming: others)
            )
        case .noGeneration(let generation, let directory): Self.missing(generation, directory)
        case .damaged(let damage, let advice):
            Diagnosis(
                problem: damage.problem,
                place: damage.place,
                remedy: advice
            )
        case .noObject(let path, let file, let near):
            Diagnosis(
                problem: "The archive has no object at \(path)",
                place: file,
                remedy: Self.choice(of: near) + "Omit the path to see all objects."
            )
        case .notAFile(let file):
            Diagnosis(
                problem: "This is not a file",
                place: file,
                remedy: "Pass a file, such as \(file)\(file.hasSuffix("/") ? "" : "/")archive."
            )
        case .notALibrary(let file):
            Diagnosis(
                problem: "This is not a file",
                place: file,
                remedy:
                    "Pass a library, such as NAME.so. To list the plugins in this directory, run"
                    + " restorectl plugin list --directory \(file)"
            )
        case .anotherKindOfFile(let file):
            Diagnosis(
                problem: "The file is not a library",
                place: file,
                remedy: "Pass a library, such as NAME.so, or a binding, such as"
                    + " NAME\(BindingFile.suffix)."
            )
        case .unreadableName(let file):
            Diagnosis(
                problem: "The file's name is not valid UTF-8, so hosts ignore the file",
                place: file,
                remedy: "Rename it."
            )
        case .notABinding(let file):
            Diagnosis(
                problem: "This is not a file",
                place: file,
                remedy: "Pass a binding, such as NAME\(BindingFile.suffix)."
            )
        case .noStoryboard(let file):
            Diagnosis(
                problem: "The file cannot be read",
                place: file,
                remedy: "Check the path, and that it is a file that you may read."
            )
        case .tooLarge(let file, let limit):
            Diagnosis(
                problem: "The file has more than \(Quantity.bytes(limit))",
                place: file,
                remedy: "Check the path."
            )
        case .noBinding(let file):
            Diagnosis(
                problem: "There is no such file",
                place: file,
                remedy: "Check the path, or draft a binding with restorectl binding new."
            )
        case .misnamed(let file):
            Diagnosis(
                problem: "The file's name is not that of a binding, so no program would use it",
                place: file,
                remedy: Self.remedy(forNameOf: file)
            )
        case .notADirectory(let path):
            Diagnosis(
                problem: "There is no such directory",
                place: path,
                remedy: "Pass a directory with plugins, or omit --directory."
            )
        case .notAProgram(let path):
            Diagnosis(
                problem: "There is no such program",
                place: path,
                remedy: "Pass the program's file, or omit --program."
            )
        case .previousOfFile(let file):
            Diagnosis(
                problem: "A single file has no generation before it",
                place: file,
                remedy: "Pass the other file, or the application instead of a file."
            )
        case .notSetAside(let file):
            Diagnosis(
                problem: "The file was not set aside",
                place: file,
                remedy: "Name a file that restorectl archive list --set-aside shows."
            )
        case .noArchive(let name, let directory):
            Diagnosis(
                problem: "There is no \(name)",
                place: directory,
                remedy:
                    "Use restorectl archive list with the application's id to see its archives. "
                    + (name == FileName.mine
                        ? "Taking over another device's state"
                        : name == FileName.previous
                            ? "The second save of a launch" : "The first save of a launch")
                    + " makes one, and reinstating or discarding it removes it."
            )
        case .noSetAside(let name, let near, let application, let directory):
            Diagnosis(
                problem: "No file \(name.quoted) was set aside",
                place: "\(directory)/set-aside",
                remedy: (near.map { "Did you mean \($0)? " } ?? "")
                    + "Use restorectl archive list --set-aside"
                    + " \(ArchiveStore.commandSubject(of: application, in: directory)) to see which"
                    + " files were."
            )
        case .withoutTables(let path, let damage):
            Diagnosis(
                problem: damage.problem,
                place: path,
                remedy:
                    "Nothing in this file can be restored. Reinstate another file, if there is one."
            )
        case .notAStateDirectory(let path):
            Diagnosis(
                problem: "This is not a directory with saved state",
                place: path,
                remedy: "Pass the directory that holds the program's archive and ledger."
            )
        case .noSuspect(let path, let near, let subject, let directory):
            Diagnosis(
                problem: "No object is set aside or deferred at \(path)",
                place: directory,
                remedy: (near.map { "Did you mean \($0)? " } ?? "")
                    + "Use restorectl archive suspects \(subject) to list these objects."
            )
        case .nothingToDrop(let subject, let near, let application, let directory):
            Diagnosis(
                problem: "No state is saved \(subject)",
                place: directory,
                remedy: (near.map { "Did you mean \($0)? " } ?? "")
                    + "Use restorectl archive show"
                    + " \(ArchiveStore.commandSubject(of: application, in: directory)) to list"
                    + " the saved objects."
            )
        case .applicationMissing(let applications):
            Diagnosis(
                problem: "Several applications have saved state",
                remedy: "Name one with --application: "
                    + applications.map(\.rawValue).joined(separator: ", ") + "."
            )
        case .damagedArchive(let application, let directory):
            Diagnosis(
                problem: "The newest archive is damaged, and nothing was changed",
                place: directory,
                remedy:
                    "Start the program once: it restores the intact objects, and saves them. Then drop"
                    + " the state. restorectl archive verify"
                    + " \(ArchiveStore.commandSubject(of: application, in: directory)) lists the objects"
                    + " that it restores."
            )
        case .foreignLedger(let path):
            Diagnosis(
                problem: "The crash ledger is not a regular file that only this user can access",
                place: path,
                remedy: "Run this command as the program's user. If the file belongs to that user"
                    + " and others may open it, run chmod 600 on it. Until then, crashes are not"
                    + " detected."
            )
        case .ledgerDamaged(let directory):
            Diagnosis(
                problem: "The crash ledger is damaged, or written by another version",
                place: "\(directory)/ledger",
                remedy: "The next launch writes a new ledger, and tries every object again."
            )
        case .running(let process, let directory):
            Diagnosis(
                problem: "The state is in use by "
                    + (process.map { "process \($0)" } ?? "another process"),
                place: directory,
                remedy: "Quit that process first."
            )
        case .notConfirmed:
            Diagnosis(
                problem: "There is no terminal to ask on",
                remedy: "Pass --yes to skip the confirmation."
            )
        case .noReport(let application, let directory):
            Diagnosis(
                problem: "\(application) has left no report of a restore",
                place: directory,
                remedy: "Start the program once; every restore leaves a report."
            )
        case .noSaveReport(let application, let directory):
            Diagnosis(
                problem: "There is no report of a save of \(application)",
                place: directory,
                remedy: "Start the program and let it save; it keeps the report beside the state."
            )
        case .reportUnreadable(let directory):
            Diagnosis(
                problem: "The report of the last restore is unreadable",
                place: "\(directory)/report",
                remedy: "Start the program once, which writes a new report. If a newer version"
                    + " wrote it, use the restorectl of that version."
            )
        case .noRoute(let path, let application):
            Diagnosis(
                problem: "No plugin of \(application) claims \(path)",
                remedy: "Use restorectl plugin list --all --application \(application) to list the"
                    + " plugins."
            )
        case .notAPin(let text):
            Diagnosis(
                problem: "\(text.quoted) names no plugin to pin",
                remedy: "Write a plugin's id, then a class and a route if need be, such as"
                    + " org.example.notes:Note@Tabs/*/Note."
            )
        case .pinWithoutEffect(let pin, let near, let application):
            Diagnosis(
                problem: "\(application) finds no such plugin, class or route, so the pin"
                    + " \(pin.quoted) does nothing",
                remedy: (near.map { "Did you mean \($0)? " } ?? "")
                    + "Use restorectl plugin list --all --application \(application) to"
                    + " list the plugins."
            )
        case .toolMissing(let name):
            Diagnosis(
                problem: "\(name) cannot be started",
                remedy: "Install \(name), which reads headers, or omit --header."
            )
        case .packageMissing(let names, let message):
            Diagnosis(
                problem: "pkg-config does not know \(names.joined(separator: ", ")): \(message)",
                remedy: "Install the package's headers, or name their directory with --include."
            )
        case .headerFaulty(let message):
            Diagnosis(
                problem: "The headers have an error: \(message)",
                remedy:
                    "If a header needs others, name those first, in the order in which a program"
                    + " includes them; or correct the error."
            )
        case .headerNotFound(let message):
            Diagnosis(
                problem: "clang cannot read the headers: \(message)",
                remedy: "Correct the name, or locate the headers with --include or --package."
            )
        case .nothingExported(let library, let problem):
            Diagnosis(
                problem: problem,
                place: library,
                remedy:
                    "Name the library as programs load it, such as libmixer.so.1 or its whole path."
            )
        case .libraryNotFound(let library):
            Diagnosis(
                problem: "The library \(library) cannot be found where programs look for libraries",
                remedy: "Install the library, correct the name, or give the path of the file."
            )
        case .nothingToBind(let library, let leftOut):
            Diagnosis(
                problem:
                    "The library exports no getter and setter of a number or text that the"
                    + " headers declare",
                place: library,
                remedy: leftOut.isEmpty
                    ? "restorectl binding new --help shows how they have to be named. Pass all"
                        + " headers"
                        + " that declare them, or write the binding by hand."
                    : "Write the binding by hand. " + leftOut.joined(separator: "; ") + "."
            )
        case .bindingNotRun(let file):
            Diagnosis(
                problem: "A binding cannot be run here",
                place: file,
                remedy: "restorectl binding check loads its library, and prepares all calls."
            )
        case .noScript(let file):
            Diagnosis(
                problem: "The script cannot be read",
                place: file,
                remedy: "Check the path; without --script, steps are read from standard input."
            )
        case .otherBuild(let file, let plugin):
            Diagnosis(
                problem: "The program finds another build of \(plugin) than the new one",
                place: file,
                remedy: "Start the program with the new build's directory in"
                    + " RESTORATION_PLUGIN_PATH, or install the new build with --build."
            )
        case .pluginExited(let file):
            Diagnosis(
                problem: "The plugin has ended the process",
                place: file,
                remedy: "Return to the host instead: only programs may call exit."
            )
        case .loadEndsProcess(let file, let ending):
            Diagnosis(
                problem: "Loading the new build ends the process (\(ending))",
                place: file,
                remedy: "Check its initialisers, its entry point and the libraries that it needs."
                    + " The program has not loaded it."
            )
        case .pluginCrashed(let file, let signal, let place):
            Diagnosis(
                problem: "The plugin has crashed the run"
                    + (place.map { " \($0)" } ?? "") + " (\(signal))",
                place: file,
                remedy: "Run it in a debugger, or built with -fsanitize=address; restorectl"
                    + " plugin check reports the rule that it breaks."
            )
        case .noProject(let path, let isThere):
            Diagnosis(
                problem: isThere
                    ? "This is not a directory, or you may not read it"
                    : "There is no such directory",
                place: path,
                remedy: "Pass the directory of the plugin's project; restorectl plugin new makes"
                    + " one."
            )
        case .noBuildFile(let directory):
            Diagnosis(
                problem: "The directory has no known build file:"
                    + " \(PluginProject.buildCommands.map(\.file).joined(separator: ", "))",
                place: directory,
                remedy: "Pass the project's directory, or give a build command with --build."
            )
        case .notBuilt(let command):
            Diagnosis(
                problem: "\(command) has failed, and nothing is reloaded",
                remedy: "Fix the errors that it printed."
            )
        case .nothingBuilt(let directory):
            Diagnosis(
                problem: "No plugin is found where build tools put libraries",
                place: directory,
                remedy: "Pass the library with --library."
            )
        case .everyApplication(let file):
            Diagnosis(
                problem: "The plugin's manifest names no application",
                place: file,
                remedy: "Pass the id of the running program with --application."
            )
        case .noRule(let name, let near):
            Diagnosis(
                problem: "There is no rule \(name.quoted)",
                remedy: (near.map { "Did you mean \($0)? " } ?? "")
                    + "restorectl plugin check --list shows all rules."
            )
        case .examplesOfUnknownClass(let file, let className, let near):
            Diagnosis(
                problem:
                    "The examples are for a class \(className.quoted), which no manifest has",
                place: file,
                remedy: near.map { "Did you mean \($0)?" }
                    ?? "Use the name of a class in a manifest."
            )
        case .noExamples(let file, let problem):
            Diagnosis(
                problem: problem,
                place: file,
                remedy: "restorectl plugin check --help shows the form of a file of examples."
            )
        case .notAHostLanguage(let word, let near):
            Diagnosis(
                problem: "There is no template of a program in the language \(word.quoted)",
                remedy: (near.map { "Did you mean \($0.rawValue)? " } ?? "")
                    + "Write --language c, cxx, python, rust or swift."
            )
        case .notALanguage(let word, let near):
            Diagnosis(
                problem: "There is no template in the language \(word.quoted)",
                remedy: (near.map { "Did you mean \($0.rawValue)? " } ?? "")
                    + "Write --language c, cxx, rust or swift."
            )
        case .notAPluginName(let text, let near):
            Diagnosis(
                problem: "\(text.quoted) cannot be the name of a plugin",
                remedy: (near.map { "Did you mean \($0.rawValue)? " } ?? "")
                    + "Use up to \(PluginName.maximumLength) ASCII letters, digits, - and _."
                    + " Begin with a letter, and do not end with - or _."
            )
        case .classNameTaken(let name):
            Diagnosis(
                problem: "The class of a plugin \(name.rawValue.quoted) would be called"
                    + " \(name.className), which means something else in its source",
                remedy: "Choose another name, such as my-\(name.rawValue)."
            )
        case .notEmpty(let path):
            Diagnosis(
                problem: "The directory is not empty, and nothing was written",
                place: path,
                remedy: "Choose another name, or another place with --directory."
            )
        case .cannotMake(let path):
            Diagnosis(
                problem: "The file or directory cannot be created",
                place: path,
                remedy: "Check that no file is at its path or at a parent's path, that"
                    + " you may write there, and that there is space."
            )
        case .severalDevices, .noDevice, .notAPerson, .notForRemotes: remoteDiagnosis
        case .notASealedKey, .wrongPassphrase, .noPassphrase, .passphraseNotAsked,
            .passphrasesDiffer, .noKey, .otherMachinesKey, .otherKey, .fileExists:
            keyDiagnosis
        case .outputFailed(let number):
            Diagnosis(
                problem: "The result could not be written: \(SystemError(code: number))",
                place: "standard output",
                remedy: "Write to another place, or free some space."
            )
        }
    }

    private static func remedy(forNameOf file: String) -> String {
        let name = file.split(separator: "/").last ?? ""
        guard let ending = [".json", ".jsonc"].first(where: name.hasSuffix) else {
            return "Pass a binding, such as NAME\(BindingFile.suffix)."
        }
        return "Rename it to \(name.dropLast(ending.count))\(BindingFile.suffix)."
    }

    /// A hint for a user who named a file instead of an application.
    private static func hint(at text: String, _ mayBeFile: Bool) -> String {
        if mayBeFile { return "; the path of a file has a slash, such as ./archive." }
        return text.utf8.contains(UInt8(ascii: "/"))
            ? "; archive show, archive verify and report take files, too." : "."
    }

    private static func remedy(naming applications: [ApplicationIdentifier]) -> String {
        guard (1...8).contains(applications.count) else {
            return "Use restorectl archive list to see which applications have saved state."
        }
        return "There is saved state of \(applications.map(\.rawValue).joined(separator: ", "))."
    }

    private static func choice(of paths: [RestorationPath]) -> String {
        guard !paths.isEmpty else { return "" }
        let more = paths.count > 8 ? ", and \(paths.count - 8) more" : ""
        let names = paths.prefix(8).map(\.description).joined(separator: ", ")
        return "Objects beside this path: \(names)\(more). "
    }

    private static func missing(
        _ generation: ArchiveStore.Generation,
        _ directory: String
    ) -> Diagnosis {
        switch generation {
        case .current:
            Diagnosis(
                problem: "There is no current generation",
                place: directory,
                remedy: "Use --previous for the previous generation, or restorectl archive list."
            )
        case .previous, .found:
            Diagnosis(
                problem: "There is no previous generation",
                place: directory,
                remedy: "Omit --previous; the second save makes one."
            )
        }
    }
}
