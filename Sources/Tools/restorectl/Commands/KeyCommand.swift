import ArgumentParser
import FoundationEssentials
import RestorationCore
import RestorationStorage

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Brings a program's key to another machine.",
        subcommands: [KeyExport.self, KeyImport.self]
    )
}

struct PassphraseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Takes the passphrase from the first line of a file.", valueName: "file")
    )
    var passphraseFile: String?

    @Option(
        help: ArgumentHelp(
            "Takes the passphrase from the next line of an open descriptor.",
            valueName: "number"
        )
    )
    var passphraseDescriptor: Int32?
}

struct KeyExport: Command {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a program's key to a file, sealed with a passphrase.",
        discussion: """
            key import reads the file on another machine, whose programs can then open this \
            machine's state. Whoever has the file and the passphrase can, too: choose a long \
            passphrase, and remove the file afterwards. The passphrase is asked for on the \
            terminal, or read from a file or descriptor, and never given on the command line.

            EXAMPLES:
              restorectl key export org.example.notes notes.sealed-key
              restorectl key export org.example.notes notes.sealed-key --passphrase-file secret
            """
    )

    @Argument(help: ArgumentHelp("The application's id.", valueName: "application"))
    var application: String

    @Argument(help: "The new file.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "Exports the key in this file, instead of the application's own.",
            valueName: "file"
        )
    )
    var keyFile: String?

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        guard let application = ApplicationIdentifier(application) else {
            throw CommandError.notAnApplication(application)
        }
        let key = try Keys(file: keyFile).key(of: application)
        let secret = try Passphrase.read(passphrase, repeats: true)
        let sealed = try SealedKey(key, of: application, with: secret)
        try KeyFile.create(file, sealed.bytes)
        return Findings(CarriedKey(application: application, file: file, change: .exported))
    }
}

struct KeyImport: Command {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Stores a key that key export has written on another machine.",
        discussion: """
            An existing key is never replaced: without it, its state could not be opened any more.

            EXAMPLES:
              restorectl key import notes.sealed-key
              restorectl key import notes.sealed-key --passphrase-descriptor 3 3< secret
            """
    )

    @Argument(help: "The file of key export.")
    var file: String

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        let bytes = try KeyFile.read(file)
        guard let sealed = SealedKey(bytes) else { throw CommandError.notASealedKey(file) }
        let secret = try Passphrase.read(passphrase, repeats: false)
        guard let key = try sealed.open(with: secret) else {
            throw CommandError.wrongPassphrase(file)
        }
        let provider = try FileKeyProvider()
        let path = provider.path(for: sealed.application)
        let isThere = FileManager.default.fileExists(atPath: path)
        guard try provider.store(key, for: sealed.application) else {
            throw CommandError.otherKey(path)
        }
        return Findings(
            CarriedKey(
                application: sealed.application,
                file: path,
                change: isThere ? .none : .imported
            )
        )
    }
}

private enum KeyFile {
    static func create(_ file: String, _ bytes: [UInt8]) throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw CommandError.fileExists(file)
        }
        guard
            FileManager.default.createFile(
                atPath: file,
                contents: Data(bytes),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CommandError.cannotMake(file) }
    }

    static func read(_ file: String) throws -> [UInt8] {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw CommandError.notAFile(file)
        }
        return Array(bytes.prefix(SealedKey.largestSize + 1))
    }
}

/// The result of an export or import.
struct CarriedKey: Presentable {
    enum Change: String {
        case exported, imported
        case none
    }

    let application: ApplicationIdentifier
    let file: String
    let change: Change

    func page() -> Page {
        var page = Page()
        page.add(Span(application.rawValue, .title))
        let text =
            switch change {
            case .exported: "the key is sealed in \(file)"
            case .imported: "the key is stored in \(file)"
            case .none: "the same key was there already: \(file)"
            }
        page.add(Span(text, .good), indent: 4)
        return page
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(application.rawValue, forKey: "application")
        try members.encode(file, forKey: "file")
        try members.encode(change.rawValue, forKey: "change")
    }
}
