import FoundationEssentials

/// A command as `--help` describes it.
///
/// Semantic source: swift-argument-parser, `ToolInfoV0`, which `--experimental-dump-help` prints.
/// The package has types for it, but no product that offers them.
struct CommandDescription: Decodable {
    let commandName: String
    /// The names before it: `restorectl` and `archive` of `restorectl archive show`.
    let superCommands: [String]?
    let aliases: [String]?
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    private let shouldDisplay: Bool?
    private let subcommands: [CommandDescription]?

    /// A positional argument, an option or a flag.
    struct Argument: Decodable {
        let kind: Kind
        let valueName: String?
        let names: [Name]?
        let abstract: String?
        let discussion: String?
        let defaultValue: String?
        let allValues: [String]?
        let isOptional: Bool
        let isRepeating: Bool
        let shouldDisplay: Bool

        enum Kind: String, Decodable {
            case positional, option, flag
        }

        struct Name: Decodable {
            let kind: String
            let name: String

            /// As people write it: `--all`.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }
    }

    /// Reads what the parser says of a command and all below it.
    init(parsing dump: String) throws {
        struct Tool: Decodable { let command: CommandDescription }
        self = try JSONDecoder().decode(Tool.self, from: Data(dump.utf8)).command
    }

    /// The whole name, such as `restorectl archive show`.
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// The commands below it that people use: not those that run themselves, nor the parser's own.
    var commands: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
    }

    /// The command and all below it, in the order of the help.
    var all: [CommandDescription] { [self] + commands.flatMap(\.all) }
}
