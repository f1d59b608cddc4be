import ArgumentParser
import FoundationEssentials
import RestorationCore
import RestorationDiscovery
import RestorationStoryboards

struct StoryboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storyboard",
        abstract: "Checks storyboards, which describe the screens of UIKit programs.",
        subcommands: [StoryboardCheck.self]
    )
}

struct StoryboardCheck: Command {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks storyboard files, and lists their errors.",
        discussion: """
            Reads the files as a program does at its launch, and checks their form, the scenes \
            that "initial", "children" and "segues" name, and which scenes contain others. For a \
            malformed file, only the first error is listed. Whether the classes exist is not \
            checked.

            The exit status is 1 if a file cannot be read, or has errors.

            EXAMPLES:
              restorectl storyboard check ./Main.storyboard.json
            """
    )

    @Argument(help: "The storyboards, NAME.storyboard.json.")
    var files: [String]

    @OptionGroup var output: OutputOptions

    func findings() throws -> Findings {
        var faults: [Diagnosis] = []
        var checks: [StoryboardChecks.Check] = []
        for file in files {
            let limit = StoryboardDocument.maximumSizeInBytes
            let bytes: [UInt8]?
            do {
                bytes = try ReadOnlyFile.contents(of: file, limit: limit)
            } catch {
                throw CommandError.noStoryboard(file)
            }
            guard let bytes else { throw CommandError.tooLarge(file, limitInBytes: limit) }
            let data = Data(bytes)
            let found = StoryboardDocument.faults(in: data, place: file).map(\.diagnosis)
            faults += found
            let document = try? StoryboardDocument(data, place: file)
            checks.append(
                StoryboardChecks.Check(file: file, scenes: document?.scenes.count, faults: found)
            )
        }
        return Findings(
            StoryboardChecks(storyboards: checks),
            diagnoses: faults,
            status: faults.isEmpty ? .done : .failed
        )
    }
}

private struct StoryboardChecks: Presentable {
    let storyboards: [Check]

    struct Check: Encodable {
        let file: String
        /// `nil` if the file has errors.
        let scenes: Int?
        let faults: [Diagnosis]
    }

    func page() -> Page {
        var page = Page()
        for check in storyboards {
            guard let scenes = check.scenes else { continue }
            let scene = scenes == 1 ? "scene" : "scenes"
            page.add("\(check.file) has no errors: \(scenes) \(scene)")
        }
        return page
    }
}
