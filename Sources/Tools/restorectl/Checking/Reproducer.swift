import FoundationEssentials
import RestorationTesting

struct Reproducer: Encodable {
    let file: String
    let plugin: String?
    let rule: String
    let claim: String
    let finding: String
    let command: String
    /// The plugin's last input, if it was not its own state.
    let given: StoredTrial?

    init(
        file: String,
        name: String?,
        _ result: CheckedPlugin.RuleResult,
        finding: String,
        trial: StoredTrial?
    ) {
        self.file = file
        plugin = name
        rule = result.rule.id
        claim = result.rule.claim
        self.finding = finding
        command = result.command
        given = trial
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(file, forKey: "file")
        try members.encode(plugin, forKey: "plugin")
        try members.encode(rule, forKey: "rule")
        try members.encode(claim, forKey: "claim")
        try members.encode(finding, forKey: "finding")
        try members.encode(command, forKey: "repeat")
        try members.encode(given, forKey: "given")
    }
}

/// The folder of the reproducers, created for the first one.
struct ReproducerFolder {
    private(set) var path: String?
    private var isThere = false

    init(path: String?) { self.path = path }

    mutating func add(_ reproducer: Reproducer) throws -> String {
        let folder =
            path
            ?? FileManager.default.temporaryDirectory
            .appending(component: "restorectl-check-\(UUID().uuidString.prefix(8))").path
        path = folder
        if !isThere {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            isThere = true
        }
        let library = reproducer.file.split(separator: "/").last.map(String.init) ?? "plugin"
        let file = "\(folder)/\(library).\(reproducer.rule).json"
        try Data(JSONDocument(reproducer).text.utf8).write(to: URL(filePath: file))
        return file
    }
}
