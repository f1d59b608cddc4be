import ArgumentParser
import RestorationDiscovery

struct BindingCheck: Command {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a binding, its library, and its calls against headers.",
        discussion: """
            Reads the binding, looks for its library and for every function that its calls name, \
            and compares the calls with the declarations in the given headers: the number, types \
            and sizes of parameters, the offsets and types of the fields of structures, and the \
            values of enumerators and constants with the same names. This needs clang. Facts that \
            cannot be verified are listed.

            Loading a library runs its initialisers. A separate process loads it, reads its \
            version and prepares all calls as a host does, for at most 10 seconds or --time-limit; \
            --without-loading skips this.

            The exit status is 1 if the binding cannot be read, or a check fails.

            EXAMPLES:
              restorectl binding check ./notes.restoration-binding.json
              restorectl binding check ./gtk.restoration-binding.json --header gtk/gtk.h --package \
              gtk4
            """
    )

    @Argument(help: "The binding, NAME.restoration-binding.json.")
    var file: String

    @OptionGroup var headers: HeaderOptions

    @Flag(help: "Does not load the library.")
    var withoutLoading = false

    @Option(
        help: ArgumentHelp(
            "The time limit for loading the library and preparing all calls.",
            valueName: "seconds"
        )
    )
    var timeLimit = 10

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !(1...86_400).contains(timeLimit) else { return }
        throw ValidationError("--time-limit takes 1 to 86400 seconds.")
    }

    func findings() throws -> Findings {
        let faults = try faults()
        guard faults.isEmpty else {
            return Findings(nil, diagnoses: faults.map(\.diagnosis), status: .failed)
        }
        let inspection = try BindingInspection(
            of: file,
            headers: headers,
            loading: withoutLoading ? nil : .seconds(timeLimit)
        )
        return Findings(inspection, status: inspection.isUsable ? .done : .failed)
    }

    private func faults() throws -> [DiscoveryError] {
        do {
            let faults = try BindingDocument.faults(ofFile: file)
            // Hosts ignore files of other names.
            guard file.hasSuffix(BindingFile.suffix) else { throw CommandError.misnamed(file) }
            return faults
        } catch DiscoveryError.notALibrary {
            throw CommandError.notABinding(file)
        } catch DiscoveryError.unreadable(_, .notFound) {
            throw CommandError.noBinding(file)
        }
    }
}
