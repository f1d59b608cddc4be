import ArgumentParser
import RestorationCore
import RestorationDiscovery
import RestorationStorage

struct BindingNew: Command {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Drafts a binding from the getters and setters of a library.",
        discussion: """
            Looks for pairs of functions such as foo_get_title and foo_set_title, foo_title and \
            foo_set_title, foo_is_open and foo_set_open, foo_gettitle and foo_settitle, \
            FooGetTitle and FooSetTitle, or foo_title and set_foo_title. Takes their types from \
            the headers, for which clang must be installed, and prints a binding with a class for \
            each type of object. A class also has the functions that create and destroy its \
            objects, such as foo_new and foo_free, new_foo and delete_foo, or FooCreate and \
            FooDestroy. The library is not loaded.

            A draft lists functions, not their meaning: add the order of properties, and each \
            object's identifier and owner.

            EXAMPLES:
              restorectl binding new libgtk-4.so.1 --header gtk/gtk.h --package gtk4
              restorectl binding new ./libm.so --header m.h > m.restoration-binding.json
            """
    )

    @Argument(help: "The library: a soname, or the path of a file.")
    var library: String

    @OptionGroup var headers: HeaderOptions

    @Option(help: ArgumentHelp("The binding's identifier.", valueName: "id"))
    var id: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let id, PluginIdentifier(id) == nil {
            throw ValidationError(
                "--id takes a reverse-DNS name, such as org.example.mixer, and not \"\(id)\"."
            )
        }
        guard headers.header.isEmpty else { return }
        throw ValidationError("Function types are declared in headers. Name one with --header.")
    }

    /// The library's name in the binding. A relative path is made absolute, unless the file is
    /// beside the binding.
    private static func name(_ library: String, _ environment: [String: String]) -> String {
        let isBeside = library.hasPrefix("./") && !library.dropFirst(2).contains("/")
        if isBeside { return library }
        guard library.contains("/"), !library.hasPrefix("/") else {
            return BindingExamination.name(of: library, environment: environment)
        }
        return shortened(absolutePath(library))
    }

    /// Removes `.` and `..`, unless a symbolic link makes the path lead to another file then.
    private static func shortened(_ path: String) -> String {
        let parts = path.split(separator: "/").reduce(into: [Substring]()) { parts, part in
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        let short = "/" + parts.joined(separator: "/")
        let isSame = ReadOnlyFile.Identity(ofFile: short) == ReadOnlyFile.Identity(ofFile: path)
        return isSame ? short : path
    }

    func findings() throws -> Findings {
        let environment = ProcessFacts.current.environment
        let names = try exports(environment)
        let draft = try BindingDraft(
            of: Self.name(library, environment),
            identifier: id,
            exports: names,
            compiler: HeaderCompiler(headers)
        )
        guard !draft.isEmpty else {
            throw CommandError.nothingToBind(library, leftOut: draft.someReasons)
        }
        return Findings(draft)
    }

    private func exports(_ environment: [String: String]) throws -> [String] {
        do throws(DiscoveryError) {
            return try BindingExamination.exports(of: library, environment: environment).names
        } catch {
            switch error {
            case .notALibrary:
                throw CommandError.nothingExported(library, problem: error.diagnosis.problem)
            case .unreadable(_, .notFound) where !library.contains("/"):
                throw CommandError.libraryNotFound(library)
            default: throw error
            }
        }
    }
}
