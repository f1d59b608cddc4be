import Foundation
import RestorationUIKit
import Testing

/// The lookup of a program's storyboard Main, which packages put beside the executable.
@Suite struct `A program's resources` {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("resources-\(UUID().uuidString)")

    /// The bundle that provides the storyboard, and the bundle that has one but belongs to another
    /// program.
    private func mainStoryboard(
        in bundles: [String],
        of modules: [String]
    ) throws -> (own: String?, foreign: String?) {
        let manager = FileManager.default
        defer { try? manager.removeItem(at: directory) }
        for bundle in bundles {
            let folder = directory.appendingPathComponent(bundle)
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: folder.appendingPathComponent("Main.storyboard.json"))
        }
        let files = ResourceFiles(in: directory, bundlesIn: directory, modules: modules)
        let name = { (file: URL?) in file?.deletingLastPathComponent().lastPathComponent }
        return (
            name(files.ownURL("Main", ["storyboard.json"])),
            name(files.foreignURL("Main", ["storyboard.json"]))
        )
    }

    @Test func `are those of the delegate's module, or else of the executable`() throws {
        let bundles = ["App_AppCore.resources", "App_my-app.resources", "App_other.resources"]

        let ofDelegate = try mainStoryboard(in: bundles, of: ["AppCore", "my_app"])
        let ofExecutable = try mainStoryboard(
            in: Array(bundles.dropFirst()),
            of: ["AppCore", "my_app"]
        )

        #expect(ofDelegate.own == "App_AppCore.resources")
        #expect(ofExecutable.own == "App_my-app.resources")
        #expect(ofExecutable.foreign == "App_other.resources")
    }

    @Test func `are not those of another program beside it`() throws {
        let found = try mainStoryboard(in: ["App_other.resources"], of: ["AppCore", "my_app"])

        #expect(found.own == nil && found.foreign == "App_other.resources")
    }
}
